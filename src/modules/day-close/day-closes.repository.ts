import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/index.js';
import { DayCloseEntity } from '../../database/entities/day-close.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { sameDigest } from '../../domain/bank-hash/same-digest.js';
import { dayOfCanonical } from '../../domain/settlement/day-figures.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';

const MAX_RACES = 5;

/** Closed days, each with a hash over its figures and the previous hash. Append-only. */
@Injectable()
export class DayCloses {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  find(day: string): Promise<DayCloseEntity | null> {
    return this.repository.findOneBy({ day });
  }

  /** Closes a day once, whoever asks. @returns the close, and whether this call created it */
  async close(day: string, figures: string): Promise<{ close: DayCloseEntity; isNew: boolean }> {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const known = await this.find(day);
      if (known) return { close: known, isNew: false };
      try {
        return { close: await this.uow.run(() => this.insert(day, figures)), isNew: true };
      } catch (error) {
        // A concurrent close took the day or the next sequence number.
        if (!isUniqueViolation(error)) throw error;
      }
    }
    throw new Error(`the chain of closed days kept growing while ${day} was closed`);
  }

  /** Verifies hashes and days back to the first close, so a change of any earlier one shows too. */
  async isIntact(close: DayCloseEntity): Promise<boolean> {
    let previous: string | null = null;
    let sequence = 0;
    for (const link of await this.chainUpTo(close.sequence)) {
      sequence += 1;
      const isNext = link.sequence === sequence && sameDigest(link.previousHash, previous);
      if (!isNext || dayOfCanonical(link.figures) !== link.day) return false;
      if (!sameDigest(link.figuresHash, hashOf(link.previousHash, link.figures))) return false;
      previous = link.figuresHash;
    }
    return sequence === close.sequence;
  }

  private async insert(day: string, figures: string): Promise<DayCloseEntity> {
    const context = requestContext();
    const last = await this.repository.findOne({ where: {}, order: { sequence: 'DESC' } });
    const previousHash = last?.figuresHash ?? null;
    const figuresHash = hashOf(previousHash, figures);
    await this.repository.insert({
      day,
      sequence: (last?.sequence ?? 0) + 1,
      figures,
      figuresHash,
      previousHash,
      actorKind: context?.principal ? 'staff' : (context?.actorKind ?? 'system'),
      closedBy: context?.principal?.userId ?? null,
      closedAt: this.clock.now(),
    });
    await this.audit.write({
      action: 'day.closed',
      subjectType: 'day',
      subjectId: day,
      toValue: figuresHash.slice(0, 60),
    });
    return this.repository.findOneByOrFail({ day });
  }

  private chainUpTo(sequence: number): Promise<DayCloseEntity[]> {
    return this.repository
      .createQueryBuilder('close')
      .where('close.sequence <= :sequence', { sequence })
      .orderBy('close.sequence')
      .getMany();
  }

  private get repository() {
    return this.uow.manager.getRepository(DayCloseEntity);
  }
}

function hashOf(previousHash: string | null, figures: string): string {
  return createHash('sha256')
    .update(`${previousHash ?? ''}\n${figures}`)
    .digest('hex');
}
