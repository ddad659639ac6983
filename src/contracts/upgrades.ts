import type { PublicReturn, ReturnState } from './after-payment.js';
import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { UpgradeType } from '../domain/upgrade/upgrade-paths.js';
import type { UpgradeStatus } from '../domain/upgrade/upgrade-rules.js';

/** An upgrade that was created, or (`available`) one that could be created now. */
export interface UpgradeToken {
  /** Status of the upgrade; `available` while none exists and one could be created. */
  upgradeStatus: UpgradeStatus | 'available';
  /** Address of the customer's page for paying the upgrade; null for an available upgrade. */
  upgradeLink: string | null;
  /** Why the upgrade failed or was closed, as a text for staff; null when there is nothing to say. */
  upgradeNotes: string | null;
  /** Kind of upgrade, by the medals before and after. */
  upgradeType: UpgradeType;
  /** Code of the tier that the token gets. */
  toTierCode: string;
  /** Name of that tier. */
  toTierName: string;
  /** Price of the upgrade in rupees, fixed when the link was created. */
  upgradeAmount: number;
  /**
   * True where that is the price of the higher tier less what the token cost, false where the catalogue sets a price for
   * the path; null for an upgrade that was created.
   */
  isDifference: boolean | null;
  /** Public id of the payment for the upgrade; null for an available upgrade. */
  upgradePaymentId: string | null;
  /** Status of the payment for the upgrade, `refunded` once it was refunded in full; null for an available upgrade. */
  paymentStatus: PaymentStatus | null;
  /** End of the upgrade link, ISO 8601 UTC; null for an available upgrade. */
  paymentLinkExpiresAt: string | null;
  /** When the upgrade link was created, ISO 8601 UTC; null for an available upgrade. */
  createdAt: string | null;
}

/** GET /api/payments/{paymentId}/upgrade-tokens. Upgrades that exist come first, newest first. */
export interface UpgradeTokensData {
  /** The upgrades that could be created now; empty when the rules forbid one. */
  availableUpgrades: UpgradeToken[];
  /** Existing upgrades, newest first, then the available ones. */
  allUpgradeTokens: UpgradeToken[];
}

/** POST /api/payments/{paymentId}/create-upgrade-link */
export interface CreateUpgradeLinkRequest {
  /** Kind of upgrade, by the medals before and after. */
  upgradeType: UpgradeType;
  /** Code of the tier that the token gets; needed where several paths of that kind lead on from it. */
  toTierCode?: string;
  /** Price of the upgrade in rupees, as it was shown; one that differs from the price of now is refused. */
  amount?: number;
}

/** Answer to POST /api/payments/{paymentId}/create-upgrade-link. */
export interface CreateUpgradeLinkData {
  /** Address of the customer's page for paying the upgrade. */
  upgradeLink: string;
  /** Price of the upgrade in rupees. */
  upgradeAmount: number;
  /** Public id of the payment for the upgrade. */
  upgradePaymentId: string;
  /** End of the upgrade link, ISO 8601 UTC. */
  paymentLinkExpiresAt: string;
  /** True when the bank has created its payment page already. */
  hasRedirectionURL: boolean;
  /** Warning for staff while the bank has created no page yet, although the link works; null when there is a page. */
  warning: string | null;
}

/** POST /api/payments/{paymentId}/reset-failed-upgrades */
export interface ResetUpgradesData {
  /** Number of failed upgrades that this call reset; 0 when none of their links could be paid any more. */
  resetCount: number;
}

/** One upgrade in the history of a token. */
export interface UpgradeHistoryItem extends UpgradeToken {
  /** Tier before the upgrade. */
  upgradeFrom: TokenType;
  /** Tier after the upgrade. */
  upgradeTo: TokenType;
  /** Number of the upgraded token, e.g. `GO-000001`. */
  fromTokenNumber: string;
  /** Number of the new token; `N/A` until the upgrade is completed. */
  toTokenNumber: string;
  /** True when the number of the first payment is void: it was refunded in full. */
  fromTokenVoid: boolean;
  /** True when the number of the upgrade is void: it was refunded in full, or revoked. */
  toTokenVoid: boolean;
  /** When the upgrade was completed, ISO 8601 UTC; null until then. */
  completedAt: string | null;
}

/** GET /api/payments/token/{tokenNumber}/upgrade-history */
export interface UpgradeHistoryData {
  /** Full name and email address of the customer. */
  customer: { name: string; email: string };
  /** Existing upgrades, newest first. */
  upgradeHistory: UpgradeHistoryItem[];
  /** Number of upgrades by state. */
  summary: {
    /** Upgrades that exist, whatever their status. */
    totalUpgrades: number;
    /** Completed upgrades that were not refunded in full. */
    completedUpgrades: number;
    /** Upgrades that wait for their payment. */
    pendingUpgrades: number;
    /** Upgrades that could be created now. */
    availableUpgrades: number;
  };
}

/** What the customer's upgrade page shows beside the payment. */
export interface PublicUpgrade {
  /** Tier before the upgrade. */
  from: TokenType;
  /** Tier after the upgrade. */
  to: TokenType;
  /** Name of the tier before the upgrade. */
  fromLabel: string;
  /** Name of the tier after the upgrade. */
  toLabel: string;
  /** Number of the token that the customer holds. */
  currentTokenNumber: string;
  /** Tier of that token. */
  currentTokenType: TokenType;
  /** Name of the tier of that token. */
  currentTokenLabel: string;
  /** When the payment that issued that token was completed, ISO 8601 UTC; null before. */
  currentTokenPaidAt: string | null;
  /** True when the number of that token is void: its payment was refunded in full. */
  currentTokenVoid: boolean;
  /** Price paid for the token, in rupees. */
  paidBefore: number;
  /** Price of the upgrade, in rupees. */
  upgradeAmount: number;
  /** Price of both payments together, in rupees. */
  total: number;
  /** True when `total` is the price of the higher tier; false where the catalogue sets a price for the path. */
  isDifference: boolean;
  /**
   * `open`: waits for its payment · `upgraded`: completed · `reversed`: completed and refunded in full · `in-review`:
   * the bank took the money, but it could not be used and is being returned · `none`: the page shows the token
   * itself, which has no open upgrade.
   */
  outcome: 'open' | 'upgraded' | 'reversed' | 'in-review' | 'none';
  /** Money for upgrades of this token that could not be used, newest first; empty unless `outcome` is `none`. */
  returning: PublicReturn[];
  /** The payments of this token so far, oldest first. */
  history: PublicUpgradePayment[];
}

/** One payment in the history of the customer's upgrade page. */
export interface PublicUpgradePayment {
  /** What was bought, e.g. `Gold token` or `Upgrade to Platinum`. */
  label: string;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Name of the tier, in the catalogue of the payment. */
  tokenLabel: string;
  /** True for the payment of an upgrade. */
  isUpgrade: boolean;
  /** Token number; null until the payment is completed. */
  tokenNumber: string | null;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Price in rupees. */
  amount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** How far the return of money for the payment is that could not be used; null without any. */
  returnState: ReturnState | null;
  /** When the payment was completed, else when its link was created; ISO 8601 UTC. */
  at: string;
}
