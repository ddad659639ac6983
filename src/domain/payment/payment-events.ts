import type { PaymentStatus } from './payment-status.js';
import type { RefundStatus } from '../refund/refund-rules.js';
import type { AnyReviewReason } from './review-rules.js';

/** Every type of row in `payment_events`. */
export type PaymentEventType =
  | 'created'
  | 'reissued'
  | 'link-ended'
  | 'link.mailed'
  | 'receipt.mailed'
  | 'review.ended'
  | `invoice.${'created' | 'exists' | 'refused' | 'not-sent' | 'unknown'}`
  | `status.${PaymentStatus}`
  | `review.${AnyReviewReason}`
  | `refund.${RefundStatus}`;
