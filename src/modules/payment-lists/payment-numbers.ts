import type { PaymentStatus } from '../../domain/payment/payment-status.js';

/** Paise: completed payments less completed refunds; a refunded payment adds nothing (docs/product.md#numbers). */
export function revenueOf(payments: readonly { status: PaymentStatus; amount: number; refundedAmount: number }[]) {
  const paid = payments.filter(({ status }) => status === 'completed' || status === 'refunded');
  return paid.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0);
}
