import { isLinkExpired } from './link-expiry.js';
import { isInProgress, isPaid, type PaymentStatus } from './payment-status.js';
import type { PaymentType } from './token-catalogue.js';

/** Reasons for which staff take a link back. Nobody can start a payment on it any more, although its time is not over. */
export const WITHDRAWALS = ['cancelled_by_staff', 'contact_corrected'] as const;
export type Withdrawal = (typeof WITHDRAWALS)[number];

export interface CaredLink {
  status: PaymentStatus;
  statusReason: string | null;
  paymentType: PaymentType;
  expiresAt: Date;
  /** An attempt was sent to the bank, and what came of it is not known yet. */
  hasSentAttempt: boolean;
  /** The bank has just answered that it has no money for that attempt and none under way. */
  isUnpaidAtBank?: boolean;
}

export type LinkDenial = 'paid' | 'replaced' | 'already_cancelled' | 'at_bank' | 'expired' | 'upgrade' | 'still_live';

export function withdrawalOf(link: Pick<CaredLink, 'status' | 'statusReason'>): Withdrawal | null {
  if (link.status !== 'cancelled') return null;
  return WITHDRAWALS.find((reason) => reason === link.statusReason) ?? null;
}

/** A payment can be started on it: not paid, not over, not taken back. */
export function isLinkPayable(link: Pick<CaredLink, 'status' | 'statusReason' | 'expiresAt'>, now: Date): boolean {
  return !isPaid(link.status) && !isLinkExpired(link.expiresAt, now) && withdrawalOf(link) === null;
}

/**
 * Only a link that could still be paid is cancelled, or one that its customer has opened at the bank and left.
 * @returns why not, or null; `at_bank`: the bank has to be asked first
 */
export function denyCancel(link: CaredLink, now: Date): LinkDenial | null {
  const denial = denyWithdrawal(link);
  if (denial !== null) return denial;
  if (withdrawalOf(link) !== null) return 'already_cancelled';
  if (isAtBank(link)) return null;
  return isLinkExpired(link.expiresAt, now) ? 'expired' : null;
}

/** Cancelling is offered; while the customer is at the bank it asks the bank first. */
export function canCancel(link: CaredLink, now: Date): boolean {
  return denyCancel({ ...link, isUnpaidAtBank: true }, now) === null;
}

/** Only a link that is over is given a new life. @returns why not, or null */
export function denyReissue(
  link: Pick<CaredLink, 'status' | 'statusReason' | 'expiresAt'>,
  now: Date,
): LinkDenial | null {
  if (isPaid(link.status)) return 'paid';
  if (isInProgress(link.status) && !isLinkExpired(link.expiresAt, now)) return 'still_live';
  return withdrawalOf(link) === 'contact_corrected' ? 'replaced' : null;
}

/** A sale to a misspelt address: over or cancelled by staff, it can still be put right. @returns why not, or null */
export function denyCorrection(link: CaredLink): LinkDenial | null {
  if (link.paymentType === 'upgrade') return 'upgrade';
  return denyWithdrawal(link);
}

/** @returns why the link is not sent to its customer, or null */
export function denyMail(link: CaredLink, now: Date): LinkDenial | null {
  if (isPaid(link.status)) return 'paid';
  const withdrawal = withdrawalOf(link);
  if (withdrawal !== null) return withdrawal === 'contact_corrected' ? 'replaced' : 'already_cancelled';
  return isLinkExpired(link.expiresAt, now) ? 'expired' : null;
}

/** Money may be on its way, or the link has another in its place. */
function denyWithdrawal(link: CaredLink): LinkDenial | null {
  if (isPaid(link.status)) return 'paid';
  if (withdrawalOf(link) === 'contact_corrected') return 'replaced';
  return isAtBank(link) && !link.isUnpaidAtBank ? 'at_bank' : null;
}

function isAtBank({ status, hasSentAttempt }: CaredLink): boolean {
  return status === 'initiated' || hasSentAttempt;
}
