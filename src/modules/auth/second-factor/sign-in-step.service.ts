import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { recordSecurityEvent } from '../../../runtime/security-log.js';
import { SignInExpired, TotpInvalid } from '../auth.errors.js';
import { OneTimeTokens } from '../links/one-time-tokens.repository.js';
import { LoginService, type SignedIn } from '../login.service.js';
import { LoginThrottle } from '../login-throttle.js';
import type { Visitor } from '../sessions.service.js';
import { TrustedDevices } from '../trusted-devices.service.js';
import { CodeCheck } from './code-check.service.js';

export const CODE_TIME_MS = 5 * 60 * 1000;
const MOST_CODES = 5;

/** Between a right password and a right code, in the browser: nothing is open yet but five tries in five minutes. */
@Injectable()
export class SignInStep {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly codes: CodeCheck,
    private readonly logins: LoginService,
    private readonly throttle: LoginThrottle,
    private readonly devices: TrustedDevices,
    private readonly uow: UnitOfWork,
  ) {}

  /** @returns what the browser has to bring back with the code */
  async begin(user: UserEntity): Promise<string> {
    return (await this.tokens.issue('sign-in', user.id, CODE_TIME_MS)).token;
  }

  async isOpen(token: unknown): Promise<boolean> {
    const row = await this.tokens.findLive('sign-in', token);
    return row !== null && row.attempts < MOST_CODES;
  }

  /** @throws SignInExpired, TotpInvalid, LoginThrottled, InvalidCredentials, Overloaded */
  async finish(token: unknown, code: string, visitor: Visitor): Promise<SignedIn> {
    const row = await this.tokens.findLive('sign-in', token);
    if (!row) throw new SignInExpired();
    const { user } = row;
    const device = this.devices.idFor(user, visitor.device);
    const attempt = { account: user.emailKey, ip: visitor.ip, device };
    const { verdict } = await this.throttle.attempt(attempt, async () => {
      if (!(await this.tokens.countAttempt(row.id, MOST_CODES))) throw new SignInExpired();
      return { verdict: (await this.codes.accepts(user, code)) ? ('right' as const) : ('wrong' as const) };
    });
    if (verdict === 'wrong') {
      const cause = new TotpInvalid();
      recordSecurityEvent('sign-in.refused', { account: user.id, code: cause.code });
      throw cause;
    }
    return this.uow.run(async () => {
      if (!(await this.tokens.useUp(row.id))) throw new SignInExpired();
      return this.logins.admit(user, visitor);
    });
  }
}
