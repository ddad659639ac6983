import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { OneTimeTokenEntity } from '../../database/entities/one-time-token.entity.js';
import { SessionEntity } from '../../database/entities/session.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

const ENTITIES = { tokens: OneTimeTokenEntity, sessions: SessionEntity };

export type PurgedKind = keyof typeof ENTITIES;

/** Deletes links, pending logins and sessions by the end of their validity. */
@Injectable()
export class AccessPurgeRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The oldest of those that ended before the instant. @returns the number of rows */
  async deleteOldest(kind: PurgedKind, before: Date, most: number): Promise<number> {
    const ids = await this.oldest(kind, before, most);
    if (ids.length > 0) await this.uow.run((tx) => tx.getRepository(ENTITIES[kind]).delete({ id: In(ids) }));
    return ids.length;
  }

  private async oldest(kind: PurgedKind, before: Date, most: number): Promise<number[]> {
    const rows = await this.uow.manager.getRepository<OneTimeTokenEntity | SessionEntity>(ENTITIES[kind]).find({
      select: { id: true },
      where: { expiresAt: LessThan(before) },
      take: most,
      order: { expiresAt: 'ASC' },
    });
    return rows.map(({ id }) => id);
  }
}
