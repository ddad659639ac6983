import type { AdminPaymentRow } from '../../src/contracts/admin';
import type { DashboardRow } from '../../src/contracts/payments';
import { isInProgress, type PaymentStatus } from '../../src/domain/payment-status';
import type { TokenType } from '../../src/domain/token-catalogue';
import { UPGRADE_FROM } from '../../src/domain/upgrade-rules';

const NO_NUMBER = 'N/A';

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
}

export type RowChoice = 'history' | 'upgrade' | 'reissue' | 'refund' | 'refunds';

export function subjectOf(row: DashboardRow): RowSubject {
  const { paymentId, customerName, tokenType, status, amount, refundedAmount, needsReview } = row;
  const tokenNumber = numberOf(row.tokenNumber);
  const linkExpired = row.isPaymentLinkExpired;
  return { paymentId, customerName, tokenType, tokenNumber, status, amount, refundedAmount, linkExpired, needsReview };
}

/** The admin's list does not tell when links end; the server closes an expired one by itself soon after. */
export function subjectOfAdmin(row: AdminPaymentRow): RowSubject {
  const { paymentId, tokenType, status, amount, refundedAmount, needsReview } = row;
  const tokenNumber = numberOf(row.tokenNumber);
  const customerName = row.customer.name;
  const linkExpired = false;
  return { paymentId, customerName, tokenType, tokenNumber, status, amount, refundedAmount, linkExpired, needsReview };
}

/** In the order of the menu: what costs money stands last. */
export function choicesOf(subject: RowSubject, refundsEnabled: boolean): RowChoice[] {
  const { status, tokenType, tokenNumber, linkExpired } = subject;
  const choices: RowChoice[] = [];
  if (tokenNumber) choices.push('history');
  // An upgrade is a platinum payment, so a gold one is always the first of its line.
  if (status === 'completed' && tokenType === UPGRADE_FROM) choices.push('upgrade');
  const ended = status === 'failed' || status === 'cancelled';
  if (ended || (isInProgress(status) && linkExpired)) choices.push('reissue');
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
  return shown && shown !== NO_NUMBER ? shown : null;
}
