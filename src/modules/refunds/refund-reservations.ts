import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { refundable } from '../../domain/refund/refund-amount.js';
import {
  asReversed,
  refundDenial,
  type RefundOrigin,
  type RefundStatus,
  type RefundDenial,
} from '../../domain/refund/refund-rules.js';
import { Refusal } from '../../runtime/refusal.js';
import { AttemptsRepository, PaymentHooks, PaymentsRepository } from '../payments/index.js';
import { type Capture, RefundsQueries } from './refunds.queries.js';
import { REFUND_DENIAL_CODES, refundDenialWords } from '../../contracts/denials.js';
import { MESSAGES } from '../../contracts/messages.js';
import { formatInr, toRupees } from '../../domain/money/money.js';

/** @param rest paise that could still be refunded */
function refundRefusal(denial: RefundDenial, rest: number): Refusal {
  const message = refundDenialWords(denial, rest);
  const isTooMuch = denial === 'exceeds_payment' || denial === 'exceeds_rest';
  const atMost = { refundAmount: MESSAGES.refund.atMost(formatInr(rest)), refundableAmount: String(toRupees(rest)) };
  return new Refusal(REFUND_DENIAL_CODES[denial], { message, ...(isTooMuch && { details: atMost }) });
}

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

/** The sums that refunds hold on a payment and on its capture. Lock order: payment, then attempt. */
@Injectable()
export class RefundReservations {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly queries: RefundsQueries,
    private readonly hooks: PaymentHooks,
  ) {}

  /**
   * Reserves first, then applies the rules: the reservation locks the row until the unit of work ends. A denial rolls the
   * reservation back.
   */
  async reserve(order: RefundOrder | RefundRecord): Promise<Capture> {
    const wanted = await this.queries.findCapture(order.paymentId, order.duplicateChargeId);
    let isReserved = wanted !== null && order.amount > 0;
    // An excess capture is not part of the payment's sums.
    if (isReserved && !wanted?.attempt.excess)
      isReserved = await this.payments.reserveRefund(order.paymentId, order.amount);
    if (isReserved && wanted) isReserved = await this.attempts.reserveRefund(wanted.attempt.id, order.amount);
    const payment = await this.payments.findById(order.paymentId);
    if (!payment) throw new Refusal('PAYMENT_NOT_FOUND');
    const capture = await this.queries.findCapture(order.paymentId, order.duplicateChargeId);
    const subject = await this.queries.subjectOf(payment, capture);
    if (isReserved) subject.reserved -= order.amount;
    const denial = refundDenial(order.origin === 'reversal' ? asReversed(subject) : subject, order.amount);
    if (denial) throw refundRefusal(denial, refundable(subject.captured, subject.reserved));
    // Allowed now, but the reservation failed: another refund has just been released. A retry succeeds.
    if (!capture || !isReserved) throw refundRefusal('exceeds_rest', refundable(subject.captured, subject.reserved));
    if (!capture.attempt.excess) await this.hooks.afterRefundReserved(order.paymentId);
    return capture;
  }

  /** Applies a final status to the sums. @returns the capture */
  async settle(refund: RefundEntity, to: RefundStatus): Promise<PaymentAttemptEntity> {
    const attempt = await this.attempts.findById(refund.attemptId);
    if (!attempt) throw new Error(`refund ${refund.id} lost its capture`);
    if (to === 'rejected') {
      if (!attempt.excess) await this.payments.releaseRefund(refund.paymentId, refund.amount);
      await this.attempts.releaseRefund(refund.attemptId, refund.amount);
    } else if (!attempt.excess) {
      await this.payments.settleRefund(refund.paymentId, refund.amount);
    }
    return attempt;
  }
}
