import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { HOLDER_IS_GONE, InstanceRegistry } from '../database/instance-registry.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { farthestLegal } from '../domain/stored-times.js';
import { Clock } from '../runtime/clock.js';
import { newPublicId } from '../runtime/ids.js';
import { mailRetryDelaysMs } from './retry-schedule.js';

/** Longer than a delivery takes. One that goes on for longer may be made twice, under the same Message-ID. */
const LEASE_MS = 2 * 60_000;
const MAX_RACES = 5;
const IS_FREE = `(lease_until IS NULL OR lease_until <= :now OR lease_until > :longestLease OR ${HOLDER_IS_GONE})`;
/** A due time that no rule writes for so many tries comes from a clock that ran ahead. */
const IS_DUE = `(next_attempt_at <= :now OR next_attempt_at > ${latestByTries()})`;

/** The queue of mails, and the leases by which one sender at a time holds each. */
@Injectable()
export class OutboxRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly instances: InstanceRegistry,
  ) {}

  /** Mails whose time has come and that nobody holds, oldest due first. */
  async leaseDue(limit: number): Promise<MailOutboxEntity[]> {
    // Another instance that looked at the same moment may win all of them; there may be more behind those.
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

  /** @param retryInMs null: it is given up */
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

  /** One conditional update claims; reading back by the owner's name tells what was won. */
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

/** After no try a mail is due at once; after so many, when the schedule of the retries says. */
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
