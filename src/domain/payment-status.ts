export const PAYMENT_STATUSES = ['pending', 'initiated', 'completed', 'failed', 'cancelled', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * creating: written down, the bank not yet told or its answer not yet stored · open: the bank's page exists ·
 * unknown: the bank may or may not have made it · the rest are closed.
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
 * Every allowed edge. `failed` and `cancelled` lead on, because a link can be paid again while it lives or is reissued, and
 * because late money is never dropped. `initiated → pending` is a reissue of a link that expired while at the bank.
 * `cancelled → cancelled` gives another reason: staff take back a link that had been stopped at the bank or by its time.
 * `completed` leads only to `refunded`.
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

/** Paid at some time: nothing that arrives can take this back. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'refunded';
}

/** After a full refund the number stays with the payment, and stands for nothing any more. */
export function isTokenVoid({ status, tokenNumber }: { status: PaymentStatus; tokenNumber: string | null }): boolean {
  return status === 'refunded' && tokenNumber !== null;
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
