import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { PaymentType, TokenType } from '../domain/payment/token-catalogue.js';
import type { PaymentsPagination } from './common.js';

/** One payment in the history of a token. */
export interface PaymentHistoryItem {
  /** Internal id of the payment. */
  _id: string;
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Whether the payment is a sale or an upgrade. */
  paymentType: PaymentType;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Tier before the upgrade; null unless the payment is an upgrade. */
  upgradeFrom: TokenType | null;
  /** Tier after the upgrade; null unless the payment is an upgrade. */
  upgradeTo: TokenType | null;
  /** The upgrade as a sentence; null unless the payment is an upgrade. */
  upgradeDescription: string | null;
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** When the link was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the payment was completed, ISO 8601 UTC; null until then. */
  paidAt: string | null;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Price in rupees. */
  amount: number;
  /** Completed refunds in rupees. */
  refundedAmount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** Name of the bank's gateway. */
  paymentGateway: string;
}

/** GET /api/payments/token/{tokenNumber}/payment-history: all payments of the token and its upgrades, oldest first. */
export interface PaymentHistoryData {
  /** Name, email, phone (`+91…` in full, null when none is known) and the masked PAN (null when none is known). */
  customer: { name: string; email: string; phone: string | null; pan: string | null };
  /** All payments of the token, oldest first. */
  history: PaymentHistoryItem[];
  /** Totals over the history. */
  summary: {
    /** Number of payments, whatever their status. */
    totalPayments: number;
    /** Completed payments in rupees, before refunds. */
    grossAmount: number;
    /** Completed refunds in rupees. */
    refundedAmount: number;
    /** Refunds that the bank has not completed yet, in rupees. */
    pendingRefundAmount: number;
    /** Completed payments less completed refunds, in rupees. */
    totalSpent: number;
    /** The part of `totalSpent` that was paid for upgrades, in rupees. */
    totalUpgradeAmount: number;
    /** Tier of the token that is valid now. */
    currentTokenType: TokenType;
  };
}

/** One payment in the list of transactions. */
export interface Transaction {
  /** Internal id of the payment. */
  _id: string;
  /** Internal id of the payment, the same as `_id`. */
  id: string;
  /** Internal id, name, email and phone of the customer; the phone is `+91…` in full, null when none is known. */
  customer: { id: string; name: string; email: string; phone: string | null };
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Whether the payment is a sale or an upgrade. */
  paymentType: PaymentType;
  /** Price in rupees. */
  amount: number;
  /** Completed refunds in rupees. */
  refundedAmount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** When the link was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the payment was completed, ISO 8601 UTC; null until then. */
  paidAt: string | null;
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Name of the bank's gateway. */
  paymentGateway: string;
  /** Always null: a token is sold before a property is chosen. */
  propertyDetails: null;
}

/** GET /api/payments/transactions/all */
export interface TransactionsData {
  /** The payments of this page, newest first. */
  transactions: Transaction[];
  /**
   * Over all payments that the user may see, not over the page: `totalAmount` is completed payments less completed
   * refunds in rupees, `totalTransactions` counts all payments, `completedTransactions` the completed ones that were
   * not refunded in full.
   */
  summary: { totalAmount: number; totalTransactions: number; completedTransactions: number };
  /** Position of this page in the list. */
  pagination: PaymentsPagination;
}
