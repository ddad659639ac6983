import type { RefundStatus } from './refund-rules.js';

/** Codes of our own on a rejected refund: its order never left, so the bank has said nothing about it. */
export const NOT_SENT = 'not_sent';
export const NO_MERCHANT = 'no_merchant';

const CAUSES: Readonly<Record<string, string>> = {
  [NOT_SENT]: 'the bank was not reached',
  [NO_MERCHANT]: 'the merchant of its payment is not configured',
};

/** In the middle of a sentence; null for a code of the bank. @param code with which a refund was rejected */
export function neverSentCause(code: string | null): string | null {
  return (code !== null && Object.hasOwn(CAUSES, code) ? CAUSES[code] : undefined) ?? null;
}

/** Also rejected, but not by the bank. */
export function isNeverSent(refund: { status: RefundStatus; responseCode: string | null }): boolean {
  return refund.status === 'rejected' && neverSentCause(refund.responseCode) !== null;
}
