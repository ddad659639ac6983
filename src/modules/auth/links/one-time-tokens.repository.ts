import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { OneTimeTokenEntity, type OneTimeTokenKind } from '../../../database/entities/one-time-token.entity.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';

export type LiveToken = OneTimeTokenEntity & { user: UserEntity };

export interface IssuedToken {
  token: string;
  expiresAt: Date;
}

const TOKEN = /^[\w-]{43}$/;

/** Secrets of 256 random bits that work once and for a while. The database holds their hashes only. */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Earlier ones of the kind die with it. */
  async issue(kind: OneTimeTokenKind, userId: number, validMs: number): Promise<IssuedToken> {
    const token = randomBytes(32).toString('base64url');
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + validMs);
    await this.uow.run(async () => {
      await this.endAllOf(userId, kind);
      await this.rows.insert({ kind, userId, tokenHash: hashOf(token), expiresAt, createdAt });
    });
    return { token, expiresAt };
  }

  /** With whom it was given to; null for one that is unknown, used, withdrawn, replaced or too old. */
  async findLive(kind: OneTimeTokenKind, token: unknown): Promise<LiveToken | null> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return null;
    const where = { kind, tokenHash: hashOf(token), endedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
    const row = await this.rows.findOne({ where, relations: { user: true } });
    return row as LiveToken | null;
  }

  /** @returns false when another request has used it up first, or it was withdrawn meanwhile */
  async useUp(id: number): Promise<boolean> {
    const now = this.clock.now();
    const live = { id, endedAt: IsNull(), expiresAt: MoreThan(now) };
    const result = await this.uow.run(() => this.rows.update(live, { endedAt: now }));
    return result.affected === 1;
  }

  /** Counts a code that is tried with it, before it is judged. @returns false once there were too many */
  async countAttempt(id: number, most: number): Promise<boolean> {
    const live = { id, endedAt: IsNull(), attempts: LessThan(most) };
    const result = await this.uow.run(() => this.rows.increment(live, 'attempts', 1));
    return result.affected === 1;
  }

  /** @param kind all kinds without it */
  async endAllOf(userId: number, kind?: OneTimeTokenKind): Promise<void> {
    const live = { userId, endedAt: IsNull(), ...(kind && { kind }) };
    await this.uow.run(() => this.rows.update(live, { endedAt: this.clock.now() }));
  }

  async deleteAllOf(userId: number): Promise<void> {
    await this.uow.run(() => this.rows.delete({ userId }));
  }

  private get rows() {
    return this.uow.manager.getRepository(OneTimeTokenEntity);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
