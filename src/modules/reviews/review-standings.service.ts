import { Injectable } from '@nestjs/common';
import type { ReviewEntity } from '../../database/entities/review.entity.js';
import { isPaid } from '../../domain/payment/payment-status.js';
import { isCaptureDoubt, isDuplicateCharge, type ReviewFacts } from '../../domain/payment/review-rules.js';
import { type CaptureStanding, RefundDecisions, RefundSwitch } from '../refunds/index.js';
import { ReviewsQueries } from './reviews.queries.js';

export interface Standing {
  facts: ReviewFacts;
  capture: CaptureStanding | null;
  /** Paise that a decision about money concerns. */
  atStake: number;
}

/** Reads the state of a review's subject, the input of `allowedDecisions`. */
@Injectable()
export class ReviewStandings {
  constructor(
    private readonly queries: ReviewsQueries,
    private readonly refunds: RefundDecisions,
    private readonly refundSwitch: RefundSwitch,
  ) {}

  async of(review: ReviewEntity): Promise<Standing> {
    const isAboutCapture = isDuplicateCharge(review.reason) || isCaptureDoubt(review.reason);
    const capture = isAboutCapture ? await this.refunds.standingOf(review.paymentId, review.reference) : null;
    const rest = capture?.rest ?? 0;
    const isWhole = capture !== null && capture.attempt.excess && rest === capture.attempt.amount;
    const denial = isCaptureDoubt(review.reason) ? capture?.reversalDenial : capture?.denial;
    const facts: ReviewFacts = {
      rest,
      refundUnderWay: capture?.isUnderWay ?? false,
      refundDenial: rest > 0 ? (denial ?? null) : null,
      refundsOn: (await this.refundSwitch.state()).isEnabled,
      canComplete: isWhole && review.payment !== undefined && !isPaid(review.payment.status),
      ...(await this.queries.unresolvedFacts(review)),
    };
    return { facts, capture, atStake: isAboutCapture && review.state === 'open' ? rest : review.amount };
  }
}
