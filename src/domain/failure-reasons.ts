import { shownBankText } from './bank-text.js';
import { BROKEN_OFF, DECLINED, FAILED, PAYER_CANCELLED, TIMED_OUT } from './bank-codes.js';

/** Why a payment did not go through, as far as the bank lets it be known. */
export const FAILURE_KINDS = [
  'cancelled',
  'insufficient-funds',
  'not-authenticated',
  'limit-exceeded',
  'timed-out',
  'declined',
  'technical',
  /** The bank gave a reason that we do not know. */
  'unknown',
  /** The bank gave no reason at all. */
  'unexplained',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** What the bank said about an attempt that it has ended. */
export interface BankRefusal {
  /** The bank says that the payer stopped it, whatever the code. */
  isCancelled: boolean;
  code: string | null;
  /** The bank's own words, read for hints. */
  text: string | null;
}

/** The codes that the bank's protocol names for a payment that has ended without money. */
const BY_CODE: Readonly<Record<string, FailureKind>> = {
  ...Object.fromEntries(PAYER_CANCELLED.map((code) => [code, 'cancelled'] as const)),
  [DECLINED]: 'declined',
  [FAILED]: 'technical',
  [BROKEN_OFF]: 'timed-out',
  [TIMED_OUT]: 'timed-out',
};

/** The protocol has no codes for these; its texts name them. Tried in this order, the narrower meaning first. */
const BY_HINT: readonly [RegExp, FailureKind][] = [
  [/insufficient|not sufficient|\blow balance/i, 'insufficient-funds'],
  [/\botp\b|authenticat|3-?d ?secure|\bpin\b|\bpassword\b|\bcvv\b/i, 'not-authenticated'],
  [/\blimits?\b/i, 'limit-exceeded'],
  [/time[ds]?[ -]?out|\bexpired\b/i, 'timed-out'],
  [/technical|unavailable|issuer (is )?(down|inoperative)|system (error|failure)/i, 'technical'],
];

/** Pure; a text or code that nobody knows is `unknown`, never a guess. */
export function failureKindOf({ isCancelled, code, text }: BankRefusal): FailureKind {
  const coded = code !== null && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (isCancelled || coded === 'cancelled') return 'cancelled';
  const hint = BY_HINT.find(([pattern]) => text !== null && pattern.test(text));
  return hint?.[1] ?? coded ?? (shownBankText(text) === null ? 'unexplained' : 'unknown');
}
