import { PAYMENT_STATUSES, type PaymentStatus, statusLabel } from './payment-status.js';

/** Paid, with a refund under way; the payment's status does not show this. */
export const REFUND_PENDING = 'refund_pending';

/** The values of a list's status filter. */
export const STATUS_FILTERS = [...PAYMENT_STATUSES, REFUND_PENDING] as const;
export type StatusFilter = PaymentStatus | typeof REFUND_PENDING;

export function statusFilterLabel(filter: StatusFilter): string {
  return filter === REFUND_PENDING ? 'Refund on its way' : statusLabel(filter);
}

/** The filter as a condition of a list; empty means none. */
export function statusCondition(filter: StatusFilter | ''): { status?: PaymentStatus; refundPending?: true } {
  if (filter === '') return {};
  return filter === REFUND_PENDING ? { refundPending: true } : { status: filter };
}
