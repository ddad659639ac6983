import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { Refusal } from '../../../runtime/refusal.js';
import type { Principal } from '../../../http/index.js';
import { passwordWrong } from '../auth.errors.js';
import { LoginThrottle, type Verdict } from '../login-throttle.js';
import { PasswordHasher } from '../password-hasher.js';
import { TotpCodeVerifier } from '../second-factor/totp-code-verifier.service.js';
import type { Visitor } from '../sessions.service.js';
import { TrustedDevices } from '../trusted-devices.service.js';
import { UsersRepository } from '../users.repository.js';

interface Shown {
  password?: string;
  /** A code of the second factor; wrong when none is on. */
  code?: string;
}

/** Asks a signed-in person for the password, a code, or both again. Failures are throttled like those of a sign-in. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly codes: TotpCodeVerifier,
    private readonly throttle: LoginThrottle,
    private readonly devices: TrustedDevices,
  ) {}

  /**
   * Checked as one attempt: neither a right password nor a right code alone resets the failures before it.
   * @param passwordField name of the form's field
   * @throws PASSWORD_WRONG, CODE_WRONG, LOGIN_THROTTLED, Overloaded
   */
  async require(
    { userId }: Principal,
    shown: Shown,
    { ip, device }: Pick<Visitor, 'ip' | 'device'>,
    passwordField: 'password' | 'currentPassword' = 'password',
  ): Promise<UserEntity> {
    const user = await this.users.findById(userId);
    if (!user) throw new Refusal('STAFF_NOT_FOUND');
    const { fault } = await this.throttle.attempt<Verdict & { fault: Refusal | null }>(
      { account: user.emailKey, ip, device: this.devices.idFor(user, device) },
      async () => {
        const found = await this.faultOf(user, shown, passwordField);
        return { verdict: found ? 'wrong' : isAllProven(user, shown) ? 'right' : 'open', fault: found };
      },
    );
    if (fault) throw fault;
    return user;
  }

  private async faultOf(
    user: UserEntity,
    { password, code }: Shown,
    passwordField: 'password' | 'currentPassword',
  ): Promise<Refusal | null> {
    if (password !== undefined && !(await this.hasher.matches(password, user.passwordHash)))
      return passwordWrong(passwordField);
    if (code !== undefined && !(await this.codes.accepts(user, code))) return new Refusal('CODE_WRONG');
    return null;
  }
}

/** With a second factor only a code proves everything. */
function isAllProven({ totpEnabledAt }: UserEntity, { code }: Shown): boolean {
  return totpEnabledAt === null || code !== undefined;
}
