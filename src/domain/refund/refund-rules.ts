import type { PaymentStatus } from '../payment/payment-status.js';
import { type RefundAmountFault, refundAmountFault, type Refunded, SMALLEST_REFUND } from './refund-amount.js';
import { openCheckDelayMs } from '../payment/poll-schedule.js';
import { DAY_MS, HOUR_MS } from '../calendar/durations.js';

/**
 * docs/product.md#refunds. requested: stored and reserved; the order is not sent yet or its answer is not stored yet ·
 * processing: accepted by the bank, the money has not moved · unknown: no usable answer; queried, never sent under another
 * reference · completed: confirmed by the bank · rejected: refused by the bank, the reservation is released.
 */
export const REFUND_STATUSES = ['requested', 'processing', 'unknown', 'completed', 'rejected'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** order: sent to the bank by us · reversal: the bank took the money back · outside: refunded at the bank by hand. */
export type RefundOrigin = 'order' | 'reversal' | 'outside';

/** Every allowed edge; `completed` and `rejected` are final. */
const REFUND_TRANSITIONS: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  requested: ['processing', 'unknown', 'completed', 'rejected'],
  unknown: ['processing', 'completed', 'rejected'],
  processing: ['completed', 'rejected'],
  completed: [],
  rejected: [],
};

export function canMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return REFUND_TRANSITIONS[from].includes(to);
}

/** Completed or rejected. */
export function isRefundFinal(status: RefundStatus): boolean {
  return REFUND_TRANSITIONS[status].length === 0;
}

/** The statuses that are not final. */
export const REFUNDS_UNDER_WAY: readonly RefundStatus[] = REFUND_STATUSES.filter((status) => !isRefundFinal(status));

/**
 * Next check of a refund under way after `checks` checks: 10 s, doubling to 15 min, hourly after the first day, without end.
 * @param atLeastMs the bank's `Retry-After`; one hour at most counts
 */
export function nextRefundCheck(now: Date, checks: number, createdAt: Date, atLeastMs = 0): Date {
  const isOld = now.getTime() - createdAt.getTime() > DAY_MS;
  return new Date(now.getTime() + (isOld ? HOUR_MS : Math.max(openCheckDelayMs(checks), Math.min(atLeastMs, HOUR_MS))));
}

/** The longest delay that {@link nextRefundCheck} gives. */
export const LONGEST_REFUND_WAIT_MS = HOUR_MS;

/** Twice a day, so that one missed check still leaves one on each day. */
export const FOLLOW_UP_MS = 12 * HOUR_MS;
const FOLLOWED_FOR_MS = 7 * DAY_MS;

/**
 * Next check of a completed refund: it can be rejected days later, when the customer's bank returns it.
 * @param last what the last check got: the bank's final word, one that says that it is under way or not known, or no usable answer
 * @param dueAt when that check was due
 * @returns null once seven days have passed and the bank has given its final word, to a check that was due in the last half day: a clock
 * that ran ahead for a check ends nothing
 */
export function nextFollowUp(
  now: Date,
  settledAt: Date,
  last: 'final' | 'open' | 'none' = 'final',
  dueAt: Date | null = null,
): Date | null {
  const end = settledAt.getTime() + FOLLOWED_FOR_MS;
  const next = now.getTime() + (last === 'none' ? HOUR_MS : FOLLOW_UP_MS);
  const isLast = dueAt === null || dueAt.getTime() >= end - FOLLOW_UP_MS;
  if (now.getTime() >= end) return last === 'final' && isLast ? null : new Date(next);
  return new Date(Math.min(next, end));
}

export type RefundDenial =
  | 'not_paid'
  | 'already_refunded'
  | 'upgraded'
  | 'upgrade_open'
  | Exclude<RefundAmountFault, 'unreadable'>;

export interface Refundable extends Refunded {
  status: PaymentStatus;
  /** The payment's token has a completed upgrade that is not refunded. */
  hasCompletedUpgrade: boolean;
  hasOpenUpgrade: boolean;
  /** An excess capture can be refunded whatever the payment's status. */
  isExcess: boolean;
}

/**
 * For recording a reversal: an upgrade of the token does not forbid it, it ends with the reversal.
 */
export function asReversed(subject: Refundable): Refundable {
  return { ...subject, hasCompletedUpgrade: false, hasOpenUpgrade: false };
}

/** Paise reserved by refunds that are not completed. */
export function refundUnderWay(payment: { refundReserved: number; refundedAmount: number }): number {
  return Math.max(0, payment.refundReserved - payment.refundedAmount);
}

/** Why this amount cannot be refunded, or null. @param amount paise */
export function refundDenial(subject: Refundable, amount: number): RefundDenial | null {
  const fault = refundAmountFault(amount, subject);
  return fault === 'not_positive' ? fault : (subjectDenial(subject) ?? fault);
}

/** Why no amount at all can be refunded, or null. */
export function anyRefundDenial(subject: Refundable): RefundDenial | null {
  return refundDenial(subject, SMALLEST_REFUND);
}

function subjectDenial(subject: Refundable): RefundDenial | null {
  if (subject.isExcess) return null;
  if (subject.status === 'refunded') return 'already_refunded';
  if (subject.status !== 'completed') return 'not_paid';
  if (subject.hasCompletedUpgrade) return 'upgraded';
  return subject.hasOpenUpgrade ? 'upgrade_open' : null;
}
