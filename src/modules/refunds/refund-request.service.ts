import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/index.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { InstanceRegistry } from '../../database/instance-registry.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { refundable } from '../../domain/refund/refund-amount.js';
import { asReversed, refundDenial, type RefundOrigin } from '../../domain/refund/refund-rules.js';
import { Clock } from '../../runtime/clock.js';
import { derivedPublicId, newBankReference, newPublicId } from '../../runtime/ids.js';
import { AttemptsRepository, PaymentEventPublisher, PaymentsRepository } from '../payments/index.js';
import { RefundSwitch } from './refund-switch.service.js';
import { refundRefusal } from './refunds.errors.js';
import { type Capture, RefundsQueries } from './refunds.queries.js';
import { RefundsRepository } from './refunds.repository.js';
import { Refusal } from '../../runtime/refusal.js';

interface RefundOfPayment {
  paymentId: number;
  duplicateChargeId: string | null;
  /** Paise. */
  amount: number;
  reason: string;
  requestedBy: number;
}

/** To be sent to the bank. */
export interface RefundOrder extends RefundOfPayment {
  origin: 'order';
  /** Identity of the request: the same name never creates a second refund, even after a crash. Null: not repeatable. */
  requestName: string | null;
}

/** What has happened at the bank without an order of ours; never sent. */
export interface RefundRecord extends RefundOfPayment {
  origin: Exclude<RefundOrigin, 'order'>;
}

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
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly news: PaymentEventPublisher,
    private readonly audit: AuditService,
    private readonly instances: InstanceRegistry,
  ) {}

  /** @throws REFUNDS_DISABLED, REVERSAL_UNDECIDED, a denial by src/domain/refund/refund-rules.ts */
  order(order: RefundOrder, leaseMs: number): Promise<Intent> {
    return this.uow.run(async () => {
      const { publicId, earlier } = await this.earlierOf(order);
      if (earlier) return { refund: earlier, isNew: false };
      await this.refundSwitch.requireOn();
      const { attempt } = await this.reserve(order);
      if (await this.queries.isReversalOpen(attempt)) throw new Refusal('REVERSAL_UNDECIDED');
      return { refund: await this.store(order, publicId, attempt, leaseMs), isNew: true };
    });
  }

  /** The switch stops orders, not the record of what the bank has done. @throws a denial by src/domain/refund/refund-rules.ts */
  record(record: RefundRecord, leaseMs: number): Promise<RefundEntity> {
    return this.uow.run(async () => {
      const { attempt } = await this.reserve(record);
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

  /**
   * Reserves first, then applies the rules: the reservation locks the row until the unit of work ends. A denial rolls the
   * reservation back.
   */
  private async reserve(order: RefundOrder | RefundRecord): Promise<Capture> {
    const wanted = await this.queries.findCapture(order.paymentId, order.duplicateChargeId);
    const isReserved = wanted !== null && order.amount > 0 && (await this.hold(order, wanted.attempt));
    const payment = await this.payments.findById(order.paymentId);
    if (!payment) throw new Refusal('PAYMENT_NOT_FOUND');
    const capture = await this.queries.findCapture(order.paymentId, order.duplicateChargeId);
    const subject = await this.queries.subjectOf(payment, capture);
    if (isReserved) subject.reserved -= order.amount;
    const denial = refundDenial(order.origin === 'reversal' ? asReversed(subject) : subject, order.amount);
    if (denial) throw refundRefusal(denial, refundable(subject.captured, subject.reserved));
    // Allowed now, but the reservation failed: another refund has just been released. A retry succeeds.
    if (!capture || !isReserved) throw refundRefusal('exceeds_rest', refundable(subject.captured, subject.reserved));
    return capture;
  }

  /** An excess capture is not part of the payment's sums. */
  private async hold({ paymentId, amount }: RefundOfPayment, attempt: PaymentAttemptEntity): Promise<boolean> {
    const isHeld = attempt.excess || (await this.payments.reserveRefund(paymentId, amount));
    return isHeld && this.attempts.reserveRefund(attempt.id, amount);
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
      leaseInstance: await this.instances.current(),
      // If this process dies, its lease ends and the poll job continues.
      nextCheckAt: now,
      checkCount: 0,
    });
  }

  private async writeTraces(refund: RefundEntity, attempt: PaymentAttemptEntity): Promise<void> {
    await this.payments.addEvent({
      paymentId: refund.paymentId,
      attemptId: attempt.id,
      type: 'refund.requested',
      source: 'staff',
      to: 'requested',
      detail: { refund: refund.publicId, amount: refund.amount, duplicate: attempt.excess },
    });
    await this.audit.write({
      action: 'refund.requested',
      subjectType: 'refund',
      subjectId: refund.publicId,
      // Without the reason, which is free text: it is stored on the refund, where erasure can reach it.
      toValue: 'requested',
    });
    await this.news.changed(refund.paymentId);
  }
}
