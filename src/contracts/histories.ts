import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { PaymentType, TokenType } from '../domain/payment/token-catalogue.js';
import type { PaymentsPagination } from './common.js';

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
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  /** Rupees. */
  amount: number;
  refundedAmount: number;
  /** On its way back: asked for, and not confirmed by the bank yet. */
  pendingRefundAmount: number;
  paymentGateway: string;
}

/** GET /api/payments/token/{tokenNumber}/payment-history: the whole line of the token, oldest payment first. */
export interface PaymentHistoryData {
  /** The phone number is `+91…` in full; of the PAN only the end. */
  customer: { name: string; email: string; phone: string | null; pan: string | null };
  history: PaymentHistoryItem[];
  summary: {
    totalPayments: number;
    /** Rupees of completed payments, before refunds. */
    grossAmount: number;
    /** Rupees of settled refunds, and rupees on their way back. */
    refundedAmount: number;
    pendingRefundAmount: number;
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
  /** The phone number is `+91…` in full. */
  customer: { id: string; name: string; email: string; phone: string | null };
  tokenType: TokenType;
  tokenNumber: string;
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  paymentType: PaymentType;
  /** Rupees. */
  amount: number;
  refundedAmount: number;
  /** On its way back: asked for, and not confirmed by the bank yet. */
  pendingRefundAmount: number;
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
  pagination: PaymentsPagination;
}
