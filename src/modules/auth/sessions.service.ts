import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { UserEntity } from '../../database/entities/user.entity.js';
import type { Role } from '../../domain/roles.js';
import { type Principal, SessionTokens } from '../../http/index.js';
import { shortAddress } from '../../domain/masking.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import type { Device } from './trusted-devices.service.js';
import { type AskedSession, IDLE_LIMIT_MS, SessionsRepository } from './sessions.repository.js';

const TOUCH_EVERY_MS = 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const LOOKED_UP_AT_ONCE = 200;
/** Nobody works at more places; a program that signs in again and again must not fill the table with live sessions. */
const MOST_SESSIONS = 20;

export interface Visitor {
  ip: string;
  userAgent: string | null;
  kind: 'cookie' | 'bearer';
  /** What the browser's device cookie holds, where it has one. */
  device: Device | null;
}

export interface StartedSession {
  token: string;
  jti: string;
  expiresAt: Date;
}

/**
 * Sessions end by logout, by a new password, another role, disabling the account or by hand, 30 minutes after their last use,
 * and at an absolute end. Each request asks the database, so an end holds at once on every instance.
 */
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
  async start(user: UserEntity, visitor: Visitor): Promise<StartedSession> {
    const { kind, userAgent, ip } = visitor;
    const now = this.clock.now();
    const jti = newPublicId();
    const expiresAt = new Date(now.getTime() + this.settings.sessionHours * HOUR_MS);
    const times = { createdAt: now, lastSeenAt: now, verifiedAt: now, expiresAt };
    await this.makeRoom(user.id, now);
    await this.sessions.insert({ jti, userId: user.id, kind, userAgent, ip: shortAddress(ip), ...times });
    return { jti, expiresAt, token: this.tokens.sign({ jti, userId: user.id, expiresAt }) };
  }

  /**
   * Whoever the session belongs to now; null when it is not alive or its owner may not use it.
   * @param slides false for what a page does by itself: it does not count as use
   */
  async findPrincipal(
    claims: { jti: string; userId: number },
    { via, slides }: { via: Principal['via']; slides: boolean },
  ): Promise<Principal | null> {
    const session = await this.sessions.findByJti(claims.jti);
    const now = this.clock.now();
    if (!session || session.userId !== claims.userId || !isAlive(session, now)) return null;
    if (slides) await this.touch(session, now);
    const { id, name, email, role } = session.user;
    const secondFactor = session.user.totpEnabledAt !== null;
    const setupRequired = role === 'admin' && !secondFactor && session.adminsNeedSecondFactor;
    const verifiedAt = session.verifiedAt ?? session.createdAt;
    const own = { sessionId: session.id, sessionJti: session.jti, via, verifiedAt };
    return { userId: id, name, email, role, secondFactor, setupRequired, ...own };
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

  /** The longest unused one goes. */
  private async makeRoom(userId: number, now: Date): Promise<void> {
    const live = await this.sessions.listLive(userId, now);
    for (const { id } of live.slice(MOST_SESSIONS - 1)) await this.sessions.end({ id, userId }, now, 'too-many');
  }

  /** A database that is busy for a moment must not turn a read into an error. */
  private async touch(session: AskedSession, now: Date): Promise<void> {
    const before = new Date(now.getTime() - TOUCH_EVERY_MS);
    if (session.lastSeenAt >= before) return;
    try {
      await this.sessions.touch(session.id, now, before);
    } catch (error) {
      this.logger.warn({ msg: 'last use of a session not written', err: error });
    }
  }
}

function isAlive(session: Omit<AskedSession, 'adminsNeedSecondFactor'>, now: Date): boolean {
  const idle = now.getTime() - session.lastSeenAt.getTime();
  const { disabledAt, invitedAt } = session.user;
  const ownerMayUseIt =
    disabledAt === null && invitedAt === null && session.createdAt >= session.user.passwordChangedAt;
  return session.endedAt === null && now < session.expiresAt && idle < IDLE_LIMIT_MS && ownerMayUseIt;
}
