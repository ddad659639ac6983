import { Injectable } from '@nestjs/common';
import type { DeepPartial } from 'typeorm';
import { PaymentEventEntity } from '../../database/entities/payment-event.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { CountedRow } from '../../database/counted-row.js';
import { type Hydrator, hydratorOf } from '../../database/hydrate.js';
import { PaymentCounts } from '../../database/payment-counts.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import type { PaymentEventType } from '../../domain/payment-events.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { PaymentNotFound } from './payments.errors.js';

export interface PaymentEvent {
  paymentId: number;
  attemptId?: number | null;
  type: PaymentEventType;
  source: EvidenceSource;
  from?: string | null;
  to?: string | null;
  actorUserId?: number | null;
  /** Free of personal data. */
  detail?: Readonly<Record<string, unknown>>;
}

/** What every payment is made with; the rest has defaults. */
export type NewPaymentRow = DeepPartial<PaymentEntity> &
  Pick<PaymentEntity, 'customerId' | 'salesManagerId' | 'tokenType' | 'status' | 'amount' | 'createdAt'>;

const UNTOUCHED = {
  statusReason: null,
  refundedAmount: 0,
  openedAt: null,
  initiatedAt: null,
  paidAt: null,
  code: null,
};

/** The columns that a status change may set besides the status itself. */
export type TransitionFacts = Pick<
  DeepPartial<PaymentEntity>,
  'statusReason' | 'paidAt' | 'initiatedAt' | 'tokenNumber' | 'late' | 'expiresAt'
>;

@Injectable()
export class PaymentsRepository {
  private hydrator?: Hydrator<PaymentEntity>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly counts: PaymentCounts,
  ) {}

  async insert(row: NewPaymentRow): Promise<number> {
    return this.uow.run(async () => {
      const result = await this.repository.insert(row as never);
      await this.counts.created({ ...UNTOUCHED, ...row } as CountedRow);
      return Number(result.identifiers[0]?.id);
    });
  }

  findById(id: number): Promise<PaymentEntity | null> {
    return this.repository.findOneBy({ id });
  }

  /** Held until the end of the unit of work. @returns the row as it is then; null when there is none */
  async lock(id: number): Promise<PaymentEntity | null> {
    const payment = (this.hydrator ??= hydratorOf(this.uow.manager, PaymentEntity, 'p'));
    const [row] = (await this.uow.manager.query(
      `SELECT ${payment.columns} FROM payments p WHERE p.id = ? ${this.uow.isSqlite ? '' : 'FOR UPDATE'}`,
      [id],
    )) as Record<string, unknown>[];
    return row ? payment.read(row) : null;
  }

  findByPublicId(publicId: string): Promise<PaymentEntity | null> {
    return this.repository.findOneBy({ publicId });
  }

  /** @throws PaymentNotFound */
  async getByPublicId(publicId: string): Promise<PaymentEntity> {
    const payment = await this.findByPublicId(publicId);
    if (!payment) throw new PaymentNotFound();
    return payment;
  }

  /**
   * The compare-and-set behind every change of a payment: wins the row for the unit of work under way.
   * @returns false when it has changed since it was read
   */
  async claim(payment: PaymentEntity): Promise<boolean> {
    const result = await this.repository.update(
      { id: payment.id, status: payment.status, version: payment.version },
      { version: payment.version + 1, updatedAt: this.clock.now() },
    );
    if (result.affected === 1) payment.version += 1;
    return result.affected === 1;
  }

  /**
   * As `claim`, for a payment that no refund holds any money of: a refund bumps the version as well, so of a refund and an
   * upgrade that start at the same moment only one wins.
   */
  async claimUnrefunded(payment: PaymentEntity): Promise<boolean> {
    const { id, status, version } = payment;
    const result = await this.repository.update(
      { id, status, version, refundReserved: 0 },
      { version: version + 1, updatedAt: this.clock.now() },
    );
    if (result.affected === 1) payment.version += 1;
    return result.affected === 1;
  }

  /**
   * Compare-and-set. Only `payment-transitions` calls it, for a payment that it holds by `lock`.
   * @param payment as it was read then; afterwards as it is now
   * @throws Error when the row is not what was read: the unit of work is undone
   */
  async changeStatus(payment: PaymentEntity, to: PaymentEntity['status'], facts: TransitionFacts): Promise<void> {
    const { id, status, version } = payment;
    const changes = { ...facts, status: to, version: version + 1, updatedAt: this.clock.now() };
    const result = await this.repository.update({ id, status, version }, changes as never);
    if (result.affected !== 1) throw new Error(`payment row ${id} changed although it was held`);
    const before = { ...payment };
    Object.assign(payment, changes);
    await this.counts.statusChanged(before, payment);
  }

  /**
   * Holds back money for a refund, before the bank is asked; the condition is part of the update, so two refunds at the same
   * moment cannot both take the last rupee. @returns false when that much is not left
   */
  async reserveRefund(paymentId: number, paise: number): Promise<boolean> {
    const result = await this.repository
      .createQueryBuilder()
      .update()
      .set({
        refundReserved: () => 'refund_reserved + :paise',
        version: () => 'version + 1',
        updatedAt: this.clock.now(),
      })
      .where("id = :paymentId AND status = 'completed' AND refund_reserved + :paise <= amount", { paymentId, paise })
      .execute();
    return result.affected === 1;
  }

  /** The bank refused: the money can be asked for again. */
  async releaseRefund(paymentId: number, paise: number): Promise<void> {
    await this.addTo(
      paymentId,
      'refund_reserved - :paise >= refunded_amount',
      {
        refundReserved: () => 'refund_reserved - :paise',
      },
      paise,
    );
  }

  /** The bank has given the money back. */
  async settleRefund(paymentId: number, paise: number): Promise<void> {
    await this.uow.run(async () => {
      await this.addRefunded(paymentId, paise);
      await this.counts.changed(paymentId, ({ refundedAmount }) => ({ refundedAmount: refundedAmount - paise }));
    });
  }

  private async addRefunded(paymentId: number, paise: number): Promise<void> {
    await this.addTo(
      paymentId,
      'refunded_amount + :paise <= refund_reserved',
      {
        refundedAmount: () => 'refunded_amount + :paise',
      },
      paise,
    );
  }

  private async addTo(paymentId: number, guard: string, set: object, paise: number): Promise<void> {
    const result = await this.repository
      .createQueryBuilder()
      .update()
      .set({ ...set, version: () => 'version + 1', updatedAt: this.clock.now() })
      .where(`id = :paymentId AND ${guard}`, { paymentId, paise })
      .execute();
    if (result.affected !== 1) throw new Error(`the refunds of payment row ${paymentId} do not add up`);
  }

  /**
   * Locks the row for the unit of work under way, for what hangs on it and must not be written twice. Its version stays, so
   * whoever has read it can still claim it afterwards.
   */
  async hold(paymentId: number): Promise<void> {
    await this.repository.update({ id: paymentId }, { updatedAt: this.clock.now() });
  }

  /** Only the review book calls it: the reason of the oldest review that is not over, or null. */
  async refreshReview(paymentId: number): Promise<void> {
    const oldest = `(SELECT r.reason FROM reviews r
      WHERE r.payment_id = :paymentId AND r.state <> 'decided' ORDER BY r.id LIMIT 1)`;
    await this.repository
      .createQueryBuilder()
      .update()
      .set({ reviewReason: () => oldest, updatedAt: this.clock.now() })
      .where('id = :paymentId', { paymentId })
      .execute();
  }

  /** @returns whether this was the first time */
  async markOpened(paymentId: number): Promise<boolean> {
    return this.uow.run(async () => {
      const result = await this.repository
        .createQueryBuilder()
        .update()
        .set({ openedAt: this.clock.now() })
        .where('id = :paymentId AND opened_at IS NULL', { paymentId })
        .execute();
      if (result.affected === 1) await this.counts.changed(paymentId, () => ({ openedAt: null }));
      return result.affected === 1;
    });
  }

  /** Wins the row for the unit of work under way. @returns the payment as it is now */
  async countLinkMail(paymentId: number): Promise<PaymentEntity> {
    const now = this.clock.now();
    await this.repository
      .createQueryBuilder()
      .update()
      .set({ linkMailCount: () => 'link_mail_count + 1', linkMailSentAt: now, updatedAt: now })
      .where('id = :paymentId', { paymentId })
      .execute();
    return this.repository.findOneByOrFail({ id: paymentId });
  }

  async renewLink(paymentId: number, expiresAt: Date): Promise<void> {
    await this.repository.update({ id: paymentId }, { expiresAt, updatedAt: this.clock.now() });
  }

  async addEvent(event: PaymentEvent): Promise<void> {
    await this.uow.manager.getRepository(PaymentEventEntity).insert({
      paymentId: event.paymentId,
      attemptId: event.attemptId ?? null,
      type: event.type,
      source: event.source,
      fromStatus: event.from ?? null,
      toStatus: event.to ?? null,
      actorUserId: event.actorUserId ?? requestContext()?.principal?.userId ?? null,
      requestId: requestContext()?.requestId ?? null,
      detail: event.detail ? JSON.stringify(event.detail) : null,
      createdAt: this.clock.now(),
    });
  }

  private get repository() {
    return this.uow.manager.getRepository(PaymentEntity);
  }
}
