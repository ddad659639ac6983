import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { derivedPublicId, newBankReference, newPublicId } from '../../runtime/ids.js';
import { PaymentJournal } from '../payments/index.js';
import { type RefundOrder, type RefundRecord, RefundReservations } from './refund-reservations.js';
import { RefundSwitch } from './refund-switch.service.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundsRepository } from './refunds.repository.js';
import { Refusal } from '../../runtime/refusal.js';

export interface Intent {
  refund: RefundEntity;
  /** True for the caller that created the row and holds its lease. */
  isNew: boolean;
}

/** Reserves the amount and stores the refund, before the bank is called. */
@Injectable()
export class RefundRequestService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly refundSwitch: RefundSwitch,
    private readonly refunds: RefundsRepository,
    private readonly queries: RefundsQueries,
    private readonly reservations: RefundReservations,
    private readonly journal: PaymentJournal,
  ) {}

  /** @throws REFUNDS_DISABLED, REVERSAL_UNDECIDED, a denial by src/domain/refund/refund-rules.ts */
  order(order: RefundOrder, leaseMs: number): Promise<Intent> {
    return this.uow.run(async () => {
      const { publicId, earlier } = await this.earlierOf(order);
      if (earlier) return { refund: earlier, isNew: false };
      await this.refundSwitch.requireOn();
      const { attempt } = await this.reservations.reserve(order);
      if (await this.queries.isReversalOpen(attempt)) throw new Refusal('REVERSAL_UNDECIDED');
      return { refund: await this.store(order, publicId, attempt, leaseMs), isNew: true };
    });
  }

  /** The switch stops orders, not the record of what the bank has done. @throws a denial by src/domain/refund/refund-rules.ts */
  record(record: RefundRecord, leaseMs: number): Promise<RefundEntity> {
    return this.uow.run(async () => {
      const { attempt } = await this.reservations.reserve(record);
      return this.store(record, newPublicId(), attempt, leaseMs);
    });
  }

  /**
   * The refund that the same request has created already. A rejected one moved no money and may be retried under the same name,
   * so no answer is stored for it beforehand.
   */
  private async earlierOf(order: RefundOrder): Promise<{ publicId: string; earlier: RefundEntity | null }> {
    if (order.requestName === null) return { publicId: newPublicId(), earlier: null };
    for (let tries = 0; ; tries += 1) {
      const publicId = derivedPublicId(`refund ${tries} ${order.requestName}`);
      const earlier = await this.refunds.findByPublicId(publicId);
      if (earlier?.status === 'rejected') continue;
      if (earlier && earlier.amount !== order.amount) throw new Refusal('IDEMPOTENCY_MISMATCH');
      return { publicId, earlier };
    }
  }

  private async store(
    order: RefundOrder | RefundRecord,
    publicId: string,
    attempt: PaymentAttemptEntity,
    leaseMs: number,
  ): Promise<RefundEntity> {
    const refund = await this.insert(order, publicId, attempt, leaseMs);
    await this.writeTraces(refund, attempt);
    return refund;
  }

  private async insert(
    order: RefundOrder | RefundRecord,
    publicId: string,
    attempt: PaymentAttemptEntity,
    leaseMs: number,
  ) {
    const now = this.clock.now();
    return this.refunds.insert({
      publicId,
      paymentId: order.paymentId,
      attemptId: attempt.id,
      bankReference: newBankReference('RF'),
      amount: order.amount,
      reason: order.reason,
      status: 'requested',
      origin: order.origin,
      requestedBy: order.requestedBy,
      leaseOwner: newPublicId(),
      leaseUntil: new Date(now.getTime() + leaseMs),
      // If this process dies, its lease ends and the poll job continues.
      nextCheckAt: now,
      checkCount: 0,
    });
  }

  private writeTraces(refund: RefundEntity, attempt: PaymentAttemptEntity): Promise<void> {
    return this.journal.record(
      {
        paymentId: refund.paymentId,
        attemptId: attempt.id,
        type: 'refund.requested',
        source: 'staff',
        to: 'requested',
        detail: { refund: refund.publicId, amount: refund.amount, duplicate: attempt.excess },
      },
      {
        action: 'refund.requested',
        subjectType: 'refund',
        subjectId: refund.publicId,
        // Without the reason, which is free text: it is stored on the refund, where erasure can reach it.
        toValue: 'requested',
      },
    );
  }
}
