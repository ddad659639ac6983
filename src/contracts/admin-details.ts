import type { AttemptStatus, PaymentStatus } from '../domain/payment/payment-status.js';
import type { RefundReferences } from '../domain/refund/refund-references.js';
import type { RefundOrigin, RefundStatus } from '../domain/refund/refund-rules.js';
import type { PaymentType, ReferenceType, TokenType } from '../domain/payment/token-catalogue.js';
import type { SoldIn } from './events.js';
import type { Holding } from './holdings.js';
import type { AgreementDetails } from './projects.js';
import type { UpgradeStatus } from '../domain/upgrade/upgrade-rules.js';

/** Kind of an event of the timeline. */
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

/** One event in the life of a payment. */
export interface TimelineEntry {
  /** Time of the event, ISO 8601 UTC. */
  at: string;
  /** Kind of the event. */
  kind: TimelineKind;
  /** The event in a few words. */
  title: string;
  /** More about it in a sentence; null when the title says it all. */
  detail: string | null;
  /** Who did it: the name of a member of staff, else `Customer`, `Bank` or `TokenDesk`. */
  actor: string;
  /** `X-Request-Id` of the request that caused it; null without a request. */
  requestId: string | null;
}

/** GET /api/payments/{paymentId}/timeline: what happened to a sale, for its seller. From old to new. */
export interface SaleTimeline {
  /** Events of the payment, without texts of mail servers and without request ids. */
  timeline: TimelineEntry[];
  /** Other sales of one's own to the same person, over all projects; missing without any, and where there is one project. */
  alsoHolds?: Holding[];
  /** True when older entries are left out. */
  isShortened: boolean;
}

/** One attempt of the payment at the bank. */
export interface AttemptDetails {
  /** Number of the attempt, from 1. */
  number: number;
  /** Invoice number, our reference at the bank. */
  invoiceNo: string;
  /** Attempt status. */
  status: AttemptStatus;
  /** Amount in rupees. */
  amount: number;
  /** True for a capture that completes nothing, such as a duplicate charge. */
  excess: boolean;
  /** The bank's transaction number; null until it is known. */
  bankTxnId: string | null;
  /** The bank's payment number; null until it is known. */
  bankPaymentId: string | null;
  /** Payment mode as the bank names it; null until it is known. */
  paymentMode: string | null;
  /** Response code of the bank's last answer; null without one. */
  responseCode: string | null;
  /** Response text of the bank's last answer; null without one. */
  responseText: string | null;
  /** When the attempt was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the customer was first sent to the bank's page, ISO 8601 UTC; null until then. */
  sentAt: string | null;
  /** When the bank's capture was recorded, ISO 8601 UTC; null without one. */
  capturedAt: string | null;
  /** When the attempt ended, ISO 8601 UTC; null while it is open. */
  closedAt: string | null;
  /**
   * The bank's payout that includes this capture: settlement number, bank reference (UTR), IST day and rupees after
   * charges; null until a settlement report names the capture.
   */
  settlement: { id: string; utr: string | null; date: string | null; amount: number | null } | null;
  /** When the bank is asked again, ISO 8601 UTC; null when no check is planned. */
  nextCheckAt: string | null;
  /** Number of STATUS checks so far. */
  checkCount: number;
}

/** A request to the bank and its answer, masked. */
export interface ExchangeDetails {
  /** Internal id of the exchange. */
  id: string;
  /** Start of the request, ISO 8601 UTC. */
  at: string;
  /** Kind of the request, e.g. `status`. */
  kind: string;
  /** Invoice number or refund reference that the request is about. */
  reference: string;
  /** How the answer was read, e.g. `paid` or `unknown`. */
  outcome: string;
  /** HTTP status of the answer; null when none came. */
  httpStatus: number | null;
  /** Duration in milliseconds. */
  durationMs: number;
  /** Masked text of the request. */
  request: string;
  /** Masked text of the answer; empty when none came. */
  response: string;
  /** `X-Request-Id` of the request that caused it; null without a request. */
  requestId: string | null;
}

/** One refund of the payment. */
export interface RefundDetails extends RefundReferences {
  /** Public id of the refund. */
  refundId: string;
  /** True for the refund of a duplicate charge, which leaves the payment and its token unchanged. */
  ofDuplicateCharge: boolean;
  /** Amount in rupees. */
  amount: number;
  /** Reason that was given with the request. */
  reason: string;
  /** Refund status. */
  status: RefundStatus;
  /**
   * `order`: requested here and sent to the bank; any other value was recorded by an admin for money that the bank had
   * returned without a request from here.
   */
  origin: RefundOrigin;
  /** True when a `rejected` refund never left for the bank, which was not reached or whose merchant is not configured. */
  neverSent: boolean;
  /** Response code of the bank's last answer, `not_sent` or `no_merchant` where `neverSent`; null without one. */
  responseCode: string | null;
  /** Response text of the bank's last answer, or why it was never sent; null without one. */
  responseText: string | null;
  /** Name of the person who requested the refund, or recorded it; null when nobody did, or when the account is unknown. */
  requestedBy: string | null;
  /** When the refund was requested, ISO 8601 UTC. */
  createdAt: string;
  /** When the refund was completed, ISO 8601 UTC; null until then. */
  settledAt: string | null;
}

/** One upgrade that the payment is part of. */
export interface UpgradeDetails {
  /** `source`: the token of this payment is upgraded · `upgrade`: this payment pays for the upgrade. */
  role: 'source' | 'upgrade';
  /** Public id of the other payment of the upgrade. */
  paymentId: string;
  /** Token number of the other payment; null until it is completed. */
  tokenNumber: string | null;
  /** True when the token number of the other payment is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Upgrade status. */
  status: UpgradeStatus;
  /** Difference in rupees. */
  amount: number;
  /** Why the upgrade failed or was closed, as a text for staff; null when there is nothing to say. */
  notes: string | null;
  /** When the upgrade link was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the upgrade was completed, ISO 8601 UTC; null until then. */
  completedAt: string | null;
}

/** One audit entry about the payment. */
export interface AuditDetails {
  /** Time of the entry, ISO 8601 UTC. */
  at: string;
  /** Who did it: the name of a member of staff, else the kind of actor. */
  actor: string;
  /** Audit action, e.g. `refund.completed`. */
  action: string;
  /** Value before the change; null where there is none. */
  from: string | null;
  /** Value after the change; null where there is none. */
  to: string | null;
  /** Reason that was given; null without one. */
  reason: string | null;
  /** `X-Request-Id` of the request that caused it; null without a request. */
  requestId: string | null;
}

/** GET /api/payments/admin/{paymentId}/details. All lists run from old to new. */
export interface AdminPaymentDetails {
  /** The payment itself. */
  payment: {
    /** Public id of the payment, part of its link. */
    paymentId: string;
    /** Tier that the payment is for. */
    tokenType: TokenType;
    /** Token number; null until the payment is completed. */
    tokenNumber: string | null;
    /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
    tokenVoid: boolean;
    /** Number of the upgraded gold token; null unless the payment is an upgrade. */
    originalTokenNumber: string | null;
    /** Whether the payment is a sale or an upgrade. */
    paymentType: PaymentType;
    /** Payment status. */
    status: PaymentStatus;
    /** Payment status as a text for people. */
    statusLabel: string;
    /** Why the payment has this status, e.g. `link_expired`; null when the status says it all. */
    statusReason: string | null;
    /** Reason of the open review; null without one. */
    reviewReason: string | null;
    /** True when the payment was completed after it had failed, was cancelled or had expired. */
    late: boolean;
    /** How the customer came: directly or through a channel partner. */
    referenceType: ReferenceType;
    /** Name of the channel partner's broker; null without one. */
    brokerName: string | null;
    /** Name of the bank's gateway. */
    paymentGateway: string;
    /** When the link was created, ISO 8601 UTC. */
    createdAt: string;
    /** When the customer first opened the link, ISO 8601 UTC; null until then. */
    openedAt: string | null;
    /** When the customer was first sent to the bank, ISO 8601 UTC; null until then. */
    initiatedAt: string | null;
    /** When the payment was completed, ISO 8601 UTC; null until then. */
    paidAt: string | null;
    /** End of the link, ISO 8601 UTC. */
    paymentLinkExpiresAt: string;
  };
  /** Name, email, phone (`+91…` in full, null when none is known) and the masked PAN (null when none is known). */
  customer: { name: string; email: string; phone: string | null; pan: string | null };
  /** Name and email address of the seller. */
  salesManager: { name: string; email: string };
  /**
   * Rupees: `amount` is the price, `refunded` completed refunds, `pending` open refunds, `reserved` both together,
   * `net` what was paid less completed refunds (0 when not paid).
   */
  amounts: { amount: number; refunded: number; pending: number; reserved: number; net: number };
  /** Events of the payment. */
  timeline: TimelineEntry[];
  /** Attempts at the bank. */
  attempts: AttemptDetails[];
  /** Requests to the bank and their answers. */
  exchanges: ExchangeDetails[];
  /** Refunds of the payment and of its duplicate charges. */
  refunds: RefundDetails[];
  /** Upgrades that the payment is part of. */
  upgrades: UpgradeDetails[];
  /** Audit entries about the payment. */
  audit: AuditDetails[];
  /** Where it was sold; missing where there is only the default event. */
  soldIn?: SoldIn;
  /** Other payments of the same person, over all projects; missing without any, and where there is one project. */
  alsoHolds?: Holding[];
  /** Agreements to terms, one for each press of Pay; missing without any. */
  agreements?: AgreementDetails[];
  /** True when older entries of the timeline, the exchanges or the audit log are left out. */
  isShortened: boolean;
}
