import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { InstanceRegistry } from '../database/instance-registry.js';
import { sqlInstant } from '../database/instants.js';
import { LeaseTable, RELEASED, type SqlCondition } from '../database/lease-table.js';
import { isUniqueViolation, UnitOfWork } from '../database/unit-of-work.js';
import { farthestLegal } from '../domain/calendar/stored-times.js';
import { Clock } from '../runtime/clock.js';
import { newPublicId } from '../runtime/ids.js';
import type { MailData, TemplateName } from './templates/index.js';
import { MINUTE_MS } from '../domain/calendar/durations.js';
import { clipped } from '../domain/files/clipped.js';

/** 22 hours and 21 minutes in total. */
const STEPS_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** Delay before the next attempt after `attempts` failures. @returns null: give up */
export function mailRetryDelayMs(attempts: number): number | null {
  const minutes = STEPS_MINUTES[attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE_MS;
}

/** The longest delay by number of attempts: none, one, two and so on. */
function mailRetryDelaysMs(): number[] {
  return [0, ...STEPS_MINUTES.map((minutes) => minutes * MINUTE_MS)];
}

/** Why an email was given up that nothing was wrong with. */
export const NO_LONGER_TRUE = 'it was no longer true';

/** Characters. */
export const MAX_DEDUPE_KEY = 100;

export interface NewMail<T extends TemplateName> {
  /** Dedupe key, e.g. `receipt:<paymentId>`, at most {@link MAX_DEDUPE_KEY}: each cause is mailed once. */
  dedupeKey: string;
  /** Exactly one address. */
  to: string;
  template: T;
  data: MailData[T];
}

/** Longer than a delivery takes. A longer one may be repeated, under the same Message-ID. */
const LEASE_MS = 2 * MINUTE_MS;
const LEASED = { entity: MailOutboxEntity, longestMs: LEASE_MS };

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

  /**
   * Leases emails that are due and free, oldest due first.
   * @param except templates that are left in the queue
   */
  leaseDue(limit: number, except: readonly TemplateName[] = []): Promise<MailOutboxEntity[]> {
    const leaseOwner = newPublicId();
    const where = (now: Date) => dueAt(now, except);
    const lease = { owner: leaseOwner, forMs: LEASE_MS, where, set: 'attempts = attempts + 1' };
    return this.leases.acquireDue({ ...lease, orderBy: 'next_attempt_at, id', limit }, (ids) =>
      this.repository.find({ where: { id: In(ids), leaseOwner }, order: { id: 'ASC' } }),
    );
  }

  async markSent(mail: MailOutboxEntity): Promise<void> {
    const sentAt = this.clock.now();
    await this.finish(mail, { status: 'sent', sentAt, nextAttemptAt: null, lastError: null });
  }

  /** @param retryInMs null: give up */
  async markFailed(mail: MailOutboxEntity, reason: string, retryInMs: number | null): Promise<void> {
    const lastError = clipped(reason, 255);
    const nextAttemptAt = retryInMs === null ? null : new Date(this.clock.now().getTime() + retryInMs);
    await this.finish(mail, { status: retryInMs === null ? 'failed' : 'queued', nextAttemptAt, lastError });
  }

  private async finish(mail: MailOutboxEntity, changes: Partial<MailOutboxEntity>): Promise<void> {
    await this.uow.runOne(() =>
      this.repository.update({ id: mail.id, leaseOwner: mail.leaseOwner ?? '' }, { ...changes, ...RELEASED }),
    );
  }

  private get leases(): LeaseTable {
    return new LeaseTable(LEASED, this.uow, this.clock, this.instances);
  }

  private get repository() {
    return this.uow.manager.getRepository(MailOutboxEntity);
  }
}

/**
 * A due time later than the schedule allows after so many attempts was written by a clock that ran ahead. The bound that every due
 * time is above leaves out what was sent or given up, which the index has before them: the other conditions are no range of it.
 */
function dueAt(now: Date, except: readonly TemplateName[]): SqlCondition {
  const delays = mailRetryDelaysMs();
  const cases = delays.map((_, attempts) => `WHEN ${attempts} THEN ?`).join(' ');
  const others = except.length > 0 ? ` AND template NOT IN (${except.map(() => '?').join(', ')})` : '';
  const instants = [new Date(0), now, ...[...delays, Math.max(...delays)].map((ms) => farthestLegal(now, ms))].map(
    sqlInstant,
  );
  return {
    sql: `next_attempt_at > ? AND (next_attempt_at <= ? OR next_attempt_at > CASE attempts ${cases} ELSE ? END)${others}`,
    parameters: [...instants, ...except],
  };
}
