import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { SessionEntity } from '../../database/entities/session.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LiveEvents } from '../../live/index.js';

export type SessionWithUser = SessionEntity & { user: UserEntity };
export type SessionEnd = 'logout' | 'disabled' | 'password';

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
}
