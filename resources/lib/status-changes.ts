import { type SaleFacts, saleText } from './sale-words';

export interface ListedStatus extends SaleFacts {
  paymentId: string;
}

/**
 * What has become of payments that stood on the page before and still do, in one short sentence.
 * @returns an empty text when none of them has another status
 */
export function statusChanges<Row extends ListedStatus>(
  before: readonly Row[],
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  nowMs: number,
): string {
  const known = new Map(before.map((row) => [row.paymentId, stateOf(row)]));
  const changed = rows.filter((row) => (known.get(row.paymentId) ?? stateOf(row)) !== stateOf(row));
  const [first] = changed;
  if (!first) return '';
  return changed.length === 1 ? `${nameOf(first)}: ${saleText(first, nowMs)}` : `${changed.length} payments changed`;
}

/** What counts as a change: that a link was opened or mailed does not. */
function stateOf({ status, pendingRefundAmount, tokenVoid }: SaleFacts): string {
  return `${status} ${pendingRefundAmount} ${tokenVoid}`;
}
