import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { Evidence, EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import type { PaymentStatus } from '../../../domain/payment/payment-status.js';
import type { AnyReviewReason } from '../../../domain/payment/review-rules.js';

export interface Transition {
  /** The payment after the change. */
  payment: PaymentEntity;
  attempt: PaymentAttemptEntity | null;
  evidence: Evidence;
  from: PaymentStatus;
  to: PaymentStatus;
  source: EvidenceSource;
  /** Issued with the change to `completed`; null for any other. */
  receiptNumber: string | null;
}

/** A review that was opened; the payment's status is unchanged. */
export interface Review {
  payment: PaymentEntity;
  reason: AnyReviewReason;
  /** Identifies the review together with payment and reason. */
  reference: string;
  /** Paise at stake: of the capture or the refund in review, else the price. */
  amount: number;
  /** Null: not caused by a STATUS result. */
  evidence: Evidence | null;
  /** How often the same was called an error before, and then confirmed by the bank. */
  repetition?: number;
}
