import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { Decision, Evidence } from '../../domain/payment-decisions.js';
import { isCaptureDoubt } from '../../domain/review-rules.js';

/** Staff's own words go into the payment's history, never into the audit log: an erasure must be able to take them out. */
export function noteOf(evidence: Evidence): { note?: string } {
  return evidence.kind === 'link-cancelled' && evidence.note ? { note: evidence.note } : {};
}

/** A capture has one name for ever; a contradiction is told again when the bank changes what it says. */
export function referenceOf(
  { review, verdict }: Decision & { verdict: 'excess' | 'refused' },
  attempt: PaymentAttemptEntity | null,
  evidence: Evidence,
): string {
  if (isCaptureDoubt(review)) return attempt?.bankTxnId ?? '';
  if (evidence.kind !== 'captured') return attempt?.invoiceNo ?? '';
  if (verdict === 'excess' || review === 'second_capture') return evidence.txnId;
  return `${evidence.txnId}:${evidence.amount ?? ''}:${evidence.currency ?? ''}`.slice(0, 60);
}

/** What an attempt becomes by evidence that ends it without money. */
export const CLOSING: Partial<Record<Evidence['kind'], PaymentAttemptEntity['status']>> = {
  declined: 'failed',
  'bank-cancelled': 'cancelled',
  expired: 'abandoned',
  'link-cancelled': 'abandoned',
};
