import type { AttemptStatus, PaymentStatus } from '../domain/payment/payment-status.js';
import type { RefundReferences } from '../domain/refund/refund-references.js';
import type { RefundStatus } from '../domain/refund/refund-rules.js';
import type { PaymentType, ReferenceType, TokenType } from '../domain/payment/token-catalogue.js';
import type { UpgradeStatus } from '../domain/upgrade/upgrade-rules.js';

export type TimelineKind =
  | 'created'
  | 'customer'
  | 'bank'
  | 'status'
  | 'refund'
  | 'upgrade'
  | 'mail'
  | 'review'
  | 'staff';

/** One thing that happened. */
export interface TimelineEntry {
  at: string;
  kind: TimelineKind;
  title: string;
  /** In a sentence, or null when the title says it all. */
  detail: string | null;
  /** Who did it: a member of staff by name, else `Customer`, `Bank` or `TokenDesk`. */
  actor: string;
  requestId: string | null;
}

export interface AttemptDetails {
  number: number;
  invoiceNo: string;
  status: AttemptStatus;
  amount: number;
  excess: boolean;
  bankTxnId: string | null;
  bankPaymentId: string | null;
  paymentMode: string | null;
  responseCode: string | null;
  responseText: string | null;
  createdAt: string;
  sentAt: string | null;
  capturedAt: string | null;
  closedAt: string | null;
  /** The bank's payout that this capture was in, once its settlement report has named it. */
  settlement: { id: string; utr: string | null; date: string | null; amount: number | null } | null;
  nextCheckAt: string | null;
  checkCount: number;
}

/** A question to the bank and its answer, masked as they were stored. */
export interface ExchangeDetails {
  id: string;
  at: string;
  kind: string;
  reference: string;
  outcome: string;
  httpStatus: number | null;
  durationMs: number;
  request: string;
  response: string;
  requestId: string | null;
}

export interface RefundDetails extends RefundReferences {
  refundId: string;
  /** Gives back money that was taken twice: the payment and its token are untouched by it. */
  ofDuplicateCharge: boolean;
  amount: number;
  reason: string;
  status: RefundStatus;
  responseCode: string | null;
  responseText: string | null;
  requestedBy: string | null;
  createdAt: string;
  settledAt: string | null;
}

export interface UpgradeDetails {
  /** Whether this payment's token is the one that is upgraded, or this payment pays for the upgrade. */
  role: 'source' | 'upgrade';
  /** The payment at the other end. */
  paymentId: string;
  tokenNumber: string | null;
  /** Its whole amount was given back: its token number is void. */
  tokenVoid: boolean;
  status: UpgradeStatus;
  amount: number;
  notes: string | null;
  createdAt: string;
  completedAt: string | null;
}

export interface AuditDetails {
  at: string;
  actor: string;
  action: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  requestId: string | null;
}

/** GET /api/payments/admin/{paymentId}/details. Amounts are rupees, times ISO 8601 UTC; lists run from old to new. */
export interface AdminPaymentDetails {
  payment: {
    paymentId: string;
    tokenType: TokenType;
    tokenNumber: string | null;
    /** The whole amount was given back: the token number is void. */
    tokenVoid: boolean;
    originalTokenNumber: string | null;
    paymentType: PaymentType;
    status: PaymentStatus;
    statusLabel: string;
    statusReason: string | null;
    reviewReason: string | null;
    late: boolean;
    referenceType: ReferenceType;
    brokerName: string | null;
    paymentGateway: string;
    createdAt: string;
    openedAt: string | null;
    initiatedAt: string | null;
    paidAt: string | null;
    paymentLinkExpiresAt: string;
  };
  /** The phone number is `+91…` in full; of the PAN only the end. */
  customer: { name: string; email: string; phone: string | null; pan: string | null };
  salesManager: { name: string; email: string };
  /** `reserved` counts refunds under way and settled ones, `pending` those under way alone. `net`: paid and not given back. */
  amounts: { amount: number; refunded: number; pending: number; reserved: number; net: number };
  timeline: TimelineEntry[];
  attempts: AttemptDetails[];
  exchanges: ExchangeDetails[];
  refunds: RefundDetails[];
  upgrades: UpgradeDetails[];
  audit: AuditDetails[];
  /** Older entries of the timeline, exchanges or audit were left out. */
  isShortened: boolean;
}
