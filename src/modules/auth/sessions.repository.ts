import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { SessionEntity } from '../../database/entities/session.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LiveEvents } from '../../live/index.js';

export type SessionWithUser = SessionEntity & { user: UserEntity };
export type SessionEnd = 'logout' | 'disabled' | 'password' | 'role' | 'factor' | 'ended' | 'too-many';

/** Longest pause between two requests. */
export const IDLE_LIMIT_MS = 30 * 60 * 1000;

@Injectable()
export class SessionsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly live: LiveEvents,
  ) {}

  async insert(session: Omit<SessionEntity, 'id' | 'user' | 'endedAt' | 'endReason'>): Promise<number> {
    const { identifiers } = await this.uow.run((tx) => tx.getRepository(SessionEntity).insert(session));
    return Number(identifiers[0]?.['id']);
  }

  /** Session and owner in one query, since every signed-in request asks. */
  async findByJti(jti: string): Promise<SessionWithUser | null> {
    const row = await this.uow.manager
      .getRepository(SessionEntity)
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .where('session.jti = :jti', { jti })
      .getOne();
    return row as SessionWithUser | null;
  }

  /** Of two requests at the same time one writes. */
  async touch(id: number, now: Date, ifBefore: Date): Promise<void> {
    await this.uow.run((tx) =>
      tx.getRepository(SessionEntity).update({ id, lastSeenAt: LessThan(ifBefore) }, { lastSeenAt: now }),
    );
  }

  async end(session: { id: number; userId: number }, at: Date, reason: SessionEnd): Promise<void> {
    await this.uow.run(async (tx) => {
      const { id, userId } = session;
      await tx.getRepository(SessionEntity).update({ id, endedAt: IsNull() }, { endedAt: at, endReason: reason });
      await this.tellEnded(userId);
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

  async endOthersOf(userId: number, keptId: number, at: Date): Promise<number> {
    const where = { userId, id: Not(keptId), endedAt: IsNull() };
    return this.uow.run(async (tx) => {
      const changes = { endedAt: at, endReason: 'ended' satisfies SessionEnd };
      const result = await tx.getRepository(SessionEntity).update(where, changes);
      await this.tellEnded(userId);
      return result.affected ?? 0;
    });
  }

  /** @returns how many were alive */
  async endAllOf(userId: number, at: Date, reason: SessionEnd): Promise<number> {
    return this.uow.run(async (tx) => {
      const sessions = tx.getRepository(SessionEntity);
      const result = await sessions.update({ userId, endedAt: IsNull() }, { endedAt: at, endReason: reason });
      await this.tellEnded(userId);
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

  /** What a session has open ends with it, on every instance. */
  private tellEnded(userId: number): Promise<void> {
    return this.uow.afterCommit(() => this.live.publish({ type: 'sessions', userId }));
  }

  private get rows() {
    return this.uow.manager.getRepository(SessionEntity);
  }
}

function aliveAt(now: Date) {
  const lastSeenAt = MoreThan(new Date(now.getTime() - IDLE_LIMIT_MS));
  return { endedAt: IsNull(), expiresAt: MoreThan(now), lastSeenAt };
}
