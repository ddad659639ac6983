import type { PaymentStatus } from './payment-status.js';
import { priceOf, type TokenType } from './token-catalogue.js';

export const UPGRADE_STATUSES = ['pending', 'completed', 'failed'] as const;
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number];

export const UPGRADE_TYPE = 'gold_to_platinum';

export type UpgradeDenial = 'not_gold' | 'not_completed' | 'refund_exists' | 'already_upgraded' | 'already_open';

export interface Upgradable {
  tokenType: TokenType;
  status: PaymentStatus;
  /** Paise of refunds that are not rejected. */
  refundReserved: number;
  hasOpenUpgrade: boolean;
  hasCompletedUpgrade: boolean;
}

/** Paise: what a gold token's holder adds for platinum. */
export function upgradePrice(): number {
  return priceOf('platinum') - priceOf('gold');
}

/** @returns why this payment's token cannot be upgraded now, or null */
export function denyUpgrade(subject: Upgradable): UpgradeDenial | null {
  if (subject.tokenType !== 'gold') return 'not_gold';
  if (subject.hasCompletedUpgrade) return 'already_upgraded';
  if (subject.status !== 'completed') return 'not_completed';
  if (subject.refundReserved > 0) return 'refund_exists';
  return subject.hasOpenUpgrade ? 'already_open' : null;
}
