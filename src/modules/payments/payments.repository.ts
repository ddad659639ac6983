import { Injectable } from '@nestjs/common';
import type { DeepPartial } from 'typeorm';
import type { Language } from '../../contracts/words/languages.js';
import { PaymentEventEntity } from '../../database/entities/payment-event.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { PaymentCounters, type CountedRow } from '../payment-lists/index.js';
import { type Hydrator, hydratorOf } from '../../database/hydrate.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import { SUM_DOUBTS } from '../../domain/payment/review-rules.js';
import { DEFAULT_EVENT_ID } from '../../domain/projects/event-rules.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import type { PaymentEventType } from '../../domain/payment/payment-events.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { Refusal } from '../../runtime/refusal.js';
import { ReviewsRepository } from './transitions/reviews.repository.js';

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

/** Required columns of a new payment; the rest has defaults. */
export type NewPaymentRow = DeepPartial<PaymentEntity> &
  Pick<
    PaymentEntity,
    'customerId' | 'salesManagerId' | 'tokenType' | 'paymentType' | 'status' | 'amount' | 'createdAt'
  >;

const UNTOUCHED = {
  projectId: DEFAULT_PROJECT_ID,
  eventId: DEFAULT_EVENT_ID,
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
    private readonly counts: PaymentCounters,
    private readonly reviews: ReviewsRepository,
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

  /** Locked FOR UPDATE until the end of the unit of work. @returns the current row; null when there is none */
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

  /** The payment whose link took the place of this one's. */
  findReplacementOf(id: number): Promise<PaymentEntity | null> {
    return this.repository.findOneBy({ replacesId: id });
  }

  /** The payments whose links this one's replaced for a wrong contact, one after the other, newest first: all are one sale. */
  findReplacedBy(payment: PaymentEntity): Promise<PaymentEntity[]> {
    return replacedBy(payment, (id) => this.findById(id));
  }

  /** As `findReplacedBy`, each locked until the end of the unit of work. */
  lockReplacedBy(payment: PaymentEntity): Promise<PaymentEntity[]> {
    return replacedBy(payment, (id) => this.lock(id));
  }

  /** Whether money of another sum than the price, on its link or on one that this replaced, waits for a decision. */
  async isSumDoubted(payment: PaymentEntity): Promise<boolean> {
    const linked = [payment, ...(await this.findReplacedBy(payment))];
    // A payment without `review_reason` has no open review.
    const ids = linked.filter(({ reviewReason }) => reviewReason !== null).map(({ id }) => id);
    return ids.length > 0 && this.reviews.isMoneyWaiting(ids, SUM_DOUBTS);
  }

  /** @throws PAYMENT_NOT_FOUND */
  async getByPublicId(publicId: string): Promise<PaymentEntity> {
    const payment = await this.findByPublicId(publicId);
    if (!payment) throw new Refusal('PAYMENT_NOT_FOUND');
    return payment;
  }

  /** Compare-and-set on the version, for the current unit of work. @returns false when the row has changed since it was read */
  async claim(payment: PaymentEntity): Promise<boolean> {
    const result = await this.repository.update(
      { id: payment.id, status: payment.status, version: payment.version },
      { version: payment.version + 1, updatedAt: this.clock.now() },
    );
    if (result.affected === 1) payment.version += 1;
    return result.affected === 1;
  }

  /**
   * As `claim`, while no refund reserves any of the money. A refund bumps the version too, so of a refund and an upgrade that
   * start at the same moment only one wins.
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
   * Compare-and-set, called only by `TransitionEffects` for a payment that is locked.
   * @param payment as read then; updated to the new state
   * @returns the payment as before, for the counters
   * @throws Error when the row has changed: the unit of work rolls back
   */
  async changeStatus(
    payment: PaymentEntity,
    to: PaymentEntity['status'],
    facts: TransitionFacts,
  ): Promise<PaymentEntity> {
    const { id, status, version } = payment;
    const changes = { ...facts, status: to, version: version + 1, updatedAt: this.clock.now() };
    const result = await this.repository.update({ id, status, version }, changes as never);
    if (result.affected !== 1) throw new Error(`payment row ${id} changed although it was held`);
    const before = { ...payment };
    Object.assign(payment, changes);
    return before;
  }

  /**
   * Reserves paise for a refund, before the bank is asked. The condition is part of the update, so two refunds cannot both
   * reserve the last rupee.
   * @returns false when less is left
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

  /** Releases a reservation after the bank refused. Paise. */
  async releaseRefund(paymentId: number, paise: number): Promise<void> {
    const refundReserved = () => 'refund_reserved - :paise';
    await this.addTo(paymentId, 'refund_reserved - :paise >= refunded_amount', { refundReserved }, paise);
  }

  /** Adds paise of a completed refund to `refunded_amount`. */
  async settleRefund(paymentId: number, paise: number): Promise<void> {
    await this.uow.run(async () => {
      const refundedAmount = () => 'refunded_amount + :paise';
      await this.addTo(paymentId, 'refunded_amount + :paise <= refund_reserved', { refundedAmount }, paise);
      await this.counts.changed(paymentId, ({ refundedAmount }) => ({ refundedAmount: refundedAmount - paise }));
    });
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

  /** Locks the row for the current unit of work. The version stays, so a reader can still `claim` it afterwards. */
  async lockByWrite(paymentId: number): Promise<void> {
    await this.repository.update({ id: paymentId }, { updatedAt: this.clock.now() });
  }

  /** Called only by `ReviewRecorder`: stores the reason of the oldest review that is not closed, or null. */
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

  /** Emails to the customer follow in it. */
  async rememberLanguage(paymentId: number, language: Language): Promise<void> {
    await this.uow.run(() => this.repository.update({ id: paymentId }, { language }));
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

  /** Counts a mailed link and locks the row. @returns the current payment */
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

async function replacedBy(
  { replacesId }: PaymentEntity,
  read: (id: number) => Promise<PaymentEntity | null>,
): Promise<PaymentEntity[]> {
  const found: PaymentEntity[] = [];
  for (let id = replacesId; id !== null;) {
    const earlier = await read(id);
    if (earlier) found.push(earlier);
    id = earlier?.replacesId ?? null;
  }
  return found;
}
