import type { DashboardRow } from './payments.js';

/**
 * GET /api/payments/{paymentId}/desk and the desk's page: one link as its seller shows it to the customer. For the seller
 * and admins alone.
 */
export interface DeskPayment extends DashboardRow {
  /** `+91…` in full; null when none is known. */
  phone: string | null;
  /** The end of the PAN; null when none is known. */
  pan: string | null;
  amountInWords: string;
  /** The link can be paid: not paid yet, and alive. */
  canPay: boolean;
  /** Set while the bank has made no page yet: the link works all the same. */
  warning: string | null;
}
