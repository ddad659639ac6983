import type { PaymentStatus } from '../domain/payment-status.js';

/**
 * The numbers of the product, each defined once as SQL over the payments table.
 * Revenue: completed payments less settled refunds (a refunded payment adds nothing). Transactions: completed payments that
 * are not fully refunded.
 */
export const NUMBERS = {
  /** Paise of all payments that were paid, whatever was given back since. */
  gross: "COALESCE(SUM(CASE WHEN p.status IN ('completed', 'refunded') THEN p.amount ELSE 0 END), 0)",
  /** Paise of settled refunds of those payments. */
  refunded: "COALESCE(SUM(CASE WHEN p.status IN ('completed', 'refunded') THEN p.refunded_amount ELSE 0 END), 0)",
  /** Paise. */
  revenue:
    "COALESCE(SUM(CASE WHEN p.status IN ('completed', 'refunded') THEN p.amount - p.refunded_amount ELSE 0 END), 0)",
  transactions: "COALESCE(SUM(CASE WHEN p.status = 'completed' THEN 1 ELSE 0 END), 0)",
} as const;

/** Paise: the same revenue, over rows that have been read already. */
export function revenueOf(payments: readonly { status: PaymentStatus; amount: number; refundedAmount: number }[]) {
  const paid = payments.filter(({ status }) => status === 'completed' || status === 'refunded');
  return paid.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0);
}
