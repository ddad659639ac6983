import type { PaymentStatus } from '../payment/payment-status.js';

export const UPGRADE_STATUSES = ['pending', 'completed', 'failed'] as const;
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number];

export type UpgradeDenial =
  | 'no_path'
  | 'not_completed'
  | 'refund_exists'
  | 'already_upgraded'
  | 'reversal_undecided'
  | 'money_waits'
  | 'already_open';

export interface Upgradable {
  /** The catalogue in force has a path from this payment's tier, and the payment is no upgrade itself. */
  hasPath: boolean;
  status: PaymentStatus;
  /** Paise of refunds that are not rejected. */
  refundReserved: number;
  hasOpenUpgrade: boolean;
  hasCompletedUpgrade: boolean;
  /** A review of a reversal or an unconfirmed capture of its payment is open. */
  isReversalOpen?: boolean;
  /** The bank has taken money for one of its upgrades that completed nothing, and nobody has decided about it, or its refund is under way. */
  moneyWaits?: boolean;
}

/** @returns why this payment's token cannot be upgraded now, or null */
export function upgradeDenial(subject: Upgradable): UpgradeDenial | null {
  if (subject.hasCompletedUpgrade) return 'already_upgraded';
  // A link that was made while there was a path can be found and paid after a new version has closed it.
  if (!subject.hasPath && !subject.hasOpenUpgrade) return 'no_path';
  if (subject.status === 'refunded') return 'refund_exists';
  if (subject.status !== 'completed') return 'not_completed';
  if (subject.refundReserved > 0) return 'refund_exists';
  if (subject.isReversalOpen) return 'reversal_undecided';
  if (subject.moneyWaits) return 'money_waits';
  return subject.hasOpenUpgrade ? 'already_open' : null;
}

/** Reviews of a captured upgrade that cannot be given: excess, to be refunded. */
export type UpgradeReview = 'upgrade_duplicate' | 'upgrade_source_refunded';

export function isUpgradeReview(reason: string): reason is UpgradeReview {
  return reason === 'upgrade_duplicate' || reason === 'upgrade_source_refunded';
}

/**
 * Whether captured money completes an upgrade, however late it arrives. Another open link for the token does not matter, nor
 * does an undecided reversal, which an admin can still decide either way afterwards, nor money that waits, which may be this very one.
 * A link keeps the path under which it was made.
 * @returns null when the token gets the higher tier
 */
export function reviewPaidUpgrade(source: Omit<Upgradable, 'hasOpenUpgrade' | 'hasPath'>): UpgradeReview | null {
  const denial = upgradeDenial({
    ...source,
    hasPath: true,
    hasOpenUpgrade: false,
    isReversalOpen: false,
    moneyWaits: false,
  });
  if (denial === null) return null;
  return denial === 'already_upgraded' ? 'upgrade_duplicate' : 'upgrade_source_refunded';
}

/** An upgrade link that is to be paid again, and its token. */
interface Reopenable extends Omit<Upgradable, 'hasPath'> {
  /** The upgrade has not ended: its link alone ran out. */
  isOpen: boolean;
  /** The link has captured money that could not be used. */
  hasExcess: boolean;
}

/** A link keeps the path under which it was made. @returns why an unpaid upgrade link cannot be reissued, or null */
export function reopenDenial({ isOpen, hasExcess, ...token }: Reopenable): 'upgrade_closed' | 'upgrade_on_hold' | null {
  if (token.isReversalOpen) return 'upgrade_on_hold';
  if (token.moneyWaits) return 'upgrade_closed';
  if (isOpen) return null;
  return hasExcess || upgradeDenial({ ...token, hasPath: true }) !== null ? 'upgrade_closed' : null;
}

export type ResetDenial = 'already_upgraded' | 'already_open' | 'nothing_failed';

/** Only failed upgrades can be reset. @returns why not, or null */
export function resetDenial(
  subject: Pick<Upgradable, 'hasOpenUpgrade' | 'hasCompletedUpgrade'> & { failed: number },
): ResetDenial | null {
  if (subject.hasCompletedUpgrade) return 'already_upgraded';
  if (subject.hasOpenUpgrade) return 'already_open';
  return subject.failed === 0 ? 'nothing_failed' : null;
}

/**
 * The upgrade state that a row of a list shows.
 * @returns null for a token that cannot be upgraded
 */
export function upgradeStateOf(subject: Upgradable): 'available' | 'pending' | 'completed' | null {
  switch (upgradeDenial(subject)) {
    case null:
      return 'available';
    case 'already_open':
      return 'pending';
    case 'already_upgraded':
      return 'completed';
    default:
      return null;
  }
}

/**
 * The status as people see it. An expired link that was never opened at the bank counts as failed, although that is stored
 * only after a last STATUS check.
 */
export function shownUpgradeStatus(
  stored: UpgradeStatus,
  payment: { status: PaymentStatus; isLinkExpired: boolean },
): UpgradeStatus {
  return stored === 'pending' && payment.status === 'pending' && payment.isLinkExpired ? 'failed' : stored;
}
