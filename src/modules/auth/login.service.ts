import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { emailKey } from '../../domain/people/email.js';
import { Refusal } from '../../runtime/refusal.js';
import { recordSecurityEvent } from '../../runtime/security-log.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { TotpCodeVerifier } from './second-factor/totp-code-verifier.service.js';
import type { Visitor } from './sessions.service.js';
import { TrustedDevices } from './trusted-devices.service.js';
import { UsersRepository } from './users.repository.js';
import { LoginAdmission, mayEnter, type SignedIn } from './login-admission.service.js';

export interface Credentials {
  email: string | undefined;
  password: string | undefined;
  /** A code of the second factor, where the account has one. */
  code?: string | undefined;
}

type Tried =
  | { verdict: 'right' | 'open'; user: UserEntity }
  /** @param cause for the person; somebody who knows the password may learn that the code is wrong */
  | { verdict: 'wrong'; cause: Refusal; accountId: number | null; accountExists: boolean };

/** Sign-in, for the login page and the API. */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly codes: TotpCodeVerifier,
    private readonly throttle: LoginThrottle,
    private readonly devices: TrustedDevices,
    private readonly admission: LoginAdmission,
  ) {}

  /**
   * @returns no session when the password is right and a code is needed
   * @throws LOGIN_INCOMPLETE, LOGIN_THROTTLED, INVALID_CREDENTIALS, TOTP_INVALID, Overloaded
   */
  async signIn(
    { email, password, code }: Credentials,
    visitor: Visitor,
  ): Promise<SignedIn | { codeWanted: UserEntity }> {
    if (!email?.trim() || !password) throw new Refusal('LOGIN_INCOMPLETE');
    const key = emailKey(email);
    const device = await this.trustedDevice(key, visitor);
    const attempt = { account: key ?? `?${email.slice(0, 254)}`, ip: visitor.ip, device };
    const tried = await this.throttle.attempt(attempt, () => this.tried(key, password, code));
    if (tried.verdict === 'wrong') {
      recordSecurityEvent('sign-in.refused', { account: tried.accountId, code: tried.cause.code });
      throw tried.cause;
    }
    await this.renewHash(tried.user, password);
    return tried.verdict === 'open' ? { codeWanted: tried.user } : this.admission.admit(tried.user, visitor);
  }

  private async tried(key: string | null, password: string, code: string | undefined): Promise<Tried> {
    const { user, fits } = await this.verified(key, password);
    if (!fits || !user) return wrong(new Refusal('INVALID_CREDENTIALS'), user);
    if (user.totpEnabledAt === null) return { verdict: 'right', user };
    if (!code?.trim()) return { verdict: 'open', user };
    const isRight = await this.codes.accepts(user, code);
    return isRight ? { verdict: 'right', user } : wrong(new Refusal('TOTP_INVALID'), user);
  }

  /** Without a device cookie no query is made, whatever account is named. */
  private async trustedDevice(key: string | null, { device }: Visitor): Promise<string | null> {
    const user = device === null ? null : await this.users.findByEmailKey(key ?? '');
    return user && this.devices.idFor(user, device);
  }

  /** A missing, disabled or invited account takes the same time as a wrong password. */
  private async verified(key: string | null, password: string): Promise<{ user: UserEntity | null; fits: boolean }> {
    // Invalid addresses are looked up too: the query's time is part of the response time.
    const user = await this.users.findByEmailKey(key ?? '');
    const fits = await this.hasher.matches(password, user?.passwordHash ?? null);
    return { user, fits: fits && user !== null && mayEnter(user) };
  }

  private async renewHash(user: UserEntity, password: string): Promise<void> {
    if (!this.hasher.isOutdated(user.passwordHash)) return;
    await this.users.replaceHash(user.id, user.passwordHash, await this.hasher.hash(password));
  }
}

function wrong(cause: Refusal, user: UserEntity | null): Tried {
  return { verdict: 'wrong', cause, accountId: user?.id ?? null, accountExists: user !== null };
}
