import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { HOLDER_IS_GONE, InstanceRegistry } from '../database/instance-registry.js';
import { isUniqueViolation, UnitOfWork } from '../database/unit-of-work.js';
import { farthestLegal } from '../domain/calendar/stored-times.js';
import { Clock } from '../runtime/clock.js';
import { newPublicId } from '../runtime/ids.js';
import { mailRetryDelaysMs } from './retry-schedule.js';
import type { MailData, TemplateName } from './templates/index.js';
import { MINUTE_MS } from '../domain/calendar/durations.js';

export interface NewMail<T extends TemplateName> {
  /** Dedupe key, e.g. `receipt:<paymentId>`, at most 100 characters: each cause is mailed once. */
  dedupeKey: string;
  /** Exactly one address. */
  to: string;
  template: T;
  data: MailData[T];
}

/** Longer than a delivery takes. A longer one may be repeated, under the same Message-ID. */
const LEASE_MS = 2 * MINUTE_MS;
const MAX_RACES = 5;
const IS_FREE = `(lease_until IS NULL OR lease_until <= :now OR lease_until > :longestLease OR ${HOLDER_IS_GONE})`;
/** A due time later than the schedule allows was written by a clock that ran ahead. */
const IS_DUE = `(next_attempt_at <= :now OR next_attempt_at > ${latestByTries()})`;

/** The queue of emails, and the leases that let one sender at a time hold each. */
@Injectable()
export class OutboxRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly instances: InstanceRegistry,
  ) {}

  /**
   * The unique key decides. On both engines a violation undoes its own statement only, and the unit of work continues. Reading
   * first would race. @returns false for a known key
   */
  async insert<T extends TemplateName>(mail: NewMail<T>): Promise<boolean> {
    const now = this.clock.now();
    try {
      await this.uow.manager.getRepository(MailOutboxEntity).insert({
        dedupeKey: mail.dedupeKey,
        recipient: mail.to,
        template: mail.template,
        data: JSON.stringify(mail.data),
        status: 'queued',
        nextAttemptAt: now,
        createdAt: now,
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Leases emails that are due and free, oldest due first. */
  async leaseDue(limit: number): Promise<MailOutboxEntity[]> {
    // Another instance may win all rows of a race; there may be more behind them.
    for (let races = 0; races < MAX_RACES; races += 1) {
      const now = this.clock.now();
      const due = await this.dueIds(limit, now);
      if (due.length === 0) return [];
      const taken = await this.lease(due, now);
      if (taken.length > 0) return taken;
    }
    return [];
  }

  async markSent(mail: MailOutboxEntity): Promise<void> {
    const sentAt = this.clock.now();
    await this.finish(mail, { status: 'sent', sentAt, nextAttemptAt: null, lastError: null });
  }

  /** @param retryInMs null: give up */
  async markFailed(mail: MailOutboxEntity, reason: string, retryInMs: number | null): Promise<void> {
    const lastError = [...reason].slice(0, 255).join('');
    const nextAttemptAt = retryInMs === null ? null : new Date(this.clock.now().getTime() + retryInMs);
    await this.finish(mail, { status: retryInMs === null ? 'failed' : 'queued', nextAttemptAt, lastError });
  }

  private async dueIds(limit: number, now: Date): Promise<number[]> {
    const due = await this.repository
      .createQueryBuilder('mail')
      .select('mail.id', 'id')
      .where(IS_DUE, dueAt(now))
      .andWhere(IS_FREE)
      .orderBy('mail.next_attempt_at')
      .addOrderBy('mail.id')
      .limit(limit)
      .getRawMany<{ id: number }>();
    return due.map(({ id }) => Number(id));
  }

  /** Acquires by one conditional update, then reads back by owner what was won. */
  private async lease(ids: number[], now: Date): Promise<MailOutboxEntity[]> {
    const leaseOwner = newPublicId();
    const leaseInstance = await this.instances.current();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    await this.uow.runOne(() =>
      this.repository
        .createQueryBuilder()
        .update()
        .set({ leaseOwner, leaseUntil, leaseInstance, attempts: () => 'attempts + 1' })
        .where('id IN (:...ids)', { ids })
        .andWhere(`${IS_DUE} AND ${IS_FREE}`, dueAt(now))
        .execute(),
    );
    return this.repository.find({ where: { id: In(ids), leaseOwner }, order: { id: 'ASC' } });
  }

  private async finish(mail: MailOutboxEntity, changes: Partial<MailOutboxEntity>): Promise<void> {
    await this.uow.runOne(() =>
      this.repository.update(
        { id: mail.id, leaseOwner: mail.leaseOwner ?? '' },
        { ...changes, leaseOwner: null, leaseUntil: null },
      ),
    );
  }

  private get repository() {
    return this.uow.manager.getRepository(MailOutboxEntity);
  }
}

/** The latest plausible due time, by number of attempts. */
function latestByTries(): string {
  const cases = mailRetryDelaysMs().map((_, tries) => `WHEN ${tries} THEN :latest${tries}`);
  return `CASE attempts ${cases.join(' ')} ELSE :latest END`;
}

function dueAt(now: Date): Record<string, Date> {
  const delays = mailRetryDelaysMs();
  const latest = delays.map((ms, tries) => [`latest${tries}`, farthestLegal(now, ms)] as const);
  return {
    now,
    longestLease: farthestLegal(now, LEASE_MS),
    latest: farthestLegal(now, Math.max(...delays)),
    ...Object.fromEntries(latest),
  };
}
