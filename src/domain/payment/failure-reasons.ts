import { shownBankText } from '../bank-hash/bank-text.js';
import { BROKEN_OFF, DECLINED, FAILED, PAYER_CANCELLED, TIMED_OUT } from '../bank-hash/bank-codes.js';

/** Why a payment failed, as far as the bank's answer tells. */
export const FAILURE_KINDS = [
  'cancelled',
  'insufficient-funds',
  'not-authenticated',
  'limit-exceeded',
  'timed-out',
  'declined',
  'technical',
  /** The bank gave a reason that is not mapped. */
  'unknown',
  /** The bank gave no reason. */
  'unexplained',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The bank's final answer about an attempt that was not paid. */
export interface BankRefusal {
  /** The bank reports that the payer cancelled, whatever the code. */
  isCancelled: boolean;
  code: string | null;
  /** The bank's description, searched for hints. */
  text: string | null;
}

/** Codes of a payment that ended without money, docs/bank-protocol.md#codes. */
const BY_CODE: Readonly<Record<string, FailureKind>> = {
  ...Object.fromEntries(PAYER_CANCELLED.map((code) => [code, 'cancelled'] as const)),
  [DECLINED]: 'declined',
  [FAILED]: 'technical',
  [BROKEN_OFF]: 'timed-out',
  [TIMED_OUT]: 'timed-out',
};

/** The bank has no codes for these, only texts. Tried in this order, the narrower meaning first. */
const BY_HINT: readonly [RegExp, FailureKind][] = [
  [/insufficient|not sufficient|\blow balance/i, 'insufficient-funds'],
  [/\botp\b|authenticat|3-?d ?secure|\bpin\b|\bpassword\b|\bcvv\b/i, 'not-authenticated'],
  [/\blimits?\b/i, 'limit-exceeded'],
  [/time[ds]?[ -]?out|\bexpired\b/i, 'timed-out'],
  [/technical|unavailable|issuer (is )?(down|inoperative)|system (error|failure)/i, 'technical'],
];

/** Pure. An unmapped text or code is `unknown`. */
export function failureKindOf({ isCancelled, code, text }: BankRefusal): FailureKind {
  const coded = code !== null && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (isCancelled || coded === 'cancelled') return 'cancelled';
  const hint = BY_HINT.find(([pattern]) => text !== null && pattern.test(text));
  return hint?.[1] ?? coded ?? (shownBankText(text) === null ? 'unexplained' : 'unknown');
}
