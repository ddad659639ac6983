import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { isRefundOverdue } from '../../domain/calendar/bank-days.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import {
  isDuplicateCharge,
  isRefundReview,
  REVIEW_REASONS,
  type AnyReviewReason,
  refundDoubt,
} from '../../domain/payment/review-rules.js';
import { isRefundFinal, type RefundStatus } from '../../domain/refund/refund-rules.js';
import { Clock } from '../../runtime/clock.js';
import { BankCalendar } from '../calendar/index.js';
import { PaymentsRepository, ReviewRecorder } from '../payments/index.js';
import type { Asked, RefundEvidence } from './refund-bank.js';
import { RefundsRepository } from './refunds.repository.js';

const REFUND_REVIEWS = REVIEW_REASONS.filter(isRefundReview);
const DUPLICATE_REVIEWS = REVIEW_REASONS.filter(isDuplicateCharge);

/** Opens and closes the reviews of refunds, in the unit of work of what causes it. */
@Injectable()
export class RefundReviews {
  constructor(
    private readonly reviews: ReviewRecorder,
    private readonly payments: PaymentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly calendar: BankCalendar,
    private readonly clock: Clock,
  ) {}

  /** Opens a review for what no rule can settle, once. */
  async raiseDoubts(
    refund: RefundEntity,
    evidence: RefundEvidence,
    to: RefundStatus,
    source: EvidenceSource,
  ): Promise<void> {
    if (isRefundFinal(to) || isRefundFinal(refund.status)) return;
    const now = this.clock.now();
    const doubt = refundDoubt({
      contradicts: evidence.kind === 'unclear' && evidence.contradicts,
      isOverdue: isRefundOverdue(now, refund.createdAt, await this.calendar.holidays()),
      isUnknown: to === 'unknown' && refund.status !== 'processing',
      ageMs: now.getTime() - refund.createdAt.getTime(),
    });
    const payment = doubt && (await this.payments.findById(refund.paymentId));
    if (!doubt || !payment) return;
    const answer = evidence.kind === 'unclear' ? evidence.reason : evidence.kind;
    await this.open(refund, payment, doubt, { answer }, source);
  }

  /** The bank names a completed refund as rejected. */
  async openReversal(
    refund: RefundEntity,
    { code, text }: Asked & { kind: 'rejected' },
    source: EvidenceSource,
  ): Promise<void> {
    const payment = await this.payments.findById(refund.paymentId);
    if (!payment) throw new Error(`refund ${refund.id} lost its payment`);
    await this.open(refund, payment, 'refund_reversed', { answer: 'rejected', code, text }, source);
  }

  /** The bank has confirmed a completed refund again. */
  closeReversal({ paymentId, publicId }: RefundEntity): Promise<unknown> {
    return this.reviews.resolve(paymentId, { reason: 'refund_reversed', reference: publicId });
  }

  /** The bank has accepted a refund that it had left without an answer. */
  endUnclear({ paymentId, publicId }: RefundEntity): Promise<void> {
    return this.reviews.resolve(paymentId, { reason: 'refund_unclear', reference: publicId });
  }

  /** Closes reviews that this change settles. */
  async settle(refund: RefundEntity, attempt: PaymentAttemptEntity, to: RefundStatus): Promise<void> {
    const { paymentId, publicId } = refund;
    await this.reviews.resolve(paymentId, { reasons: REFUND_REVIEWS, reference: publicId });
    await this.reviews.afterOrderedRefund(refund.id, to === 'completed');
    if (to !== 'completed' || attempt.bankTxnId === null) return;
    if (!(await this.refunds.isGivenBack(attempt))) return;
    await this.reviews.resolve(paymentId, { reasons: DUPLICATE_REVIEWS, reference: attempt.bankTxnId });
  }

  private open(
    refund: RefundEntity,
    payment: PaymentEntity,
    reason: AnyReviewReason,
    answer: Record<string, string>,
    source: EvidenceSource,
  ): Promise<unknown> {
    return this.reviews.open({
      payment,
      reason,
      reference: refund.publicId,
      amount: refund.amount,
      attemptId: refund.attemptId,
      refundId: refund.id,
      evidence: null,
      bankContext: { refund: refund.bankReference, ...answer, requestedAt: refund.createdAt.toISOString() },
      source,
    });
  }
}
