import { parseRupees } from '../money/money.js';

/** Paise. */
export const SMALLEST_REFUND = 1;

/** exceeds_payment: more than was captured · exceeds_rest: more than other refunds leave. */
export type RefundAmountFault = 'unreadable' | 'not_positive' | 'exceeds_payment' | 'exceeds_rest';

/** Paise captured, and paise of it that refunds other than rejected ones reserve. */
export interface Refunded {
  captured: number;
  reserved: number;
}

/** What is left to refund, in paise. */
export function refundable(captured: number, reserved: number): number {
  return Math.max(0, captured - reserved);
}

/** @param amount paise @returns what is wrong with a refund of this amount, or null */
export function refundAmountFault(amount: number, of: Refunded): Exclude<RefundAmountFault, 'unreadable'> | null {
  if (!Number.isSafeInteger(amount) || amount < SMALLEST_REFUND) return 'not_positive';
  if (amount > of.captured) return 'exceeds_payment';
  return amount > refundable(of.captured, of.reserved) ? 'exceeds_rest' : null;
}

/** @param typed rupees as a person types them @param rest paise that could be refunded */
export function typedRefundFault(typed: string, rest: number): RefundAmountFault | null {
  const amount = parseRupees(typed);
  return amount === null ? 'unreadable' : refundAmountFault(amount, { captured: rest, reserved: 0 });
}
