import { linkDenial, type NoLinkReason } from '../projects/event-rules.js';
import type { ProjectState } from '../projects/project-rules.js';
import { isLinkExpired } from './link-expiry.js';
import { isInProgress, isPaid, type PaymentStatus } from './payment-status.js';
import type { PaymentType } from './token-catalogue.js';

/** Reasons for which staff end a link before its expiry; no payment can be started on it afterwards. */
export const WITHDRAWALS = ['cancelled_by_staff', 'contact_corrected'] as const;
export type Withdrawal = (typeof WITHDRAWALS)[number];

export interface CaredLink {
  status: PaymentStatus;
  statusReason: string | null;
  paymentType: PaymentType;
  expiresAt: Date;
  /** An attempt was sent to the bank and has no outcome yet. */
  hasSentAttempt: boolean;
  /** STATUS has just shown no money for that attempt and none under way. */
  isUnpaidAtBank?: boolean;
}

export type LinkDenial =
  | 'paid'
  | 'replaced'
  | 'already_cancelled'
  | 'at_bank'
  | 'expired'
  | 'upgrade'
  | 'still_live'
  | 'money_waits'
  | 'sale_paid'
  | 'sale_money_waits'
  | 'upgrade_closed'
  | 'upgrade_on_hold'
  | 'project_not_selling'
  | 'project_closed';

export function withdrawalOf(link: Pick<CaredLink, 'status' | 'statusReason'>): Withdrawal | null {
  if (link.status !== 'cancelled') return null;
  return WITHDRAWALS.find((reason) => reason === link.statusReason) ?? null;
}

/** A payment can be started: not paid, not expired, not cancelled by staff. */
export function isLinkPayable(link: Pick<CaredLink, 'status' | 'statusReason' | 'expiresAt'>, now: Date): boolean {
  return !isPaid(link.status) && !isLinkExpired(link.expiresAt, now) && withdrawalOf(link) === null;
}

/**
 * Allowed for a link that could still be paid, or that its customer opened at the bank and left (docs/product.md#links).
 * @returns why not, or null; `at_bank`: STATUS has to be asked first
 */
export function cancelDenial(link: CaredLink, now: Date): LinkDenial | null {
  const denial = denyWithdrawal(link);
  if (denial !== null) return denial;
  if (withdrawalOf(link) !== null) return 'already_cancelled';
  if (isAtBank(link)) return null;
  return isLinkExpired(link.expiresAt, now) ? 'expired' : null;
}

/** Allowed for a link that is expired, failed or cancelled. @returns why not, or null */
export function reissueDenial(
  link: Pick<CaredLink, 'status' | 'statusReason' | 'expiresAt'>,
  now: Date,
): LinkDenial | null {
  if (isPaid(link.status)) return 'paid';
  if (isInProgress(link.status) && !isLinkExpired(link.expiresAt, now)) return 'still_live';
  return withdrawalOf(link) === 'contact_corrected' ? 'replaced' : null;
}

/** The money of a sale on the links that its present one replaced for a wrong contact. */
export interface SaleMoney {
  /** One of their payments is completed; one that was refunded in full is not. */
  isPaid: boolean;
  /** The bank has taken money on one that completed nothing, and nobody has decided about it, or its refund is under way. */
  moneyWaits: boolean;
}

/** One sale is paid once. @returns why a link that took the place of others cannot live again or be replaced, or null */
export function saleDenial({ isPaid: isSalePaid, moneyWaits }: SaleMoney): 'sale_paid' | 'sale_money_waits' | null {
  if (isSalePaid) return 'sale_paid';
  return moneyWaits ? 'sale_money_waits' : null;
}

const OF_PROJECT = {
  PROJECT_NOT_SELLING: 'project_not_selling',
  PROJECT_CLOSED: 'project_closed',
} as const satisfies Record<NoLinkReason, LinkDenial>;

/** @returns why no link of the project is reissued, nor the contact of one corrected that cannot be paid, or null */
export function projectDenial(state: ProjectState): LinkDenial | null {
  const reason = linkDenial(state);
  return reason && OF_PROJECT[reason];
}

/** Allowed after expiry and cancellation too. @returns why the contact cannot be corrected, or null */
export function correctionDenial(link: CaredLink): LinkDenial | null {
  if (link.paymentType === 'upgrade') return 'upgrade';
  return denyWithdrawal(link);
}

/** @returns why the link cannot be mailed, or null */
export function linkEmailDenial(link: CaredLink, now: Date): LinkDenial | null {
  if (isPaid(link.status)) return 'paid';
  const withdrawal = withdrawalOf(link);
  if (withdrawal !== null) return withdrawal === 'contact_corrected' ? 'replaced' : 'already_cancelled';
  return isLinkExpired(link.expiresAt, now) ? 'expired' : null;
}

/** Paid, replaced, or money may be under way. */
function denyWithdrawal(link: CaredLink): LinkDenial | null {
  if (isPaid(link.status)) return 'paid';
  if (withdrawalOf(link) === 'contact_corrected') return 'replaced';
  return isAtBank(link) && !link.isUnpaidAtBank ? 'at_bank' : null;
}

function isAtBank({ status, hasSentAttempt }: CaredLink): boolean {
  return status === 'initiated' || hasSentAttempt;
}
