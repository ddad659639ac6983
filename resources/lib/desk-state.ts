import type { DeskPayment } from '../../src/contracts/desk';
import { firstName } from '../../src/domain/people/masking';
import { formatMoment, formatRupees } from './format';

export type DeskLook = 'waiting' | 'opened' | 'bank' | 'paid' | 'failed' | 'ended' | 'returned';

export interface DeskState {
  look: DeskLook;
  /** The state in a few words. */
  words: string;
  /** What happens next, or what to do. */
  next: string;
}

/** What became of a link that ended without a payment, by the reason that the server keeps. */
const ENDED: Readonly<Record<string, { words: string; next: string }>> = {
  link_expired: { words: 'Link expired', next: 'Reissue the link, and it can be paid again.' },
  cancelled_by_staff: { words: 'Link cancelled', next: 'Nothing can be paid on it. Reissue the link to go on.' },
  contact_corrected: { words: 'Replaced by a new link', next: 'The contact details were corrected. Use the new link.' },
};

/** One glance: what state the sale is in, and what comes next. */
export function deskState(desk: DeskPayment): DeskState {
  const { status, openedAt, canPay, amount, refundedAmount } = desk;
  const customer = firstName(desk.customerName) || 'the customer';
  switch (status) {
    case 'completed':
      if (desk.pendingRefundAmount > 0) return refunding(desk, customer);
      return { look: 'paid', words: `Paid: ${desk.tokenNumber}`, next: paidNext(desk, customer) };
    case 'refunded':
      return { look: 'returned', words: 'Refunded', next: `${formatRupees(refundedAmount)} went back to ${customer}.` };
    case 'initiated':
      return { look: 'bank', words: 'At the bank', next: `${customer} is paying. This screen turns green by itself.` };
    case 'failed':
      return {
        look: 'failed',
        words: 'Payment failed',
        next: canPay ? payAgain(customer) : 'The link has expired. Reissue it, and it can be paid again.',
      };
    case 'cancelled':
      return cancelled(desk, customer);
    default:
  }
  if (!canPay) return { look: 'ended', words: 'Link expired', next: 'Reissue the link, and it can be paid again.' };
  if (openedAt) {
    const words = 'Link opened';
    return { look: 'opened', words, next: `${customer} opened it at ${formatMoment(openedAt)} and has not paid yet.` };
  }
  const words = `Waiting for ${customer} to open the link`;
  return { look: 'waiting', words, next: `Scanning the code opens the payment of ${formatRupees(amount)}.` };
}

function refunding({ amount, pendingRefundAmount, tokenNumber }: DeskPayment, customer: string): DeskState {
  const isWhole = pendingRefundAmount >= amount;
  return {
    look: 'returned',
    words: `Refund ${formatRupees(pendingRefundAmount)} with the bank`,
    next: isWhole
      ? `The money is on its way back to ${customer}. Once it is there, ${tokenNumber} is void.`
      : `The rest of the payment stays, and so does ${tokenNumber}.`,
  };
}

function cancelled({ statusReason, canPay }: DeskPayment, customer: string): DeskState {
  const ended = statusReason === null ? undefined : ENDED[statusReason];
  if (ended && !canPay) return { look: 'ended', ...ended };
  const next = canPay ? payAgain(customer) : 'Reissue the link, and it can be paid again.';
  return { look: 'failed', words: 'Payment cancelled', next };
}

function payAgain(customer: string): string {
  return `${customer} can pay again: the same code still works.`;
}

function paidNext({ amount, paidAt }: DeskPayment, customer: string): string {
  const at = paidAt ? ` at ${formatMoment(paidAt)}` : '';
  return `${formatRupees(amount)} from ${customer} arrived${at}. Nothing is left to do.`;
}
