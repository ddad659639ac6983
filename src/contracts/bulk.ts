import type { BulkAction } from '../domain/payment/bulk-actions.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/** One payment of a selection. */
export interface SelectedPayment {
  /** Public id of the payment. */
  paymentId: string;
  /** Name of the customer. */
  customerName: string;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Price in rupees. */
  amount: number;
  /** Why the action would be refused now; null when it would be done. */
  denial: string | null;
}

/** The payments that an action of the list is for, as of the moment they were counted. */
export interface Selection {
  /** What is to be done. */
  action: BulkAction;
  /** Exact number of payments. */
  total: number;
  /** Most payments that the action takes at once; null: any number. */
  limit: number | null;
  /** The payments, newest first; empty when there are more than `limit`, and for an export. */
  payments: SelectedPayment[];
  /** For an export of the same filter: payments with a later id were made after the count. Empty for chosen payments. */
  upTo: string;
}
