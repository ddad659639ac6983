import type { SoldIn } from './events.js';
import type { DashboardRow } from './payments.js';

/**
 * GET /api/payments/{paymentId}/desk and the props of that page: one link as its seller shows it to the customer. For
 * the seller and admins only.
 */
export interface DeskPayment extends DashboardRow {
  /** Phone number, `+91…` in full; null when none is known. */
  phone: string | null;
  /** Masked PAN; null when none is known. */
  pan: string | null;
  /** Price in English words. */
  amountInWords: string;
  /** Where it was sold; missing where there is only the default event. */
  soldIn?: SoldIn;
  /**
   * Warning for staff: why nobody can pay on an unpaid link although nothing shows it, or that the bank has created no page yet, although
   * the link works; null when there is none.
   */
  warning: string | null;
}
