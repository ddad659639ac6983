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

/** One-time tokens of 256 random bits with a limited lifetime. The database holds hashes only. */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Revokes earlier ones of the kind. */
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

  /** The token and its account; null when unknown, used, withdrawn, replaced or expired. */
  async findLive(kind: OneTimeTokenKind, token: unknown): Promise<LiveToken | null> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return null;
    const where = { kind, tokenHash: hashOf(token), endedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
    const row = await this.rows.findOne({ where, relations: { user: true } });
    return row as LiveToken | null;
  }

  /** Whether the token was issued, and is kept: used, withdrawn, replaced and expired ones too. */
  async exists(kind: OneTimeTokenKind, token: unknown): Promise<boolean> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return false;
    return this.rows.existsBy({ kind, tokenHash: hashOf(token) });
  }

  /** Compare-and-set. @returns false when it was used or withdrawn meanwhile */
  async useUp(id: number): Promise<boolean> {
    const now = this.clock.now();
    const live = { id, endedAt: IsNull(), expiresAt: MoreThan(now) };
    const result = await this.uow.run(() => this.rows.update(live, { endedAt: now }));
    return result.affected === 1;
  }

  /** Counts a code attempt before it is checked. @returns false after too many */
  async countAttempt(id: number, most: number): Promise<boolean> {
    const live = { id, endedAt: IsNull(), attempts: LessThan(most) };
    const result = await this.uow.run(() => this.rows.increment(live, 'attempts', 1));
    return result.affected === 1;
  }

  /** @param kind default: all kinds */
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
