import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/** A payment that the finder found. */
export interface FoundPaymentRow {
  /** Public id of the payment. */
  paymentId: string;
  /** Name of the customer. */
  customerName: string;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
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
}

/** A customer that the finder found. */
export interface FoundCustomer {
  /** Name of the customer. */
  name: string;
  /** Email address of the customer, by which the list finds all payments. */
  email: string;
}

/** What a text finds, newest first; a seller finds own payments alone. */
export interface FindData {
  payments: FoundPaymentRow[];
  customers: FoundCustomer[];
  /** True when the list holds more. */
  hasMore: boolean;
}

/** Shorter texts find nothing. */
export const MIN_FOUND_BY = 2;
