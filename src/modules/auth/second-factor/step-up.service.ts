import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { Reauthentication } from '../account/reauthentication.service.js';
import { SessionsRepository } from '../sessions.repository.js';
import type { Visitor } from '../sessions.service.js';
import { Refusal } from '../../../runtime/refusal.js';

/** Renews the session's step-up: routes with `@StepUp()` are open for the next five minutes. */
@Injectable()
export class StepUpService {
  constructor(
    private readonly credentials: Reauthentication,
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws CODE_WRONG, PASSWORD_WRONG, LOGIN_THROTTLED, LOGIN_INCOMPLETE when neither is given */
  async confirm(principal: Principal, shown: { code?: string; password?: string }, visitor: Visitor): Promise<void> {
    const { code, password } = shown;
    if (!code && !password) throw new Refusal('LOGIN_INCOMPLETE');
    await this.credentials.require(principal, code ? { code } : { password }, visitor);
    await this.sessions.setVerified(principal.sessionId, this.clock.now());
  }
}
