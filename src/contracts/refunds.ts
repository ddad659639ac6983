import type { RefundReferences } from '../domain/refund/refund-references.js';
import type { RefundOrigin, RefundStatus } from '../domain/refund/refund-rules.js';

/** POST /api/sales-manager/payments/{paymentId}/refund */
export interface RefundRequest {
  /** Rupees. */
  refundAmount: number;
  refundReason?: string;
  /** Gives back this duplicate charge instead of the payment: the token stays. From {@link RefundList}. */
  duplicateChargeId?: string;
}

/** Of the payment, or of the duplicate charge that the refund is about. Rupees. */
export interface RefundSums {
  /** Given back, as the bank has confirmed. */
  refundedAmount: number;
  /** On its way. */
  pendingRefundAmount: number;
  /** What could be refunded now; 0 where a rule forbids it. */
  refundableAmount: number;
}

export interface RefundData extends RefundSums {
  refundId: string;
  status: RefundStatus;
}

export interface RefundRow extends RefundReferences {
  refundId: string;
  kind: 'payment' | 'duplicate';
  duplicateChargeId: string | null;
  amount: number;
  status: RefundStatus;
  /** Anything but `order` was recorded by an admin: the money went back without an order of ours. */
  origin: RefundOrigin;
  reason: string;
  /** What the bank said when it refused. */
  failure: string | null;
  /** Under way for more than five bank days. */
  isOverdue: boolean;
  createdAt: string;
  settledAt: string | null;
}

/** Money that the bank took although the payment was already paid. */
export interface DuplicateCharge extends RefundSums {
  id: string;
  amount: number;
  capturedAt: string | null;
  /** The last four characters. */
  bankTxnId: string | null;
  /** Why it cannot be refunded now; null when it can. */
  notRefundable: string | null;
}

/** GET /api/payments/{paymentId}/refunds, newest first. */
export interface RefundList extends RefundSums {
  refunds: RefundRow[];
  duplicateCharges: DuplicateCharge[];
  /** While false the server refuses every refund. */
  isEnabled: boolean;
  /** Why the payment cannot be refunded now; null when it can. */
  notRefundable: string | null;
}

/** PUT /api/auth/togglePermission/{id}: the state that is wanted, so that a repetition changes nothing; without it the switch is flipped. */
export interface PermissionRequest {
  isEnabled?: boolean;
}

/** GET /api/auth/getPermissionStatus, PUT /api/auth/togglePermission/{id}: also beside `success`, at the top. */
export interface PermissionState {
  isEnabled: boolean;
  _id: string;
}
