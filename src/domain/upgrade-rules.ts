import type { PaymentStatus } from './payment-status.js';
import { priceOf, type TokenType } from './token-catalogue.js';

export const UPGRADE_STATUSES = ['pending', 'completed', 'failed'] as const;
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number];

export const UPGRADE_TYPE = 'gold_to_platinum';
export const UPGRADE_FROM = 'gold' satisfies TokenType;
export const UPGRADE_TO = 'platinum' satisfies TokenType;

export type UpgradeDenial =
  'not_gold' | 'not_completed' | 'refund_exists' | 'already_upgraded' | 'reversal_undecided' | 'already_open';

export interface Upgradable {
  tokenType: TokenType;
  status: PaymentStatus;
  /** Paise of refunds that are not rejected. */
  refundReserved: number;
  hasOpenUpgrade: boolean;
  hasCompletedUpgrade: boolean;
  /** The bank has reported its payment as not paid any more, and no admin has decided yet what that means. */
  isReversalOpen?: boolean;
}

/** Paise: what a gold token's holder adds for platinum. */
export function upgradePrice(): number {
  return priceOf(UPGRADE_TO) - priceOf(UPGRADE_FROM);
}

/** @returns why this payment's token cannot be upgraded now, or null */
export function denyUpgrade(subject: Upgradable): UpgradeDenial | null {
  if (subject.tokenType !== UPGRADE_FROM) return 'not_gold';
  if (subject.hasCompletedUpgrade) return 'already_upgraded';
  if (subject.status === 'refunded') return 'refund_exists';
  if (subject.status !== 'completed') return 'not_completed';
  if (subject.refundReserved > 0) return 'refund_exists';
  if (subject.isReversalOpen) return 'reversal_undecided';
  return subject.hasOpenUpgrade ? 'already_open' : null;
}

/** Real money for an upgrade that cannot be given: kept, and shown to staff, who give it back. */
export type UpgradeReview = 'upgrade_duplicate' | 'upgrade_source_refunded';

export function isUpgradeReview(reason: string): reason is UpgradeReview {
  return reason === 'upgrade_duplicate' || reason === 'upgrade_source_refunded';
}

/**
 * What the money for an upgrade comes to, however late it arrives. That another link for the same token is open does not
 * count: the money is here. Neither does a reversal that nobody has decided: the link was made before it, and an admin can
 * still decide either way afterwards.
 * @returns null when the token becomes platinum
 */
export function reviewPaidUpgrade(source: Omit<Upgradable, 'hasOpenUpgrade'>): UpgradeReview | null {
  const denial = denyUpgrade({ ...source, hasOpenUpgrade: false, isReversalOpen: false });
  if (denial === null) return null;
  return denial === 'already_upgraded' ? 'upgrade_duplicate' : 'upgrade_source_refunded';
}

export type ResetDenial = 'already_upgraded' | 'already_open' | 'nothing_failed';

/** Only what has failed can be put aside. @returns why not, or null */
export function denyReset(
  subject: Pick<Upgradable, 'hasOpenUpgrade' | 'hasCompletedUpgrade'> & { failed: number },
): ResetDenial | null {
  if (subject.hasCompletedUpgrade) return 'already_upgraded';
  if (subject.hasOpenUpgrade) return 'already_open';
  return subject.failed === 0 ? 'nothing_failed' : null;
}

/**
 * What a row of a list shows of a gold token's upgrade.
 * @returns null for a token that cannot be upgraded
 */
export function upgradeStateOf(subject: Upgradable): 'available' | 'pending' | 'completed' | null {
  switch (denyUpgrade(subject)) {
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
 * As people see it. A link that ran out before anybody went to the bank cannot be paid any more, although its end is only
 * written down after a last look at the bank.
 */
export function shownUpgradeStatus(
  stored: UpgradeStatus,
  payment: { status: PaymentStatus; isLinkExpired: boolean },
): UpgradeStatus {
  return stored === 'pending' && payment.status === 'pending' && payment.isLinkExpired ? 'failed' : stored;
}
