import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { recordSecurityEvent } from '../../../runtime/security-log.js';
import { OneTimeTokens } from '../links/one-time-tokens.repository.js';
import { LoginAdmission, type SignedIn } from '../login-admission.service.js';
import { LoginThrottle } from '../login-throttle.js';
import type { Visitor } from '../sessions.service.js';
import { TrustedDevices } from '../trusted-devices.service.js';
import { TotpCodeVerifier } from './totp-code-verifier.service.js';
import { Refusal } from '../../../runtime/refusal.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

export const CODE_TIME_MS = 5 * MINUTE_MS;
const MAX_CODES = 5;

/** The state between a right password and a code, in the browser: five attempts in five minutes. */
@Injectable()
export class PendingLogin {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly codes: TotpCodeVerifier,
    private readonly logins: LoginAdmission,
    private readonly throttle: LoginThrottle,
    private readonly devices: TrustedDevices,
    private readonly uow: UnitOfWork,
  ) {}

  /** @returns the token to send with the code */
  async begin(user: UserEntity): Promise<string> {
    return (await this.tokens.issue('sign-in', user.id, CODE_TIME_MS)).token;
  }

  async isOpen(token: unknown): Promise<boolean> {
    const row = await this.tokens.findLive('sign-in', token);
    return row !== null && row.attempts < MAX_CODES;
  }

  /** @throws SIGN_IN_EXPIRED, TOTP_INVALID, LOGIN_THROTTLED, INVALID_CREDENTIALS, Overloaded */
  async finish(token: unknown, code: string, visitor: Visitor): Promise<SignedIn> {
    const row = await this.tokens.findLive('sign-in', token);
    if (!row) throw new Refusal('SIGN_IN_EXPIRED');
    const { user } = row;
    const device = this.devices.idFor(user, visitor.device);
    const attempt = { account: user.emailKey, ip: visitor.ip, device };
    const { verdict } = await this.throttle.attempt(attempt, async () => {
      if (!(await this.tokens.countAttempt(row.id, MAX_CODES))) throw new Refusal('SIGN_IN_EXPIRED');
      return { verdict: (await this.codes.accepts(user, code)) ? ('right' as const) : ('wrong' as const) };
    });
    if (verdict === 'wrong') {
      const cause = new Refusal('TOTP_INVALID');
      recordSecurityEvent('sign-in.refused', { account: user.id, code: cause.code });
      throw cause;
    }
    return this.uow.run(async () => {
      if (!(await this.tokens.useUp(row.id))) throw new Refusal('SIGN_IN_EXPIRED');
      return this.logins.admit(user, visitor);
    });
  }
}
