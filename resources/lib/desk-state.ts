import type { DeskPayment } from '../../src/contracts/desk';
import { MESSAGES } from '../../src/contracts/messages';
import { isPaid } from '../../src/domain/payment/payment-status';
import { firstName } from '../../src/domain/people/masking';
import { formatMoment, formatRupees } from './format';
import { leftToRefund } from './row-subject';
import { saleText } from './sale-words';

const TITLES = MESSAGES.desk;

export type DeskLook = 'waiting' | 'opened' | 'bank' | 'paid' | 'failed' | 'ended' | 'returned';

export interface DeskState {
  look: DeskLook;
  /** The state with its time, in the words that every list has for it. */
  words: string;
  /** What happens next, or what to do. */
  next: string;
}

/** What to do about a link that ended without a payment, by the reason that the server keeps. */
const ENDED: Readonly<Record<string, (desk: DeskPayment) => string>> = {
  link_expired: (desk) => renewal(desk),
  cancelled_by_staff: (desk) => `Nothing can be paid on it. ${renewal(desk, 'Reissue the link to go on.')}`,
  contact_corrected: () => 'The contact details were corrected. Use the new link.',
};

/** One glance: what state the sale is in, and what comes next. */
export function deskState(desk: DeskPayment): DeskState {
  const { look, next } = lookOf(desk);
  // The server has said why, on top of the page.
  const isHeld = !isPaid(desk.status) && !desk.canPay && desk.warning !== null;
  const held = 'Nobody can pay on this link now. Why is said above.';
  return { look, next: isHeld ? held : next, words: saleText(desk, Date.now()) };
}

/** The title of the sale's page. */
export function deskHeadline(desk: DeskPayment, { look }: DeskState): string {
  const { canPay, status, customerName, pendingRefundAmount } = desk;
  if (look === 'paid') return TITLES.paidBy(customerName);
  if (look === 'failed')
    return TITLES.failedFor(status === 'failed' ? 'Payment failed' : 'Payment cancelled', customerName);
  if (look === 'returned') {
    if (status === 'refunded') return TITLES.refundedTo(customerName);
    return (pendingRefundAmount > 0 ? TITLES.refundingTo : TITLES.voidFor)(customerName);
  }
  return canPay ? TITLES.title(customerName) : TITLES.endedFor(customerName);
}

/** Differs when something happened that the timeline tells. */
export function deskVersion(desk: DeskPayment): string {
  const { status, openedAt, refundedAmount, pendingRefundAmount, linkMails, upgradeState, needsReview, reviewEnded } =
    desk;
  const money = [refundedAmount, pendingRefundAmount];
  return [status, openedAt, ...money, linkMails.sentCount, upgradeState, needsReview, reviewEnded?.at].join();
}

type Look = Omit<DeskState, 'words'>;

function lookOf(desk: DeskPayment): Look {
  const { status, openedAt, canPay, amount, refundedAmount } = desk;
  const customer = firstName(desk.customerName) || 'the customer';
  switch (status) {
    case 'completed':
      if (desk.tokenVoid) return revoked(desk, customer);
      if (desk.pendingRefundAmount > 0) return refunding(desk, customer);
      return { look: 'paid', next: paidNext(desk, customer) };
    case 'refunded':
      return { look: 'returned', next: `${formatRupees(refundedAmount)} went back to ${customer}.` };
    case 'initiated':
      return { look: 'bank', next: `${customer} is paying. This screen turns green by itself.` };
    case 'failed':
      return {
        look: 'failed',
        next: canPay
          ? payAgain(customer)
          : `The link has expired. ${renewal(desk, 'Reissue it, and it can be paid again.')}`,
      };
    case 'cancelled':
      return cancelled(desk, customer);
    default:
  }
  if (!canPay) return { look: 'ended', next: renewal(desk) };
  if (openedAt) {
    return { look: 'opened', next: `${customer} opened it at ${formatMoment(openedAt)} and has not paid yet.` };
  }
  const next = `Waiting for ${customer}: scanning the code opens the payment of ${formatRupees(amount)}.`;
  return { look: 'waiting', next };
}

/** Void is the token once nothing of the payment stays, in however many refunds it goes back. */
function refunding(desk: DeskPayment, customer: string): Look {
  const { tokenNumber } = desk;
  return {
    look: 'returned',
    next:
      leftToRefund(desk) === 0
        ? `The money is on its way back to ${customer}. Once it is there, ${tokenNumber} is void.`
        : `The rest of the payment stays, and so does ${tokenNumber}.`,
  };
}

/** A paid upgrade whose first token was paid with money that the bank took back. */
function revoked({ pendingRefundAmount, tokenNumber }: DeskPayment, customer: string): Look {
  const money =
    pendingRefundAmount > 0
      ? `The money for the upgrade is on its way back to ${customer}.`
      : `What ${customer} paid for the upgrade is to be given back.`;
  return { look: 'returned', next: `The payment of the first token was reversed, so ${tokenNumber} is void. ${money}` };
}

function cancelled(desk: DeskPayment, customer: string): Look {
  const { statusReason, canPay } = desk;
  const ended = statusReason === null ? undefined : ENDED[statusReason];
  if (ended && !canPay) return { look: 'ended', next: ended(desk) };
  return { look: 'failed', next: canPay ? payAgain(customer) : renewal(desk) };
}

/** What to do about a link that is over, or why the server would not do it. */
function renewal({ denials }: DeskPayment, todo = 'Reissue the link, and it can be paid again.'): string {
  return denials.reissue ?? todo;
}

function payAgain(customer: string): string {
  return `${customer} can pay again: the same code still works.`;
}

function paidNext({ amount, paidAt, needsReview }: DeskPayment, customer: string): string {
  const at = paidAt ? ` at ${formatMoment(paidAt)}` : '';
  const rest = needsReview ? 'This payment is under review.' : 'Nothing is left to do.';
  return `${formatRupees(amount)} from ${customer} arrived${at}. ${rest}`;
}
