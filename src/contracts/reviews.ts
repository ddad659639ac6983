import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { AnyReviewReason, ReviewDecision, ReviewState } from '../domain/payment/review-rules.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { Pagination } from './common.js';

/** A label and what stands there, ready to be shown. */
export interface Fact {
  label: string;
  value: string;
}

export interface DecisionChoice {
  decision: ReviewDecision;
  label: string;
  /** What follows from it. */
  explanation: string;
  needsBankReference: boolean;
  needsAmount: boolean;
}

export interface ReviewAttempt {
  invoiceNo: string;
  status: string;
  /** Rupees. */
  amount: number;
  isDuplicate: boolean;
  bankTxnId: string | null;
  capturedAt: string | null;
  lastCheckedAt: string | null;
}

/** One row of GET /api/admin/reviews, and GET /api/admin/reviews/{reviewId}. */
export interface ReviewRow {
  reviewId: string;
  paymentId: string;
  reason: AnyReviewReason;
  reasonLabel: string;
  explanation: string;
  state: ReviewState;
  /** Rupees at stake now: what a decision about money is about. */
  amount: number;
  customer: { name: string; email: string };
  salesManager: { name: string; email: string };
  tokenType: TokenType;
  tokenNumber: string;
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  paymentStatus: PaymentStatus;
  paymentStatusLabel: string;
  openedAt: string;
  /** What the bank said, and what was expected. */
  said: Fact[];
  expected: Fact[];
  attempts: ReviewAttempt[];
  /** The bank's last answers about it, newest first, masked. */
  answers: { at: string; outcome: string; fields: Fact[] }[];
  choices: DecisionChoice[];
  /** Why fewer decisions are possible than usual. */
  blocked: string | null;
  /** Null while nobody has decided. */
  decided: {
    label: string;
    by: string | null;
    at: string;
    note: string | null;
    bankReference: string | null;
  } | null;
}

export interface ReviewFilters {
  state: 'open' | 'decided';
  reason: AnyReviewReason | '';
  /** Id of the admin who decided; only with `decided`. */
  decidedBy: string;
  sort: 'oldest' | 'largest';
  page: number;
}

export interface ReviewList {
  reviews: ReviewRow[];
  pagination: Pagination;
}

/** POST /api/admin/reviews/{reviewId}/decide */
export interface ReviewDecisionRequest {
  decision: ReviewDecision;
  /** 3 to 500 characters. */
  note: string;
  /** As the bank gave it, for what was settled there. */
  bankReference?: string;
  /** Rupees, as shown to whoever decided; refused when something else is at stake by now. */
  confirmedAmount?: number;
}

/** GET /api/admin/reviews/count */
export interface ReviewCount {
  open: number;
}
