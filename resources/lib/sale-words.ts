import type { LinkMails } from '../../src/contracts/links';
import type { StateTimes } from '../../src/contracts/state-times';
import { istDayOf } from '../../src/domain/calendar/ist-day';
import type { PaymentStatus } from '../../src/domain/payment/payment-status';
import { NO_TOKEN_NUMBER } from '../../src/domain/payment/token-catalogue';
import { formatDate, formatRupees, formatTime } from './format';

/** What a sale's state is read from, in whichever list or page it stands. */
export interface SaleFacts extends StateTimes {
  status: PaymentStatus;
  statusReason: string | null;
  tokenNumber: string;
  tokenVoid: boolean;
  createdAt: string;
  openedAt: string | null;
  paidAt: string | null;
  linkMails: LinkMails;
  paymentLinkExpiresAt: string;
  isPaymentLinkExpired: boolean;
  /** Rupees. */
  refundedAmount: number;
  pendingRefundAmount: number;
}

export interface SaleWords {
  /** The state and since when: `At the bank since 3:09 pm`. */
  state: string;
  /** Of a paid sale whose number is valid. */
  number: string | null;
}

/** What became of a link that ended without a payment, by the reason that the server keeps. */
const ENDED: Readonly<Record<string, string>> = {
  cancelled_by_staff: 'Link cancelled',
  contact_corrected: 'Replaced by a new link',
};

/** @param amount rupees on their way back */
export function refundWithBank(amount: number): string {
  return `Refund ${formatRupees(amount)} with the bank`;
}

/**
 * A sale's state in the words of its seller, each with its time. Every place where a seller reads a state takes them from here.
 * @param nowMs decides whether a time is today's, which stands without its date
 */
export function saleWords(sale: SaleFacts, nowMs: number): SaleWords {
  const at = (iso: string | null) => (iso === null ? '' : ` ${momentOf(iso, nowMs)}`);
  const since = (iso: string | null) => (iso === null ? '' : ` since${at(iso)}`);
  if (sale.pendingRefundAmount > 0) {
    const refund = `${refundWithBank(sale.pendingRefundAmount)}${since(sale.refundPendingSince)}`;
    return { state: refund, number: null };
  }
  switch (sale.status) {
    case 'completed':
      return { state: `Paid${at(sale.paidAt)}`, number: numberOf(sale) };
    case 'refunded':
      return plain(`Refunded ${formatRupees(sale.refundedAmount)}${sale.refundedAt ? ` ·${at(sale.refundedAt)}` : ''}`);
    case 'initiated':
      return plain(`At the bank${since(sale.atBankSince)}`);
    case 'failed':
      return plain(`Failed${at(sale.endedAt)}`);
    case 'cancelled':
      return plain(cancelledWords(sale, at));
    default:
      return plain(openWords(sale, at));
  }
}

/** The same as one text: `Paid 3:11 pm · GO-000012`. */
export function saleText(sale: SaleFacts, nowMs: number): string {
  const { state, number } = saleWords(sale, nowMs);
  return number === null ? state : `${state} · ${number}`;
}

/** `3:09 pm` today, `20 Nov 2026` on another day; its spaces do not break. */
export function momentOf(iso: string, nowMs: number): string {
  const isToday = istDayOf(new Date(iso)) === istDayOf(new Date(nowMs));
  return isToday ? formatTime(iso) : formatDate(iso);
}

type At = (iso: string | null) => string;

function openWords({ isPaymentLinkExpired, paymentLinkExpiresAt, openedAt, linkMails, createdAt }: SaleFacts, at: At) {
  if (isPaymentLinkExpired) return `Link expired${at(paymentLinkExpiresAt)}`;
  if (openedAt) return `Opened${at(openedAt)}`;
  const sent = linkMails.lastSentAt;
  return sent ? `Not opened · sent${at(sent)}` : `Not opened · created${at(createdAt)}`;
}

function cancelledWords({ statusReason, endedAt, paymentLinkExpiresAt }: SaleFacts, at: At): string {
  if (statusReason === 'link_expired') return `Link expired${at(paymentLinkExpiresAt)}`;
  return `${ENDED[statusReason ?? ''] ?? 'Cancelled'}${at(endedAt)}`;
}

function numberOf({ tokenNumber, tokenVoid }: SaleFacts): string | null {
  return tokenNumber === NO_TOKEN_NUMBER || tokenVoid ? null : tokenNumber;
}

function plain(state: string): SaleWords {
  return { state, number: null };
}
