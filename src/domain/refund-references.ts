/** By what a refund is called at the bank, and by us. */
export interface RefundReferences {
  /** The bank's own number of the refund, to be named when asking there; null while it has none. */
  bankReference: string | null;
  /** Our reference, under which the bank was told. */
  ourReference: string;
}

/** The one way in which a refund is named, for staff, customers and files alike. */
export function refundReferences(refund: { bankTxnId: string | null; bankReference: string }): RefundReferences {
  return { bankReference: refund.bankTxnId, ourReference: refund.bankReference };
}
