import type { RefundReferences } from '../domain/refund/refund-references.js';
import type { RefundOrigin, RefundStatus } from '../domain/refund/refund-rules.js';

/** POST /api/sales-manager/payments/{paymentId}/refund */
export interface RefundRequest {
  /** Amount in rupees. */
  refundAmount: number;
  /** Reason, stored with the refund; a default is used when it is left out. */
  refundReason?: string;
  /** Refunds this duplicate charge instead of the payment, so the token stays valid. An id from {@link RefundList}. */
  duplicateChargeId?: string;
}

/** Sums of the payment, or of the duplicate charge, in rupees. */
export interface RefundSums {
  /** Completed refunds in rupees. */
  refundedAmount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** What could be refunded now, in rupees; 0 where a rule forbids a refund. */
  refundableAmount: number;
}

/** A refund after its request, with the sums of what it refunds. */
export interface RefundData extends RefundSums {
  /** Public id of the refund. */
  refundId: string;
  /** Refund status. */
  status: RefundStatus;
}

/** One refund of a payment. */
export interface RefundRow extends RefundReferences {
  /** Public id of the refund. */
  refundId: string;
  /** `payment`: of the payment itself · `duplicate`: of a duplicate charge. */
  kind: 'payment' | 'duplicate';
  /** Id of the refunded duplicate charge; null for a refund of the payment itself. */
  duplicateChargeId: string | null;
  /** Amount in rupees. */
  amount: number;
  /** Refund status. */
  status: RefundStatus;
  /**
   * `order`: requested here and sent to the bank; any other value was recorded by an admin for money that the bank had
   * returned without a request from here.
   */
  origin: RefundOrigin;
  /** Reason that was given with the request. */
  reason: string;
  /** True when a `rejected` refund never left for the bank, which was not reached or whose merchant is not configured. */
  neverSent: boolean;
  /** The bank's text when it rejected the refund, or why it was never sent; null otherwise. */
  failure: string | null;
  /** True when the refund is open for more than five bank days. */
  isOverdue: boolean;
  /** When the refund was requested, ISO 8601 UTC. */
  createdAt: string;
  /** When the refund was completed, ISO 8601 UTC; null until then. */
  settledAt: string | null;
}

/** Money that the bank took although the payment was already paid. */
export interface DuplicateCharge extends RefundSums {
  /** Id of the duplicate charge, for `duplicateChargeId` of a refund request. */
  id: string;
  /** Amount of the charge in rupees. */
  amount: number;
  /** When the bank took the money, ISO 8601 UTC; null when the time is unknown. */
  capturedAt: string | null;
  /** The bank's transaction number, masked except for its last four characters; null when it is unknown. */
  bankTxnId: string | null;
  /** Why the charge cannot be refunded now, as a text for staff; null when it can. */
  notRefundable: string | null;
}

/** GET /api/payments/{paymentId}/refunds */
export interface RefundList extends RefundSums {
  /** Refunds, newest first. */
  refunds: RefundRow[];
  /** Duplicate charges of the payment; usually empty. */
  duplicateCharges: DuplicateCharge[];
  /** State of the refund switch; while false the server refuses every refund. */
  isEnabled: boolean;
  /** Why the payment cannot be refunded now, as a text for staff; null when it can. */
  notRefundable: string | null;
}

/** PUT /api/auth/togglePermission/{id} */
export interface PermissionRequest {
  /** Wanted state, so that a repeated request changes nothing; when it is left out, the switch is flipped. */
  isEnabled?: boolean;
}

/**
 * GET /api/auth/getPermissionStatus, PUT /api/auth/togglePermission/{id}. The same fields also stand beside `success`.
 */
export interface PermissionState {
  /** True while refunds are switched on. */
  isEnabled: boolean;
  /** Internal id of the switch. */
  _id: string;
}
