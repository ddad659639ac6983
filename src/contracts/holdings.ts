import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/** At most so many are shown, newest first: a number that an office shares has many customers. */
export const MAX_HOLDINGS = 20;

/** Another payment of the same customer (the same email address or phone number) whose token is valid, or that can still be paid. */
export interface Holding {
  /** Public id of the payment. */
  paymentId: string;
  /** Name of the customer on that payment. */
  customerName: string;
  /** Name of its project; its short name where it has none. */
  project: string;
  /** Name of its event. */
  event: string;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Token number; null until the payment is completed. */
  tokenNumber: string | null;
  /** Amount in rupees. */
  amount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** When the link was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the payment was completed, ISO 8601 UTC; null until then. */
  paidAt: string | null;
}

/** What the same person holds in another project, for the form of a sale: for information, it asks for no reason. */
export type HoldingElsewhere = Pick<Holding, 'paymentId' | 'project' | 'tokenType' | 'tokenNumber'>;
