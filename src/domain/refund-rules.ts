import type { PaymentStatus } from './payment-status.js';

/**
 * requested: written down and reserved, the bank not yet told or its answer not yet stored · processing: the bank has taken
 * it, the money has not moved · unknown: the bank's answer was lost; asked about, never sent under another reference ·
 * completed: the bank says so · rejected: the bank refused, the reservation is free again.
 */
export const REFUND_STATUSES = ['requested', 'processing', 'unknown', 'completed', 'rejected'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export type RefundDenial = 'not_paid' | 'already_refunded' | 'upgraded' | 'upgrade_open' | 'not_positive' | 'exceeds';

export interface Refundable {
  status: PaymentStatus;
  /** Paise captured, and paise of it that refunds which are not rejected already hold. */
  captured: number;
  reserved: number;
  /** A completed, not refunded upgrade stands on this payment's token. */
  hasCompletedUpgrade: boolean;
  hasOpenUpgrade: boolean;
  /** An excess capture can be given back whatever became of the payment. */
  isExcess: boolean;
}

/** What is left to refund, in paise. */
export function refundable(captured: number, reserved: number): number {
  return Math.max(0, captured - reserved);
}

/** @param amount paise @returns why not, or null */
export function denyRefund(subject: Refundable, amount: number): RefundDenial | null {
  if (!Number.isSafeInteger(amount) || amount < 1) return 'not_positive';
  if (!subject.isExcess) {
    if (subject.status === 'refunded') return 'already_refunded';
    if (subject.status !== 'completed') return 'not_paid';
    if (subject.hasCompletedUpgrade) return 'upgraded';
    if (subject.hasOpenUpgrade) return 'upgrade_open';
  }
  return amount > refundable(subject.captured, subject.reserved) ? 'exceeds' : null;
}
