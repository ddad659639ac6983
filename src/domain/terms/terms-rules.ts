import type { IstDay } from '../calendar/ist-day.js';

/** Languages in which terms are written; each customer agrees to the text in one of them. */
export const TERMS_LANGUAGES = ['en', 'hi'] as const;
export type TermsLanguage = (typeof TERMS_LANGUAGES)[number];

/** Characters of one text of a version. Three bytes a character at most for Hindi: both texts fit into one request. */
export const MAX_TERMS_BODY = 12_000;
export const MAX_TERMS_SUMMARY = 600;

/** What comes with a press of Pay. */
export interface Consent {
  /** Number of the version that was agreed to, as sent; null without the tick box. */
  version: string | null;
  /** Language of the text that was shown; null: that of the request. */
  language: string | null;
}

/** What is in force for a payment. */
export interface TermsInForce {
  id: number;
  number: number;
  languages: readonly TermsLanguage[];
}

export type ConsentVerdict =
  | { kind: 'not-needed' }
  | { kind: 'agreed'; versionId: number; language: TermsLanguage }
  /** The box was not ticked. */
  | { kind: 'missing' }
  /** Another version was agreed to than is in force now. */
  | { kind: 'stale' };

/**
 * Decides whether a press of Pay may go to the bank (docs/product.md#terms).
 * @param terms in force now for the project of the payment; null where there are none
 * @param spoken language of the request, for a consent that names none
 */
export function judgeConsent(terms: TermsInForce | null, consent: Consent, spoken: TermsLanguage): ConsentVerdict {
  if (terms === null) return { kind: 'not-needed' };
  if (consent.version === null || consent.version === '') return { kind: 'missing' };
  if (consent.version !== String(terms.number)) return { kind: 'stale' };
  const wanted = terms.languages.find((language) => language === (consent.language ?? spoken));
  const language = wanted ?? terms.languages[0];
  // Terms without any text cannot have been read.
  return language === undefined ? { kind: 'missing' } : { kind: 'agreed', versionId: terms.id, language };
}

/** The number of the version in force on a day: the newest of those that have begun; null before the first. */
export function versionInForce(
  versions: readonly { number: number; effectiveFrom: IstDay }[],
  today: IstDay,
): number | null {
  const begun = versions.filter(({ effectiveFrom }) => effectiveFrom <= today).map(({ number }) => number);
  return begun.length === 0 ? null : Math.max(...begun);
}

/**
 * Whether a version was made after the one that a new version was written from, which the new one would silently take back.
 * @param basedOn number of that one, 0 for none; without it nothing is asked
 * @param newest number of the newest version, 0 for none
 */
export function isOvertaken(basedOn: number | null | undefined, newest: number): boolean {
  return (basedOn ?? newest) !== newest;
}

/**
 * Why a version cannot begin on a day; null when it can. It cannot begin in the past, since nobody was shown it then, nor before a
 * version with a lower number, so that the newest one that has begun is always the one in force.
 */
export function beginDenial(from: IstDay, today: IstDay, latest: IstDay | null): 'past' | 'before_latest' | null {
  if (from < today) return 'past';
  return latest !== null && from < latest ? 'before_latest' : null;
}
