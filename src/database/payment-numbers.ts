import type { PaymentStatus } from '../domain/payment-status.js';

/** Paise: completed payments less settled refunds; a refunded payment adds nothing. */
export function revenueOf(payments: readonly { status: PaymentStatus; amount: number; refundedAmount: number }[]) {
  const paid = payments.filter(({ status }) => status === 'completed' || status === 'refunded');
  return paid.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0);
}
