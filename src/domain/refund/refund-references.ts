/** The two references of a refund, the bank's and ours (docs/product.md#refunds). */
export interface RefundReferences {
  /** The bank's own number of the refund, to be named when asking there; null while it has none. */
  bankReference: string | null;
  /** Our reference, under which the bank was told. */
  ourReference: string;
}

/** The references that staff, customers and files show. */
export function refundReferences(refund: { bankTxnId: string | null; bankReference: string }): RefundReferences {
  return { bankReference: refund.bankTxnId, ourReference: refund.bankReference };
}
