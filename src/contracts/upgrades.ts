import type { PublicReturn } from './after-payment.js';
import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { UpgradeStatus } from '../domain/upgrade/upgrade-rules.js';

export type UpgradeType = 'gold_to_platinum';

/** An upgrade that was made, or (`available`) one that could be made now. */
export interface UpgradeToken {
  upgradeStatus: UpgradeStatus | 'available';
  /** The customer's page for paying the difference; null while there is none. */
  upgradeLink: string | null;
  /** Why it failed, or what became of it; for staff. */
  upgradeNotes: string | null;
  upgradeType: UpgradeType;
  /** Rupees; frozen when the link was made. */
  upgradeAmount: number;
  upgradePaymentId: string | null;
  /** Of the upgrade's own payment; tells a refunded upgrade from one that stands. */
  paymentStatus: PaymentStatus | null;
  /** The upgrade can be paid until then. */
  paymentLinkExpiresAt: string | null;
  createdAt: string | null;
}

/** GET /api/payments/{paymentId}/upgrade-tokens; those that were made come first, newest first. */
export interface UpgradeTokensData {
  availableUpgrades: UpgradeToken[];
  allUpgradeTokens: UpgradeToken[];
}

/** POST /api/payments/{paymentId}/create-upgrade-link */
export interface CreateUpgradeLinkRequest {
  upgradeType: UpgradeType;
}

export interface CreateUpgradeLinkData {
  upgradeLink: string;
  /** Rupees. */
  upgradeAmount: number;
  upgradePaymentId: string;
  paymentLinkExpiresAt: string;
  hasRedirectionURL: boolean;
  /** Set when the bank could not make its page yet: the link works all the same. */
  warning: string | null;
}

/** POST /api/payments/{paymentId}/reset-failed-upgrades */
export interface ResetUpgradesData {
  /** How many failed upgrades were put aside by this call. */
  resetCount: number;
}

export interface UpgradeHistoryItem extends UpgradeToken {
  upgradeFrom: TokenType;
  upgradeTo: TokenType;
  fromTokenNumber: string;
  /** `N/A` until the upgrade is completed. */
  toTokenNumber: string;
  /** Its whole amount was given back: the number is void. */
  fromTokenVoid: boolean;
  toTokenVoid: boolean;
  completedAt: string | null;
}

/** GET /api/payments/token/{tokenNumber}/upgrade-history */
export interface UpgradeHistoryData {
  customer: { name: string; email: string };
  upgradeHistory: UpgradeHistoryItem[];
  summary: {
    totalUpgrades: number;
    /** Those that stand: a refunded upgrade does not. */
    completedUpgrades: number;
    pendingUpgrades: number;
    availableUpgrades: number;
  };
}

/** What the customer's upgrade page tells besides the payment. */
export interface PublicUpgrade {
  from: TokenType;
  to: TokenType;
  fromLabel: string;
  toLabel: string;
  /** The token that the customer holds already, and what was paid for it. */
  currentTokenNumber: string;
  /** Its whole amount was given back: the number is void. */
  currentTokenVoid: boolean;
  /** Rupees. */
  paidBefore: number;
  upgradeAmount: number;
  total: number;
  /**
   * `reversed`: upgraded and given back · `in-review`: the bank took the money, but it could not be used and is being
   * returned · `none`: the page is about the gold token itself, which has no open upgrade.
   */
  outcome: 'open' | 'upgraded' | 'reversed' | 'in-review' | 'none';
  /** Money for upgrades of this token that could not be used, newest first; only while `outcome` is `none`. */
  returning: PublicReturn[];
  /** The payments of this token so far, oldest first. */
  history: PublicUpgradePayment[];
}

export interface PublicUpgradePayment {
  label: string;
  tokenType: TokenType;
  isUpgrade: boolean;
  /** Null until the payment is completed. */
  tokenNumber: string | null;
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  amount: number;
  /** On its way back. Rupees. */
  pendingRefundAmount: number;
  status: PaymentStatus;
  statusLabel: string;
  /** The bank took money for it that could not be used. */
  isReturning: boolean;
  at: string;
}
