/**
 * POST /api/sales-manager/check-open, with the filters of the dashboard as its query: checks the next few open payments
 * of the list at the bank. To be called again with `after` set to `next` until `next` is null.
 */
export interface CheckOpenData {
  /** Open payments that this call handled. */
  passed: number;
  /**
   * Of these, payments that were checked at the bank; the others were checked within the last 10 s, or have no open
   * attempt.
   */
  asked: number;
  /** Checks to which the bank gave no usable answer. */
  failed: number;
  /** Payments handled by this call that are completed now. */
  completed: number;
  /** Open payments that this call read and did not handle. */
  remaining: number;
  /** Value of `after` for the next call; null when no open payment is left. */
  next: string | null;
}
