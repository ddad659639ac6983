import { Injectable } from '@nestjs/common';
import { AuditService } from '../../database/audit.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { InstanceRegistry } from '../../database/instance-registry.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { asReversed, denyRefund, refundable, type RefundOrigin } from '../../domain/refund-rules.js';
import { Clock } from '../../runtime/clock.js';
import { derivedPublicId, newBankReference, newPublicId } from '../../runtime/ids.js';
import { AttemptsRepository, PaymentNews, PaymentNotFound, PaymentsRepository } from '../payments/index.js';
import { RefundSwitch } from './refund-switch.service.js';
import { RefundKeyReused, refusalOf, ReversalUndecided } from './refunds.errors.js';
import { type Capture, RefundsQueries } from './refunds.queries.js';
import { RefundsRepository } from './refunds.repository.js';

export interface RefundOrder {
  paymentId: number;
  duplicateChargeId: string | null;
  /** Paise. */
  amount: number;
  reason: string;
  requestedBy: number;
  /** Names the request; the same name never makes a second refund, even after a crash. Null: nobody repeats it. */
  requestName: string | null;
  /** Default: an order to the bank. The others record what has happened there; nothing of them is ever sent. */
  origin?: RefundOrigin;
}

export interface Intent {
  refund: RefundEntity;
  /** Whoever made the row holds its lease. */
  isNew: boolean;
}

function isOrder({ origin }: RefundOrder): boolean {
  return origin === undefined || origin === 'order';
}

/** Writes down what is to be refunded and holds the money back, before the bank is told anything. */
@Injectable()
export class RefundIntent {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly refundSwitch: RefundSwitch,
    private readonly refunds: RefundsRepository,
    private readonly queries: RefundsQueries,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly news: PaymentNews,
    private readonly audit: AuditService,
    private readonly instances: InstanceRegistry,
  ) {}

  /** @throws RefundsDisabled, ReversalUndecided, a refusal by the rules */
  create(order: RefundOrder, leaseMs: number): Promise<Intent> {
    return this.uow.run(async () => {
      const { publicId, earlier } = await this.earlierOf(order);
      if (earlier) return { refund: earlier, isNew: false };
      // The switch stops orders. Writing down what the bank has done already is none.
      if (isOrder(order)) await this.refundSwitch.requireOn();
      const { attempt } = await this.reserve(order);
      if (isOrder(order) && (await this.queries.isReversalOpen(attempt))) throw new ReversalUndecided();
      const refund = await this.insert(order, publicId, attempt, leaseMs);
      await this.record(refund, attempt);
      return { refund, isNew: true };
    });
  }

  /**
   * A refund that the same request has made already. One that was rejected moved no money: it may be tried again under the
   * same name, which is why no answer is promised for it beforehand.
   */
  private async earlierOf(order: RefundOrder): Promise<{ publicId: string; earlier: RefundEntity | null }> {
    if (order.requestName === null) return { publicId: newPublicId(), earlier: null };
    for (let tries = 0; ; tries += 1) {
      const publicId = derivedPublicId(`refund ${tries} ${order.requestName}`);
      const earlier = await this.refunds.findByPublicId(publicId);
      if (earlier?.status === 'rejected') continue;
      if (earlier && earlier.amount !== order.amount) throw new RefundKeyReused();
      return { publicId, earlier };
    }
  }

  /**
   * Reserves first and judges then: from the reservation on the row is ours until the unit ends, so that what is judged
   * cannot change. A refusal undoes the reservation with the unit.
   */
  private async reserve(order: RefundOrder): Promise<Capture> {
    const wanted = await this.queries.findCapture(order.paymentId, order.duplicateChargeId);
    const isReserved = wanted !== null && order.amount > 0 && (await this.hold(order, wanted.attempt));
    const payment = await this.payments.findById(order.paymentId);
    if (!payment) throw new PaymentNotFound();
    const capture = await this.queries.findCapture(order.paymentId, order.duplicateChargeId);
    const subject = await this.queries.subjectOf(payment, capture);
    if (isReserved) subject.reserved -= order.amount;
    const denial = denyRefund(order.origin === 'reversal' ? asReversed(subject) : subject, order.amount);
    if (denial) throw refusalOf(denial, refundable(subject.captured, subject.reserved));
    // Allowed a moment after it was not: another refund has just been given up. Trying again will do.
    if (!capture || !isReserved) throw refusalOf('exceeds_rest', refundable(subject.captured, subject.reserved));
    return capture;
  }

  /** An excess capture was never part of the payment, so the payment's own sums leave it out. */
  private async hold({ paymentId, amount }: RefundOrder, attempt: PaymentAttemptEntity): Promise<boolean> {
    const isHeld = attempt.excess || (await this.payments.reserveRefund(paymentId, amount));
    return isHeld && this.attempts.reserveRefund(attempt.id, amount);
  }

  private async insert(order: RefundOrder, publicId: string, attempt: PaymentAttemptEntity, leaseMs: number) {
    const now = this.clock.now();
    return this.refunds.insert({
      publicId,
      paymentId: order.paymentId,
      attemptId: attempt.id,
      bankReference: newBankReference('RF'),
      amount: order.amount,
      reason: order.reason,
      status: 'requested',
      origin: order.origin ?? 'order',
      requestedBy: order.requestedBy,
      leaseOwner: newPublicId(),
      leaseUntil: new Date(now.getTime() + leaseMs),
      leaseInstance: await this.instances.current(),
      // If this process dies, its lease ends and the poll job takes over where it stopped.
      nextCheckAt: now,
      checkCount: 0,
    });
  }

  private async record(refund: RefundEntity, attempt: PaymentAttemptEntity): Promise<void> {
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
      // Without the reason in staff's words: it stands on the refund, where an erasure can reach it.
      toValue: 'requested',
    });
    await this.news.changed(refund.paymentId);
  }
}
