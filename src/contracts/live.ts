import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/**
 * One message of `GET /api/events` (server-sent events, event name `payment`): what changed for a payment. A seller
 * gets messages about own payments, an admin about all.
 */
export interface LivePayment {
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /**
   * `status`: the status changed · `opened`: the customer opened the link for the first time · `changed`: something
   * else changed, so the payment has to be read again.
   */
  kind: 'status' | 'opened' | 'changed';
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Time of the change, ISO 8601 UTC. */
  at: string;
}

/** The message `hello`, with which a stream begins. It comes again, empty, when messages may have been missed. */
export interface LiveHello {
  /** The last change that the server knows of, ISO 8601 UTC: what was read later needs not be read again. */
  changedAt: string;
}
