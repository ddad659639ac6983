import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/**
 * One message of `GET /api/events` (server-sent events, event name `payment`): what changed for a payment, with what a
 * screen needs to show it at once. A seller hears of own payments, an admin of all.
 */
export interface LivePayment {
  paymentId: string;
  /** `status`: it moved; `opened`: the customer opened the link for the first time; `changed`: look again. */
  kind: 'status' | 'opened' | 'changed';
  status: PaymentStatus;
  statusLabel: string;
  /** `N/A` until the payment is completed. */
  tokenNumber: string;
  tokenType: TokenType;
  /** ISO 8601, UTC. */
  at: string;
}
