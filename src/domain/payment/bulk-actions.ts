import { isPaid, type PaymentStatus } from './payment-status.js';

/** What staff do to many payments of a list at once. */
export const BULK_ACTIONS = ['check', 'resend', 'cancel', 'export'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Most payments of one run. Mails are as many as one person may send in an hour; a file has no limit. */
export const BULK_LIMITS: Readonly<Record<BulkAction, number | null>> = {
  check: 1000,
  resend: 60,
  cancel: 1000,
  export: null,
};

/** Most payments that are chosen one by one. */
export const MAX_CHOSEN = 100;

interface Judged {
  status: PaymentStatus;
  /** The denials of the single actions. */
  denials: { sendLink: string | null; cancelLink: string | null };
}

/**
 * Why the action would be refused for this payment, or null. The denials are those of the single actions, which decide again when
 * they are called; only the check has one of its own: the bank is not asked about a paid payment.
 * @param paid the text for a paid payment
 */
export function bulkDenial(action: BulkAction, { status, denials }: Judged, paid: string): string | null {
  switch (action) {
    case 'check':
      return isPaid(status) ? paid : null;
    case 'resend':
      return denials.sendLink;
    case 'cancel':
      return denials.cancelLink;
    case 'export':
      return null;
  }
}
