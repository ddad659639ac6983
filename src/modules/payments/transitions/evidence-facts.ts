import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { Decision, Evidence } from '../../../domain/payment/payment-decisions.js';
import { isCaptureDoubt } from '../../../domain/payment/review-rules.js';

/** Free text of staff goes into the payment's history, never into the audit log: erasure must be able to remove it. */
export function reasonOf(evidence: Evidence): { note?: string } {
  return evidence.kind === 'link-cancelled' && evidence.note ? { note: evidence.note } : {};
}

/** The reference of a review: a capture keeps one for ever, a contradiction gets a new one when the bank's answer changes. */
export function referenceOf(
  { review, verdict }: Decision & { verdict: 'excess' | 'refused' },
  attempt: PaymentAttemptEntity | null,
  evidence: Evidence,
): string {
  if (isCaptureDoubt(review)) return attempt?.bankTxnId ?? '';
  if (evidence.kind !== 'captured') return attempt?.invoiceNo ?? '';
  if (verdict === 'excess' || review === 'second_capture') return evidence.txnId;
  return sumReferenceOf(evidence);
}

/** The reference of a review of a sum: another transaction, sum or currency is news. */
export function sumReferenceOf({
  txnId,
  amount,
  currency,
}: Pick<Evidence & { kind: 'captured' }, 'txnId' | 'amount' | 'currency'>): string {
  return `${txnId}:${amount ?? ''}:${currency ?? ''}`.slice(0, 60);
}

/** The status of an attempt after evidence that closes it without money. */
export const CLOSING: Partial<Record<Evidence['kind'], PaymentAttemptEntity['status']>> = {
  declined: 'failed',
  'bank-cancelled': 'cancelled',
  expired: 'abandoned',
  'link-cancelled': 'abandoned',
};
