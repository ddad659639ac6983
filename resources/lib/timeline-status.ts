import type { TimelineEntry } from '../../src/contracts/admin-details';
import { PAYMENT_STATUSES, type PaymentStatus, statusLabel } from '../../src/domain/payment/payment-status';

/** The status that the payment reached with this entry; null where the entry tells something else. */
export function statusOfEntry({ kind, title }: Pick<TimelineEntry, 'kind' | 'title'>): PaymentStatus | null {
  if (kind !== 'status') return null;
  return PAYMENT_STATUSES.find((status) => statusLabel(status) === title) ?? null;
}
