import type { PaymentStatus } from '../../src/domain/payment/payment-status';
import { formatRupees } from './format';

export interface ListedStatus {
  paymentId: string;
  status: PaymentStatus;
  statusLabel: string;
  /** Rupees on their way back. */
  pendingRefundAmount?: number;
}

/**
 * What has become of payments that stood on the page before and still do, in one short sentence.
 * @returns an empty text when none of them has another status
 */
export function statusChanges<Row extends ListedStatus>(
  before: readonly Row[],
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): string {
  const known = new Map(before.map((row) => [row.paymentId, stateOf(row)]));
  const changed = rows.filter((row) => (known.get(row.paymentId) ?? stateOf(row)) !== stateOf(row));
  const [first] = changed;
  if (!first) return '';
  return changed.length === 1 ? `${nameOf(first)}: ${stateOf(first)}` : `${changed.length} payments changed`;
}

function stateOf({ statusLabel, pendingRefundAmount = 0 }: ListedStatus): string {
  return pendingRefundAmount > 0 ? `Refund ${formatRupees(pendingRefundAmount)} with the bank` : statusLabel;
}
