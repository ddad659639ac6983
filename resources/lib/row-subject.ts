import type { AdminPaymentRow } from '../../src/contracts/admin';
import type { DashboardRow } from '../../src/contracts/payments';
import { isInProgress, type PaymentStatus } from '../../src/domain/payment-status';
import { NO_TOKEN_NUMBER, type TokenType } from '../../src/domain/token-catalogue';
import { UPGRADE_FROM } from '../../src/domain/upgrade-rules';

/** What menus and dialogs have to know of a row, whichever list it stands in. */
export interface RowSubject {
  paymentId: string;
  customerName: string;
  tokenType: TokenType;
  tokenNumber: string | null;
  status: PaymentStatus;
  /** Rupees, and rupees of it that came back to the customer. */
  amount: number;
  refundedAmount: number;
  linkExpired: boolean;
  needsReview: boolean;
  /** The link can be cancelled. Unknown in the admin's list, which leads to the link's own screen. */
  canCancelLink: boolean;
  /** Its name and address can be put right: a new link takes its place. */
  canCorrect: boolean;
  /** A corrected link has another in its place and never comes back. */
  isReplaced: boolean;
}

export type RowChoice =
  'qr' | 'share' | 'history' | 'upgrade' | 'reissue' | 'contact' | 'cancel' | 'refund' | 'refunds';

const REPLACED = 'contact_corrected';
/** Links that ended without money on its way. */
const ENDED_QUIETLY: readonly (string | null)[] = ['link_expired', 'cancelled_by_staff'];

export function subjectOf(row: DashboardRow): RowSubject {
  const { paymentId, customerName, tokenType, status, amount, refundedAmount, needsReview, canCancelLink } = row;
  const ended = status === 'cancelled' && ENDED_QUIETLY.includes(row.statusReason);
  return {
    paymentId,
    customerName,
    tokenType,
    tokenNumber: numberOf(row.tokenNumber),
    status,
    amount,
    refundedAmount,
    linkExpired: row.isPaymentLinkExpired,
    needsReview,
    canCancelLink,
    // While the customer is at the bank a link can be cancelled, but not replaced.
    canCorrect: row.paymentType !== 'upgrade' && ((canCancelLink && status !== 'initiated') || ended),
    isReplaced: status === 'cancelled' && row.statusReason === REPLACED,
  };
}

/** The admin's list does not tell why a link ended; the server refuses to reissue one that was replaced. */
export function subjectOfAdmin(row: AdminPaymentRow): RowSubject {
  const { paymentId, tokenType, status, amount, refundedAmount, needsReview } = row;
  return {
    paymentId,
    customerName: row.customer.name,
    tokenType,
    tokenNumber: numberOf(row.tokenNumber),
    status,
    amount,
    refundedAmount,
    linkExpired: row.isPaymentLinkExpired,
    needsReview,
    canCancelLink: false,
    canCorrect: false,
    isReplaced: false,
  };
}

/** In the order of the menu: what costs money stands last. */
export function choicesOf(subject: RowSubject, refundsEnabled: boolean): RowChoice[] {
  const { status, tokenType, tokenNumber, linkExpired } = subject;
  const choices: RowChoice[] = [];
  const ended = status === 'failed' || status === 'cancelled';
  if (isInProgress(status) || ended) choices.push('qr');
  if ((isInProgress(status) || status === 'failed') && !linkExpired) choices.push('share');
  if (tokenNumber) choices.push('history');
  // An upgrade is a platinum payment, so a gold one is always the first of its line.
  if (status === 'completed' && tokenType === UPGRADE_FROM) choices.push('upgrade');
  if ((ended || (isInProgress(status) && linkExpired)) && !subject.isReplaced) choices.push('reissue');
  if (subject.canCorrect) choices.push('contact');
  if (subject.canCancelLink) choices.push('cancel');
  if (status === 'completed' && refundsEnabled) choices.push('refund');
  else if (hasRefunds(subject)) choices.push('refunds');
  return choices;
}

/** A payment under review can hold a duplicate charge, whatever became of the payment itself. */
function hasRefunds({ status, refundedAmount, needsReview }: RowSubject): boolean {
  return status === 'refunded' || refundedAmount > 0 || needsReview;
}

/** Rupees; refunds on their way are known to the dialog alone. */
export function leftToRefund({ amount, refundedAmount }: RowSubject): number {
  return Math.max(0, Math.round((amount - refundedAmount) * 100)) / 100;
}

function numberOf(shown: string): string | null {
  return shown && shown !== NO_TOKEN_NUMBER ? shown : null;
}
