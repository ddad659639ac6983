/** Since when a payment is in its state; null where the state has no such time. */
export interface StateTimes {
  /** When the customer was last sent to the bank, ISO 8601 UTC; null unless the customer is there. */
  atBankSince: string | null;
  /** When the oldest refund that the bank has not completed was requested, ISO 8601 UTC; null without one. */
  refundPendingSince: string | null;
  /** When the last refund was completed, ISO 8601 UTC; null without one. */
  refundedAt: string | null;
  /** When the payment failed or was cancelled, ISO 8601 UTC; null for other statuses, and where it is not known. */
  endedAt: string | null;
}
