import { REFUND_DENIAL_CODES } from '../../src/contracts/denials.js';
import { PAYMENT_STATUSES } from '../../src/domain/payment/payment-status.js';
import { REFUND_STATUSES } from '../../src/domain/refund/refund-rules.js';

const OPEN = ['pending', 'initiated', 'failed', 'cancelled'];
const EVIDENCE = ['paid', 'declined', 'cancelled', 'pending', 'not-found', 'error', 'mismatch', 'silent'];
/** No run asks for nothing or less. */
const REFUND_DENIALS = Object.values(REFUND_DENIAL_CODES).filter((code) => code !== 'REFUND_NOT_POSITIVE');
const REFUSALS: Record<string, string[]> = {
  create: ['AMOUNT_MISMATCH', 'TIER_NOT_SOLD', 'QUOTA_SOLD_OUT', 'PROJECT_CLOSED'],
  initiate: ['ALREADY_PAID', 'REFUNDED', 'LINK_EXPIRED', 'LINK_WITHDRAWN', 'LINK_REPLACED', 'BANK_UNAVAILABLE', 'BANK_REFUSED', 'MONEY_ARRIVED', 'UPGRADE_CLOSED', 'QUOTA_SOLD_OUT', 'TERMS_REQUIRED', 'TERMS_CHANGED'],
  reissue: ['ALREADY_PAID', 'LINK_STILL_LIVE', 'LINK_REPLACED', 'UPGRADE_CLOSED', 'QUOTA_SOLD_OUT', 'MONEY_ARRIVED', 'PROJECT_CLOSED'],
  cancel: ['ALREADY_PAID', 'LINK_AT_BANK', 'LINK_ALREADY_CANCELLED', 'LINK_EXPIRED', 'LINK_REPLACED'],
  correct: ['ALREADY_PAID', 'LINK_AT_BANK', 'LINK_REPLACED', 'UPGRADE_CONTACT_FIXED', 'QUOTA_SOLD_OUT', 'MONEY_ARRIVED', 'PROJECT_CLOSED'],
  refund: ['REFUNDS_DISABLED', ...REFUND_DENIALS, 'REFUND_REFUSED', 'BANK_UNAVAILABLE'],
  upgrade: ['UPGRADE_NOT_AVAILABLE', 'TOKEN_NOT_PAID', 'TOKEN_HAS_REFUND', 'ALREADY_UPGRADED', 'UPGRADE_PENDING', 'REVERSAL_UNDECIDED', 'QUOTA_SOLD_OUT', 'PROJECT_CLOSED'],
  reset: ['UPGRADE_PENDING', 'NO_FAILED_UPGRADE'],
  switch: [],
}; // prettier-ignore
const DECISIONS: Record<string, string[]> = {
  excess_capture: ['refund_duplicate', 'settled_outside'],
  upgrade_duplicate: ['refund_duplicate', 'settled_outside'],
  upgrade_source_refunded: ['refund_duplicate', 'settled_outside'],
  quota_sold_out: ['raise_quota', 'CAPTURE_NOT_CONFIRMED', 'refund_duplicate', 'settled_outside'],
  both_links_paid: ['dismiss'],
  bank_reversal: ['confirm_reversal', 'reversal_error', 'REVIEW_DECIDED'],
  capture_unconfirmed: ['ask_again', 'confirm_reversal', 'reversal_error'],
  amount_mismatch: ['ask_again', 'refunded_at_bank'],
  currency_mismatch: ['ask_again', 'refunded_at_bank'],
  merchant_mismatch: ['ask_again', 'dismiss'],
  reference_mismatch: ['ask_again', 'dismiss'],
  refund_unclear: ['ask_again', 'dismiss'],
  refund_reversed: ['ask_again', 'dismiss', 'repaid_outside'],
};

/** Of projects with catalogues, merchants and limits of their own. */
const LAUNCHES = [
  'paid in: north', 'paid in: south', 'paid at: version one', 'paid at: version after it',
  'paid for: villa', 'upgrade path: villa to platinum', 'upgrade path: silver to villa',
  'upgrade path: gold to platinum', 'upgrade path: silver to gold', 'upgrade path: silver to platinum', 'upgrade path: of a later version',
]; // prettier-ignore

/** The money rules, each as one cell that a run reaches or not. */
export const CELLS: readonly string[] = [
  ...PAYMENT_STATUSES.flatMap((status) => EVIDENCE.map((evidence) => `evidence: ${status} × ${evidence}`)).filter(
    (cell) => !cell.startsWith('evidence: pending × pending'),
  ),
  ...OPEN.map((status) => `late money: ${status}`),
  ...['requested', 'processing', 'unknown', 'completed'].flatMap((status) =>
    ['done', 'rejected', 'not-found', 'unclear'].map((outcome) => `refund: ${status} × ${outcome}`),
  ),
  ...['accepted', 'refused', 'unsent', 'bad-hash', 'unclear'].map((outcome) => `refund: requested × ${outcome}`),
  ...['accepted', 'duplicate', 'refused'].map((outcome) => `refund: unknown × ${outcome}`),
  ...REFUND_STATUSES.map((status) => `refund state: ${status}`),
  ...['pending', 'completed', 'failed', 'platinum', 'released', 'revoked'].map((state) => `upgrade state: ${state}`),
  ...Object.entries(REFUSALS).flatMap(([name, codes]) => ['OK', ...codes].map((code) => `${name}: ${code}`)),
  ...LAUNCHES,
  ...Object.entries(DECISIONS).flatMap(([reason, ends]) => ends.map((end) => `review: ${reason} × ${end}`)),
];

/** @returns the share of cells that were reached; in words, without and with the cells that were not */
export function coverageOf(reached: ReadonlySet<string>): { part: number; text: string; detail: string } {
  const missed = CELLS.filter((cell) => !reached.has(cell));
  const part = (CELLS.length - missed.length) / CELLS.length;
  const text = `${CELLS.length - missed.length} of ${CELLS.length} money rules reached`;
  return { part, text, detail: `${text}; never: ${missed.join(' · ') || 'none'}` };
}
