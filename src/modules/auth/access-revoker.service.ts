import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import { OneTimeTokens } from './links/one-time-tokens.repository.js';
import { type SessionEnd, SessionsRepository } from './sessions.repository.js';
import { UsersRepository } from './users.repository.js';

/** Revokes access. Joins the current unit of work. */
@Injectable()
export class AccessRevoker {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly tokens: OneTimeTokens,
    private readonly users: UsersRepository,
    private readonly clock: Clock,
  ) {}

  /** Ends all sessions, links, pending logins and trusted devices. */
  async endEverything(userId: number, reason: SessionEnd): Promise<void> {
    await this.endSessions(userId, reason);
    await this.tokens.endAllOf(userId);
  }

  /** Ends all sessions and trusted devices. */
  async endSessions(userId: number, reason: SessionEnd): Promise<void> {
    await this.sessions.endAllOf(userId, this.clock.now(), reason);
    await this.users.endDeviceTrust(userId);
  }
}
