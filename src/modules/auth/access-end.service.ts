import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import { OneTimeTokens } from './links/one-time-tokens.repository.js';
import { type SessionEnd, SessionsRepository } from './sessions.repository.js';
import { UsersRepository } from './users.repository.js';

/** Takes away what lets somebody in. Joins the unit of work of the reason. */
@Injectable()
export class AccessEnd {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly tokens: OneTimeTokens,
    private readonly users: UsersRepository,
    private readonly clock: Clock,
  ) {}

  /** All sessions, every link and half-finished sign-in, and the trust in devices. */
  async endEverything(userId: number, reason: SessionEnd): Promise<void> {
    await this.sessions.endAllOf(userId, this.clock.now(), reason);
    await this.tokens.endAllOf(userId);
    await this.users.endDeviceTrust(userId);
  }
}
