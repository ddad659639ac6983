import type { AdminPaymentRow } from '../../src/contracts/admin';
import type { DashboardRow, PaymentDenials } from '../../src/contracts/payments';
import type { PaymentStatus } from '../../src/domain/payment/payment-status';
import { NO_TOKEN_NUMBER, type TokenType } from '../../src/domain/payment/token-catalogue';

/** What menus and dialogs have to know of a row, whichever list it stands in. */
export interface RowSubject {
  paymentId: string;
  customerName: string;
  /** The medal of its tier. */
  tokenType: TokenType;
  tierCode: string;
  tierName: string;
  tokenNumber: string | null;
  tokenVoid: boolean;
  status: PaymentStatus;
  /** Rupees; rupees of it that came back to the customer, and rupees on their way back. */
  amount: number;
  refundedAmount: number;
  pendingRefundAmount: number;
  needsReview: boolean;
  /** Somebody can pay on its link, and its page shows the code. */
  canPay: boolean;
  /** The payment of an upgrade. */
  isUpgrade: boolean;
  upgradeState: DashboardRow['upgradeState'];
  /** Why the server would refuse it now. */
  denials: PaymentDenials;
  /** Links are cancelled and corrected from here; the admin's list leads to the link's own screen for that. */
  hasLinkCare: boolean;
}

export type RowChoice =
  | 'qr'
  | 'share'
  | 'history'
  | 'upgrade'
  | 'reissue'
  | 'contact'
  | 'cancel'
  | 'refund'
  | 'refunds';

type Row = Pick<
  DashboardRow & AdminPaymentRow,
  | 'paymentId'
  | 'tokenType'
  | 'tierCode'
  | 'tierName'
  | 'tokenVoid'
  | 'status'
  | 'amount'
  | 'refundedAmount'
  | 'pendingRefundAmount'
  | 'needsReview'
  | 'upgradeState'
  | 'canPay'
  | 'denials'
  | 'tokenNumber'
> & { paymentType?: DashboardRow['paymentType'] };

export function subjectOf(row: DashboardRow): RowSubject {
  return { ...factsOf(row), customerName: row.customerName, hasLinkCare: true };
}

export function subjectOfAdmin(row: AdminPaymentRow): RowSubject {
  return { ...factsOf(row), customerName: row.customer.name, hasLinkCare: false };
}

function factsOf(row: Row): Omit<RowSubject, 'customerName' | 'hasLinkCare'> {
  const {
    paymentId,
    tokenType,
    tierCode,
    tierName,
    tokenVoid,
    status,
    amount,
    refundedAmount,
    pendingRefundAmount,
    needsReview,
  } = row;
  const { upgradeState, canPay, denials } = row;
  const facts = {
    paymentId,
    tokenType,
    tierCode,
    tierName,
    tokenVoid,
    status,
    amount,
    refundedAmount,
    pendingRefundAmount,
    needsReview,
  };
  const isUpgrade = row.paymentType === 'upgrade';
  return { ...facts, isUpgrade, upgradeState, canPay, denials, tokenNumber: numberOf(row.tokenNumber) };
}

/**
 * In the order of the menu: what costs money stands last. What the server would refuse is left out, or stands there with its
 * reason: see {@link denialOf}.
 */
export function choicesOf(subject: RowSubject, refundsEnabled: boolean): RowChoice[] {
  const { status, canPay, tokenType, tokenNumber, denials, hasLinkCare, upgradeState } = subject;
  const choices: RowChoice[] = [];
  if (canPay) choices.push('qr');
  if (denials.sendLink === null) choices.push('share');
  if (tokenNumber) choices.push('history');
  // Gold has a path at first; other tiers have what the catalogue opens. A token that an upgrade made is not upgraded again.
  if (status === 'completed' && (upgradeState !== null || (tokenType === 'gold' && !subject.isUpgrade)))
    choices.push('upgrade');
  if (denials.reissue === null) choices.push('reissue');
  if (hasLinkCare && denials.correctContact === null) choices.push('contact');
  if (hasLinkCare && denials.cancelLink === null) choices.push('cancel');
  const canRefund = status === 'completed' && refundsEnabled;
  if (canRefund) choices.push('refund');
  if (hasRefunds(subject) && (!canRefund || denials.refund !== null)) choices.push('refunds');
  return choices;
}

/** From gold one path leads on; from silver a version of the catalogue can open two. */
export function upgradeLabel({ tierCode }: { tierCode: string }): string {
  return tierCode === 'gold' ? 'Upgrade to Platinum' : 'Upgrade';
}

/** Why an entry of the menu cannot be chosen now, in the server's words; null when it can. */
export function denialOf(choice: RowChoice, { denials, upgradeState }: RowSubject): string | null {
  if (choice === 'refund') return denials.refund;
  // One that waits for its payment is opened to show its link.
  return choice === 'upgrade' && upgradeState !== 'pending' ? denials.upgrade : null;
}

/** A payment under review can hold a duplicate charge, whatever became of the payment itself. */
function hasRefunds({ status, refundedAmount, pendingRefundAmount, needsReview }: RowSubject): boolean {
  return status === 'refunded' || refundedAmount > 0 || pendingRefundAmount > 0 || needsReview;
}

/** Rupees that are neither back nor on their way back. */
export function leftToRefund(money: Pick<RowSubject, 'amount' | 'refundedAmount' | 'pendingRefundAmount'>): number {
  const { amount, refundedAmount, pendingRefundAmount } = money;
  return Math.max(0, Math.round((amount - refundedAmount - pendingRefundAmount) * 100)) / 100;
}

function numberOf(shown: string): string | null {
  return shown && shown !== NO_TOKEN_NUMBER ? shown : null;
}
