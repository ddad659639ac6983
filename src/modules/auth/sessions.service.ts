import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { UserEntity } from '../../database/entities/user.entity.js';
import type { Role } from '../../domain/roles.js';
import { type Principal, SessionTokens } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import { SessionsRepository, type SessionWithUser } from './sessions.repository.js';

const IDLE_LIMIT_MS = 30 * 60 * 1000;
const TOUCH_EVERY_MS = 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const LOOKED_UP_AT_ONCE = 200;

export interface StartedSession {
  token: string;
  jti: string;
  expiresAt: Date;
}

/** Sessions end by logout, by a new password, by disabling the account, 30 minutes after their last use, and at an absolute end. */
@Injectable()
export class SessionsService {
  private readonly logger = new Logger('Sessions');

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Always a new session with a new token: one that was planted before the login is worth nothing after it. */
  async start(user: UserEntity, kind: 'cookie' | 'bearer', userAgent: string | null): Promise<StartedSession> {
    const now = this.clock.now();
    const jti = newPublicId();
    const expiresAt = new Date(now.getTime() + this.settings.sessionHours * HOUR_MS);
    await this.sessions.insert({ jti, userId: user.id, kind, createdAt: now, lastSeenAt: now, expiresAt, userAgent });
    return { jti, expiresAt, token: this.tokens.sign({ jti, userId: user.id, expiresAt }) };
  }

  /** Whoever the session belongs to now; null when it is not alive or its owner may not use it. */
  async findPrincipal(claims: { jti: string; userId: number }, via: Principal['via']): Promise<Principal | null> {
    const session = await this.sessions.findByJti(claims.jti);
    const now = this.clock.now();
    if (!session || session.userId !== claims.userId || !isAlive(session, now)) return null;
    await this.touch(session, now);
    const { id, name, email, role } = session.user;
    return { userId: id, sessionId: session.id, sessionJti: session.jti, name, email, role, via };
  }

  async end(principal: Principal): Promise<void> {
    const { sessionId: id, userId } = principal;
    await this.sessions.end({ id, userId }, this.clock.now(), 'logout');
  }

  /**
   * Which of these sessions are alive now, each with its owner's role. Looking is no use of a session: one that is only
   * looked at ends when it has been idle for long enough.
   */
  async aliveAmong(ids: number[]): Promise<Map<number, Role>> {
    const now = this.clock.now();
    const alive = new Map<number, Role>();
    for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
      const sessions = await this.sessions.listByIds(ids.slice(from, from + LOOKED_UP_AT_ONCE));
      for (const session of sessions) if (isAlive(session, now)) alive.set(session.id, session.user.role);
    }
    return alive;
  }

  /** A database that is busy for a moment must not turn a read into an error. */
  private async touch(session: SessionWithUser, now: Date): Promise<void> {
    const before = new Date(now.getTime() - TOUCH_EVERY_MS);
    if (session.lastSeenAt >= before) return;
    try {
      await this.sessions.touch(session.id, now, before);
    } catch (error) {
      this.logger.warn({ msg: 'last use of a session not written', err: error });
    }
  }
}

function isAlive(session: SessionWithUser, now: Date): boolean {
  const idle = now.getTime() - session.lastSeenAt.getTime();
  const ownerMayUseIt = session.user.disabledAt === null && session.createdAt >= session.user.passwordChangedAt;
  return session.endedAt === null && now < session.expiresAt && idle < IDLE_LIMIT_MS && ownerMayUseIt;
}
