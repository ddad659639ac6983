import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Clock } from '../runtime/clock.js';
import { newPublicId } from '../runtime/ids.js';

/** Longer than a delivery takes. One that goes on for longer may be made twice, under the same Message-ID. */
const LEASE_MS = 2 * 60_000;
const MAX_RACES = 5;

/** The queue of mails, and the leases by which one sender at a time holds each. */
@Injectable()
export class OutboxRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
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
      .where('mail.next_attempt_at <= :now', { now })
      .andWhere('(mail.lease_until IS NULL OR mail.lease_until <= :now)')
      .orderBy('mail.next_attempt_at')
      .addOrderBy('mail.id')
      .limit(limit)
      .getRawMany<{ id: number }>();
    return due.map(({ id }) => Number(id));
  }

  /** One conditional update claims; reading back by the owner's name tells what was won. */
  private async lease(ids: number[], now: Date): Promise<MailOutboxEntity[]> {
    const leaseOwner = newPublicId();
    await this.uow.runOne(() =>
      this.repository
        .createQueryBuilder()
        .update()
        .set({ leaseOwner, leaseUntil: new Date(now.getTime() + LEASE_MS), attempts: () => 'attempts + 1' })
        .where('id IN (:...ids)', { ids })
        .andWhere('next_attempt_at <= :now AND (lease_until IS NULL OR lease_until <= :now)', { now })
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
