import { Injectable } from '@nestjs/common';
import {
  And,
  type DataSource,
  type EntityManager,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
} from 'typeorm';
import { SessionEntity } from '../../database/entities/session.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { type Hydrator, hydratorOf } from '../../database/hydrate.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LiveEvents } from '../../live/index.js';
import { ADMIN_TOTP } from './staff/access-rules.repository.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';
import { farthestLegal } from '../../domain/calendar/stored-times.js';
import { DEFAULT_EVENT_ID } from '../../domain/projects/event-rules.js';

export type SessionWithUser = SessionEntity & { user: UserEntity };
/** The columns of a session and its owner that authenticate a request. */
export type AskedSession = Pick<SessionEntity, (typeof SESSION_FIELDS)[number]> & {
  user: Pick<UserEntity, (typeof USER_FIELDS)[number]>;
  adminsNeedSecondFactor: boolean;
  severalEvents: boolean;
};
export type SessionEnd = 'logout' | 'disabled' | 'password' | 'role' | 'factor' | 'ended' | 'too-many';

/** Idle timeout. */
export const IDLE_LIMIT_MS = 30 * MINUTE_MS;

const SESSION_FIELDS = [
  'id',
  'jti',
  'userId',
  'createdAt',
  'lastSeenAt',
  'expiresAt',
  'endedAt',
  'verifiedAt',
  'eventId',
] as const satisfies (keyof SessionEntity)[];
const USER_FIELDS = [
  'id',
  'name',
  'email',
  'role',
  'totpEnabledAt',
  'disabledAt',
  'invitedAt',
  'passwordChangedAt',
  'preferences',
  'projectIds',
] as const satisfies (keyof UserEntity)[];

interface Hydrators {
  session: Hydrator<SessionEntity>;
  user: Hydrator<UserEntity>;
}

const HYDRATORS = new WeakMap<DataSource, Hydrators>();

function hydratorsOf(manager: EntityManager): Hydrators {
  const known = HYDRATORS.get(manager.connection);
  if (known) return known;
  const made = {
    session: hydratorOf(manager, SessionEntity, 's', SESSION_FIELDS),
    user: hydratorOf(manager, UserEntity, 'u', USER_FIELDS),
  };
  HYDRATORS.set(manager.connection, made);
  return made;
}

@Injectable()
export class SessionsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly live: LiveEvents,
  ) {}

  async insert(session: Omit<SessionEntity, 'id' | 'user' | 'endedAt' | 'endReason'>): Promise<number> {
    const { identifiers } = await this.uow.runOne((tx) => tx.getRepository(SessionEntity).insert(session));
    return Number(identifiers[0]?.['id']);
  }

  /** Session, owner and the admin rule in one statement, since every authenticated request runs it. */
  async findByJti(jti: string): Promise<AskedSession | null> {
    const { session, user } = hydratorsOf(this.uow.manager);
    const [row] = await this.uow.read<Record<string, unknown>>(
      `SELECT ${session.columns}, ${user.columns}, n.is_enabled AS needed,
              (SELECT MAX(e.id) FROM events e) AS event
         FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN permissions n ON n.name = ?
        WHERE s.jti = ?`,
      [ADMIN_TOTP, jti],
    );
    if (!row) return null;
    // Without its row the rule applies.
    const adminsNeedSecondFactor = Number(row['needed'] ?? 1) !== 0;
    const severalEvents = Number(row['event'] ?? DEFAULT_EVENT_ID) > DEFAULT_EVENT_ID;
    return { ...session.read(row), user: user.read(row), adminsNeedSecondFactor, severalEvents };
  }

  /** Compare-and-set: one of two concurrent requests writes. */
  async touch(id: number, now: Date, ifBefore: Date): Promise<void> {
    await this.uow.runOne((tx) =>
      tx.getRepository(SessionEntity).update({ id, lastSeenAt: LessThan(ifBefore) }, { lastSeenAt: now }),
    );
  }

  async end(session: { id: number; userId: number }, at: Date, reason: SessionEnd): Promise<void> {
    await this.uow.run(async (tx) => {
      const { id, userId } = session;
      await tx.getRepository(SessionEntity).update({ id, endedAt: IsNull() }, { endedAt: at, endReason: reason });
      await this.publishChanged(userId);
    });
  }

  /** Newest use first. */
  listLive(userId: number, now: Date): Promise<SessionEntity[]> {
    return this.rows.find({ where: { userId, ...aliveAt(now) }, order: { lastSeenAt: 'DESC', id: 'DESC' } });
  }

  async findLive(userId: number, id: number, now: Date): Promise<SessionEntity | null> {
    return this.rows.findOneBy({ id, userId, ...aliveAt(now) });
  }

  /** Live sessions per account. */
  async countLive(userIds: number[], now: Date): Promise<Map<number, number>> {
    if (userIds.length === 0) return new Map();
    const counted = await this.rows
      .createQueryBuilder('session')
      .select('session.user_id', 'userId')
      .addSelect('COUNT(*)', 'live')
      .where({ userId: In(userIds), ...aliveAt(now) })
      .groupBy('session.user_id')
      .getRawMany<{ userId: number; live: number | string }>();
    return new Map(counted.map(({ userId, live }) => [Number(userId), Number(live)]));
  }

  async setVerified(id: number, at: Date): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(SessionEntity).update({ id }, { verifiedAt: at }));
  }

  async setEvent(id: number, eventId: number): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(SessionEntity).update({ id }, { eventId }));
  }

  async endOthersOf(userId: number, keptId: number, at: Date): Promise<number> {
    const where = { userId, id: Not(keptId), endedAt: IsNull() };
    return this.uow.run(async (tx) => {
      const changes = { endedAt: at, endReason: 'ended' satisfies SessionEnd };
      const result = await tx.getRepository(SessionEntity).update(where, changes);
      await this.publishChanged(userId);
      return result.affected ?? 0;
    });
  }

  /** @returns the number of sessions ended, expired ones included */
  async endAllOf(userId: number, at: Date, reason: SessionEnd): Promise<number> {
    return this.uow.run(async (tx) => {
      const sessions = tx.getRepository(SessionEntity);
      const result = await sessions.update({ userId, endedAt: IsNull() }, { endedAt: at, endReason: reason });
      await this.publishChanged(userId);
      return result.affected ?? 0;
    });
  }

  /** With their owners. */
  listByIds(ids: number[]): Promise<SessionWithUser[]> {
    const found = this.uow.manager
      .getRepository(SessionEntity)
      .find({ where: { id: In(ids) }, relations: { user: true } });
    return found as Promise<SessionWithUser[]>;
  }

  /** The live streams of the sessions read their rights again, or end, on every instance. */
  publishChanged(userId: number): Promise<void> {
    return this.uow.afterCommit(() => this.live.publish({ type: 'sessions', userId }));
  }

  private get rows() {
    return this.uow.manager.getRepository(SessionEntity);
  }
}

function aliveAt(now: Date) {
  const lastSeenAt = And(MoreThan(new Date(now.getTime() - IDLE_LIMIT_MS)), LessThanOrEqual(farthestLegal(now, 0)));
  return { endedAt: IsNull(), expiresAt: MoreThan(now), lastSeenAt };
}
