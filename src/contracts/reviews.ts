import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { AnyReviewReason, ReviewDecision, ReviewState } from '../domain/payment/review-rules.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { Pagination } from './common.js';

/** A label and a value, ready to be shown. */
export interface Fact {
  /** Name of the value. */
  label: string;
  /** The value as a text for people. */
  value: string;
}

/** A decision that the review allows now. */
export interface DecisionChoice {
  /** The decision, for programs. */
  decision: ReviewDecision;
  /** The decision as a text for people. */
  label: string;
  /** What the decision does. */
  explanation: string;
  /** True when `bankReference` must be given. */
  needsBankReference: boolean;
  /** True when `confirmedAmount` must be given. */
  needsAmount: boolean;
}

/** One attempt of the reviewed payment. */
export interface ReviewAttempt {
  /** Invoice number, our reference at the bank. */
  invoiceNo: string;
  /** Attempt status. */
  status: string;
  /** Amount in rupees. */
  amount: number;
  /** True for a capture that completes nothing, such as a duplicate charge. */
  isDuplicate: boolean;
  /** The bank's transaction number; null until it is known. */
  bankTxnId: string | null;
  /** When the bank's capture was recorded, ISO 8601 UTC; null without one. */
  capturedAt: string | null;
  /** Last STATUS check, ISO 8601 UTC; null without one. */
  lastCheckedAt: string | null;
}

/** One row of GET /api/admin/reviews, and the answer to GET /api/admin/reviews/{reviewId}. */
export interface ReviewRow {
  /** Public id of the review. */
  reviewId: string;
  /** Public id of the payment. */
  paymentId: string;
  /** Reason of the review, for programs. */
  reason: AnyReviewReason;
  /** Reason of the review as a text for people. */
  reasonLabel: string;
  /** What the reason means, in sentences. */
  explanation: string;
  /** Whether the review is open. */
  state: ReviewState;
  /** Amount at stake now, in rupees: what a decision about money moves. */
  amount: number;
  /** Full name and email address of the customer. */
  customer: { name: string; email: string };
  /** Name and email address of the seller. */
  salesManager: { name: string; email: string };
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Payment status. */
  paymentStatus: PaymentStatus;
  /** Payment status as a text for people. */
  paymentStatusLabel: string;
  /** When the review was opened, ISO 8601 UTC. */
  openedAt: string;
  /** What the bank reported. */
  said: Fact[];
  /** What was expected instead. */
  expected: Fact[];
  /** Attempts of the payment at the bank. */
  attempts: ReviewAttempt[];
  /** The bank's last answers about the payment, masked, newest first; `at` is ISO 8601 UTC. */
  answers: { at: string; outcome: string; fields: Fact[] }[];
  /** Decisions that are allowed now; empty once the review is closed. */
  choices: DecisionChoice[];
  /** Why fewer decisions are allowed than usual; null when all are. */
  blocked: string | null;
  /** The decision; null while the review is not decided. */
  decided: {
    /** The decision as a text for people. */
    label: string;
    /** Name of the admin who decided; null when the account is unknown. */
    by: string | null;
    /** When the review was decided, ISO 8601 UTC. */
    at: string;
    /** Reason of the decision; null without one. */
    note: string | null;
    /** Reference of the bank; null when the decision needs none. */
    bankReference: string | null;
  } | null;
}

/** The filters of the reviews as they stand in the address. */
export interface ReviewFilters {
  /** Open or decided reviews. */
  state: 'open' | 'decided';
  /** Reason of the review; empty for no filter. */
  reason: AnyReviewReason | '';
  /** Internal id of the admin who decided, only with `decided`; empty for no filter. */
  decidedBy: string;
  /** `oldest`: the oldest first · `largest`: the largest amount first. */
  sort: 'oldest' | 'largest';
  /** Number of the page, from 1. */
  page: number;
}

/** GET /api/admin/reviews */
export interface ReviewList {
  /** The reviews of this page. */
  reviews: ReviewRow[];
  /** Position of this page in the list. */
  pagination: Pagination;
}

/** POST /api/admin/reviews/{reviewId}/decide */
export interface ReviewDecisionRequest {
  /** One of the decisions that the review allows now. */
  decision: ReviewDecision;
  /** Reason of the decision, 3 to 500 characters. */
  note: string;
  /** Reference of the bank, for a decision that needs it. */
  bankReference?: string;
  /** Amount at stake in rupees, as it was shown; the decision is refused when it has changed. */
  confirmedAmount?: number;
}

/** GET /api/admin/reviews/count */
export interface ReviewCount {
  /** Number of reviews that wait for a decision: not those that are decided and wait for their refund, which the list of open ones shows. */
  open: number;
}
