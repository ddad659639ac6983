import { Injectable, Logger } from '@nestjs/common';
import type { ReviewEntity } from '../../database/entities/review.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isCaptureDoubt, isRefundReview } from '../../domain/payment/review-rules.js';
import { Clock } from '../../runtime/clock.js';
import {
  AttemptsRepository,
  endedWithoutMoney,
  PaymentTransitions,
  ReviewRecorder,
  StatusChecker,
  type Verdict,
} from '../payments/index.js';
import { RefundDecisions } from '../refunds/index.js';

/** The review was decided between read and write; the unit of work rolls back. */
export class LostRace extends Error {}

/** Ends a review, and does to its attempt what the decision says. */
@Injectable()
export class ReviewFollowUps {
  private readonly logger = new Logger(ReviewFollowUps.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly recorder: ReviewRecorder,
    private readonly refunds: RefundDecisions,
    private readonly transitions: PaymentTransitions,
    private readonly checker: StatusChecker,
    private readonly attempts: AttemptsRepository,
  ) {}

  /** In the current unit of work. @throws LostRace */
  async end(review: ReviewEntity, verdict: Verdict): Promise<void> {
    if (!(await this.recorder.decide(review, verdict))) throw new LostRace();
  }

  /**
   * The decision stands, whatever the bank answers. One that a reversal was an error holds for what the bank has said until it confirms
   * the capture, which it may do now.
   */
  async askAgain(review: ReviewEntity, verdict: Verdict): Promise<void> {
    const since = this.clock.now();
    await this.uow.run(async () => {
      await this.end(review, verdict);
      // If the call fails, or this process dies before it, the poll job makes it.
      if (isRefundReview(review.reason)) {
        if (review.refundId !== null) await this.refunds.makeDue(review.refundId);
      } else if (review.attemptId !== null) {
        await this.attempts.makeDue([{ id: review.attemptId, bankMerchantTxnNo: null }]);
      }
    });
    try {
      if (isRefundReview(review.reason)) {
        if (review.refundId !== null) await this.refunds.askAgain(review.refundId);
      } else if (review.attemptId !== null) {
        await this.checker.checkAttempt(review.attemptId, 'staff', since);
      }
    } catch (error) {
      // The decision stands; the poll job continues.
      this.logger.error({ msg: 'status check for a review failed', review: review.id, err: error });
    }
  }

  /**
   * Before the loss of a capture is recorded: its doubt or reversal may be days old, and the bank confirms the money by now. Its review
   * has ended then. Without an answer the admin's word counts.
   */
  async askFirst(review: ReviewEntity): Promise<void> {
    if (!isCaptureDoubt(review.reason) || review.attemptId === null) return;
    await this.checker.checkAttempt(review.attemptId, 'staff', this.clock.now());
  }

  /**
   * Nothing more is expected on an invoice whose money the bank has given back: the next Pay makes another, and the payment ends with its
   * link. Late money there still completes it.
   */
  async endRefundedAtBank(review: ReviewEntity, verdict: Verdict): Promise<void> {
    await this.uow.run(async () => {
      await this.end(review, verdict);
      const attempt = review.attemptId === null ? null : await this.attempts.lock(review.attemptId);
      if (attempt === null || attempt.openPaymentId === null) return;
      await this.attempts.update(attempt, endedWithoutMoney(attempt, 'abandoned', this.clock.now()));
    });
  }

  /** Expires the link as usual; late money still completes it. */
  async closeNotPaid(review: ReviewEntity, verdict: Verdict): Promise<void> {
    await this.uow.run(async () => {
      await this.end(review, verdict);
      // Closing the review has locked the payment. A link that was reissued since stays: the review was about the invoice before.
      const attempt = review.attemptId === null ? null : await this.attempts.findById(review.attemptId);
      if (attempt === null || attempt.openPaymentId === null) return;
      await this.transitions.apply(review.paymentId, attempt.id, { kind: 'expired' }, 'staff');
    });
  }
}
