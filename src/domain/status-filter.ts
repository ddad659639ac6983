import { PAYMENT_STATUSES, type PaymentStatus, statusLabel } from './payment-status.js';

/** Paid, and part of the money or all of it on its way back: the status itself does not tell. */
export const REFUND_PENDING = 'refund_pending';

/** What a list can be narrowed down to by its status. */
export const STATUS_FILTERS = [...PAYMENT_STATUSES, REFUND_PENDING] as const;
export type StatusFilter = PaymentStatus | typeof REFUND_PENDING;

export function statusFilterLabel(filter: StatusFilter): string {
  return filter === REFUND_PENDING ? 'Refund on its way' : statusLabel(filter);
}

/** As a condition of a list; an empty text is none. */
export function statusCondition(filter: StatusFilter | ''): { status?: PaymentStatus; refundPending?: true } {
  if (filter === '') return {};
  return filter === REFUND_PENDING ? { refundPending: true } : { status: filter };
}
