import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { LoginIncomplete } from '../auth.errors.js';
import { Reauthentication } from '../account/reauthentication.service.js';
import { SessionsRepository } from '../sessions.repository.js';
import type { Visitor } from '../sessions.service.js';

/** Renews the session's step-up: routes with `@StepUp()` are open for the next five minutes. */
@Injectable()
export class StepUpService {
  constructor(
    private readonly credentials: Reauthentication,
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws CodeWrong, PasswordWrong, LoginThrottled, LoginIncomplete when neither is given */
  async confirm(principal: Principal, shown: { code?: string; password?: string }, visitor: Visitor): Promise<void> {
    const { code, password } = shown;
    if (!code && !password) throw new LoginIncomplete();
    await this.credentials.require(principal, code ? { code } : { password }, visitor);
    await this.sessions.setVerified(principal.sessionId, this.clock.now());
  }
}
