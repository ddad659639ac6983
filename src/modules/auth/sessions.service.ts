import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { readPreferences } from '../../domain/people/preferences.js';
import { readProjectIds } from '../../domain/people/project-rights.js';
import { type Principal, SessionTokens } from '../../http/index.js';
import { maskIp } from '../../domain/people/masking.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import type { Device } from './trusted-devices.service.js';
import { type AskedSession, IDLE_LIMIT_MS, SessionsRepository } from './sessions.repository.js';
import { HOUR_MS, MINUTE_MS } from '../../domain/calendar/durations.js';
import { farthestLegal } from '../../domain/calendar/stored-times.js';

const TOUCH_EVERY_MS = MINUTE_MS;
const LOOKED_UP_AT_ONCE = 200;
/** More than one person uses; bounds the live sessions of a program that signs in repeatedly. */
const MAX_SESSIONS = 20;

export interface Visitor {
  ip: string;
  userAgent: string | null;
  kind: 'cookie' | 'bearer';
  /** The content of the browser's device cookie, if any. */
  device: Device | null;
}

/** What somebody may do, as far as it can change under an open stream. */
export type Rights = Pick<Principal, 'userId' | 'role' | 'projectIds'>;

export interface StartedSession {
  token: string;
  jti: string;
  expiresAt: Date;
}

/**
 * Sessions (docs/product.md#access) end by logout, password change, role change, disabling or by hand, after 30 minutes without
 * use, and at an absolute end. Each request reads the database, so an end takes effect at once on every instance.
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

  /**
   * Always a new session with a new token, so a token planted before the login is worthless.
   * @param eventId the event chosen in the session that this one continues
   */
  async start(user: UserEntity, visitor: Visitor, eventId: number | null = null): Promise<StartedSession> {
    const { kind, userAgent, ip } = visitor;
    const now = this.clock.now();
    const jti = newPublicId();
    const expiresAt = new Date(now.getTime() + this.settings.sessionHours * HOUR_MS);
    // A session older than the password is not alive; the clock may have been set back since the password was chosen.
    const createdAt = now < user.passwordChangedAt ? user.passwordChangedAt : now;
    const times = { createdAt, lastSeenAt: now, verifiedAt: now, expiresAt };
    await this.makeRoom(user.id, now);
    await this.sessions.insert({ jti, userId: user.id, eventId, kind, userAgent, ip: maskIp(ip), ...times });
    return { jti, expiresAt, token: this.tokens.sign({ jti, userId: user.id, expiresAt }) };
  }

  /**
   * The session's principal; null when it is not live or its owner may not use it.
   * @param slides false for background requests, which do not count as use
   */
  async findPrincipal(
    claims: { jti: string; userId: number },
    { via, slides }: { via: Principal['via']; slides: boolean },
  ): Promise<Principal | null> {
    const session = await this.sessions.findByJti(claims.jti);
    const now = this.clock.now();
    if (!session || session.userId !== claims.userId || !isAlive(session, now)) return null;
    if (slides) await this.touch(session, now);
    const { name, email } = session.user;
    const { role, ...rights } = rightsOf(session.user);
    const secondFactor = session.user.totpEnabledAt !== null;
    const setupRequired = role === 'admin' && !secondFactor && session.adminsNeedSecondFactor;
    const verifiedAt = session.verifiedAt ?? session.createdAt;
    const event = { eventId: session.eventId, severalEvents: session.severalEvents };
    const own = { sessionId: session.id, sessionJti: session.jti, via, verifiedAt };
    const preferences = readPreferences(session.user.preferences);
    return {
      ...rights,
      name,
      email,
      role,
      secondFactor,
      setupRequired,
      preferences,
      ...event,
      ...own,
    };
  }

  async end(principal: Principal): Promise<void> {
    const { sessionId: id, userId } = principal;
    await this.sessions.end({ id, userId }, this.clock.now(), 'logout');
  }

  /** The live ones of these sessions with their owner's rights. Does not count as use, so idle sessions still expire. */
  async aliveAmong(ids: number[]): Promise<Map<number, Rights>> {
    const now = this.clock.now();
    const alive = new Map<number, Rights>();
    for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
      const sessions = await this.sessions.listByIds(ids.slice(from, from + LOOKED_UP_AT_ONCE));
      for (const session of sessions) if (isAlive(session, now)) alive.set(session.id, rightsOf(session.user));
    }
    return alive;
  }

  /** Ends the least recently used session. */
  private async makeRoom(userId: number, now: Date): Promise<void> {
    const live = await this.sessions.listLive(userId, now);
    for (const { id } of live.slice(MAX_SESSIONS - 1)) await this.sessions.end({ id, userId }, now, 'too-many');
  }

  /** A failed write must not turn a read into an error. */
  private async touch(session: AskedSession, now: Date): Promise<void> {
    const before = new Date(now.getTime() - TOUCH_EVERY_MS);
    if (session.lastSeenAt >= before) return;
    try {
      await this.sessions.touch(session.id, now, before);
    } catch (error) {
      this.logger.warn({ msg: 'last use of a session not recorded', err: error });
    }
  }
}

function rightsOf({ id, role, projectIds }: Pick<UserEntity, 'id' | 'role' | 'projectIds'>): Rights {
  return { userId: id, role, projectIds: role === 'admin' ? readProjectIds(projectIds) : null };
}

/** A last use beyond the clocks' skew was written by a clock that ran ahead: it would put the idle end off by as much. */
function isAlive(session: Omit<AskedSession, 'adminsNeedSecondFactor' | 'severalEvents'>, now: Date): boolean {
  const { lastSeenAt } = session;
  const isInUse = now.getTime() - lastSeenAt.getTime() < IDLE_LIMIT_MS && lastSeenAt <= farthestLegal(now, 0);
  const { disabledAt, invitedAt } = session.user;
  const ownerMayUseIt =
    disabledAt === null && invitedAt === null && session.createdAt >= session.user.passwordChangedAt;
  return session.endedAt === null && now < session.expiresAt && isInUse && ownerMayUseIt;
}
