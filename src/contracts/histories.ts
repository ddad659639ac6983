import type { PaymentStatus } from '../domain/payment-status.js';
import type { PaymentType, TokenType } from '../domain/token-catalogue.js';
import type { Pagination } from './common.js';

export interface PaymentHistoryItem {
  _id: string;
  paymentId: string;
  paymentType: PaymentType;
  tokenType: TokenType;
  upgradeFrom: TokenType | null;
  upgradeTo: TokenType | null;
  upgradeDescription: string | null;
  status: PaymentStatus;
  statusLabel: string;
  createdAt: string;
  paidAt: string | null;
  /** `N/A` until the payment is completed. */
  tokenNumber: string;
  /** Rupees. */
  amount: number;
  refundedAmount: number;
  paymentGateway: string;
}

/** GET /api/payments/token/{tokenNumber}/payment-history: the whole line of the token, oldest payment first. */
export interface PaymentHistoryData {
  history: PaymentHistoryItem[];
  summary: {
    totalPayments: number;
    /** Rupees of completed payments less settled refunds. */
    totalSpent: number;
    /** The part of it that went into upgrades. */
    totalUpgradeAmount: number;
    currentTokenType: TokenType;
  };
}

export interface Transaction {
  _id: string;
  id: string;
  customer: { id: string; name: string; email: string; phone: string | null };
  tokenType: TokenType;
  tokenNumber: string;
  paymentType: PaymentType;
  /** Rupees. */
  amount: number;
  refundedAmount: number;
  createdAt: string;
  paidAt: string | null;
  status: PaymentStatus;
  statusLabel: string;
  paymentId: string;
  paymentGateway: string;
  /** A token is sold before a property is chosen, so there is nothing to tell yet. */
  propertyDetails: null;
}

/** GET /api/payments/transactions/all: newest first; the summary is over everything in reach, not over the page. */
export interface TransactionsData {
  transactions: Transaction[];
  summary: { totalAmount: number; totalTransactions: number; completedTransactions: number };
  pagination: Pagination;
}
