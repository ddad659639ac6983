import type { PaymentStatus } from '../../src/domain/payment-status';

export interface ListedStatus {
  paymentId: string;
  status: PaymentStatus;
  statusLabel: string;
}

/**
 * What has become of payments that stood on the page before and still do, in one short sentence.
 * @returns an empty text when none of them has another status
 */
export function statusNews<Row extends ListedStatus>(
  before: readonly Row[],
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): string {
  const known = new Map(before.map(({ paymentId, status }) => [paymentId, status]));
  const changed = rows.filter(({ paymentId, status }) => (known.get(paymentId) ?? status) !== status);
  const [first] = changed;
  if (!first) return '';
  return changed.length === 1 ? `${nameOf(first)}: ${first.statusLabel}` : `${changed.length} payments changed`;
}
