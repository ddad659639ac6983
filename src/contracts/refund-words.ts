import { formatInr } from '../domain/money/money.js';
import { type RefundAmountFault, refundable } from '../domain/refund/refund-amount.js';
import { MESSAGES } from './messages.js';

const TEXT = MESSAGES.refund;

/** @param rest paise that could be refunded */
export function refundAmountWords(fault: RefundAmountFault, rest: number): string {
  switch (fault) {
    case 'unreadable':
      return TEXT.unreadable;
    case 'not_positive':
      return TEXT.notPositive;
    case 'exceeds_payment':
      return TEXT.atMost(formatInr(rest));
    case 'exceeds_rest':
      return rest === 0 ? TEXT.nothingLeft : TEXT.atMost(formatInr(rest));
  }
}

/** Hint of the amount field: what can be refunded, and what stays refundable afterwards. @param amount paise, null: none yet */
export function refundHint(amount: number | null, rest: number): string {
  const most = `Maximum ${formatInr(rest)}.`;
  if (amount !== null && amount > rest) return most;
  const left = refundable(rest, amount ?? 0);
  return `${most} ${left === 0 ? 'Nothing' : formatInr(left)} stays refundable after this refund.`;
}
