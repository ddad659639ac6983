export const PAYMENT_STATUSES = ['pending', 'initiated', 'completed', 'failed', 'cancelled', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * creating: stored; the bank is not asked yet or its answer is not stored yet · open: the bank's page exists · unknown: the
 * bank may have created the invoice · the rest are closed.
 */
export const ATTEMPT_STATUSES = [
  'creating',
  'open',
  'unknown',
  'refused',
  'captured',
  'failed',
  'cancelled',
  'abandoned',
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/**
 * Every allowed edge (docs/product.md#statuses). `failed` and `cancelled` are not final: the link can be paid again or
 * reissued, and late money completes it. `initiated → pending` reissues a link that expired while the customer was at the
 * bank. `cancelled → cancelled` changes the reason when staff cancel a link that the customer or its expiry had ended.
 */
export const TRANSITIONS: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['initiated', 'completed', 'failed', 'cancelled'],
  initiated: ['completed', 'failed', 'cancelled', 'pending'],
  failed: ['pending', 'initiated', 'completed', 'cancelled'],
  cancelled: ['pending', 'initiated', 'completed', 'cancelled'],
  completed: ['refunded'],
  refunded: [],
};

export function canMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

export function isInProgress(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'initiated';
}

/** Paid at some time; no evidence undoes this. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'refunded';
}

const LABELS: Readonly<Record<PaymentStatus, string>> = {
  completed: 'Payment Completed',
  pending: 'Payment Pending',
  initiated: 'Payment Initiated',
  failed: 'Payment Failed',
  refunded: 'Payment Refunded',
  cancelled: 'Payment Cancelled',
};

export function statusLabel(status: string): string {
  return Object.hasOwn(LABELS, status) ? LABELS[status as PaymentStatus] : 'Unknown Status';
}
