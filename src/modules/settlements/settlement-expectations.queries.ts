/**
 * What the bank is expected to pay out or deduct (docs/product.md#reconciliation), as SQL conditions. Money that went back without an
 * order of ours has a refund row too, under a reference that the bank has never seen: no line of a settlement can name it.
 */

/**
 * The bank took the capture `a` back. Such a refund covers all that other refunds leave of the capture, so no part of the sale is
 * expected.
 */
export const IS_REVERSED = `EXISTS (SELECT 1 FROM refunds v WHERE v.payment_id = a.payment_id AND v.attempt_id = a.id
  AND v.origin = 'reversal' AND v.status = 'completed')`;

/** The refund `r` was sent to the bank from here, so the bank deducts it. */
export const IS_ORDERED = "r.origin = 'order'";
