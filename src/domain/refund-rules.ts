import type { PaymentStatus } from './payment-status.js';
import { openCheckDelayMs } from './poll-schedule.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * requested: written down and reserved, the bank not yet told or its answer not yet stored · processing: the bank has taken
 * it, the money has not moved · unknown: the bank's answer was lost; asked about, never sent under another reference ·
 * completed: the bank says so · rejected: the bank refused, the reservation is free again.
 */
export const REFUND_STATUSES = ['requested', 'processing', 'unknown', 'completed', 'rejected'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** order: sent to the bank by us · reversal: the bank took the money back · outside: given back at the bank by hand. */
export type RefundOrigin = 'order' | 'reversal' | 'outside';

/** Every allowed edge. What the bank has ended, one way or the other, is never opened again. */
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

/** Nothing more is to be heard from the bank about it. */
export function isRefundFinal(status: RefundStatus): boolean {
  return REFUND_TRANSITIONS[status].length === 0;
}

/** Money that the bank has neither given back nor refused. */
export const REFUNDS_UNDER_WAY: readonly RefundStatus[] = REFUND_STATUSES.filter((status) => !isRefundFinal(status));

/**
 * When the bank is asked next about a refund that has been asked about `checks` times: 10 s, doubling to 15 min, hourly after
 * the first day, and without end, since money on its way back must not be lost sight of.
 * @param atLeastMs what the bank itself asked to wait
 */
export function nextRefundCheck(now: Date, checks: number, createdAt: Date, atLeastMs = 0): Date {
  const isOld = now.getTime() - createdAt.getTime() > DAY_MS;
  return new Date(now.getTime() + (isOld ? HOUR_MS : Math.max(openCheckDelayMs(checks), Math.min(atLeastMs, HOUR_MS))));
}

/** No refund that is under way is ever due later than this. */
export const LONGEST_REFUND_WAIT_MS = HOUR_MS;

/** Twice a day, so that a question that is late or finds no answer still leaves one on each day. */
export const FOLLOW_UP_MS = 12 * HOUR_MS;
const FOLLOWED_FOR_MS = 7 * DAY_MS;

/**
 * When the bank is asked again about a refund that it has completed: banks return refunds that the customer's bank turns away.
 * @param isAnswered false: the last question found no usable answer @returns null once seven days have passed
 */
export function nextFollowUp(now: Date, settledAt: Date, isAnswered = true): Date | null {
  const end = settledAt.getTime() + FOLLOWED_FOR_MS;
  if (now.getTime() >= end) return null;
  return new Date(Math.min(now.getTime() + (isAnswered ? FOLLOW_UP_MS : HOUR_MS), end));
}

export type RefundDenial =
  | 'not_paid'
  | 'already_refunded'
  | 'upgraded'
  | 'upgrade_open'
  | 'not_positive'
  /** More than was ever paid. */
  | 'exceeds_payment'
  /** More than other refunds have left over. */
  | 'exceeds_rest';

export interface Refundable {
  status: PaymentStatus;
  /** Paise captured, and paise of it that refunds which are not rejected already hold. */
  captured: number;
  reserved: number;
  /** A completed, not refunded upgrade stands on this payment's token. */
  hasCompletedUpgrade: boolean;
  hasOpenUpgrade: boolean;
  /** An excess capture can be given back whatever became of the payment. */
  isExcess: boolean;
}

/**
 * What the bank has taken back is gone, whatever was built on the payment: an upgrade does not stand in the way of writing
 * that down, it ends with it.
 */
export function asReversed(subject: Refundable): Refundable {
  return { ...subject, hasCompletedUpgrade: false, hasOpenUpgrade: false };
}

/** Paise that are on their way back: reserved, and not confirmed by the bank yet. */
export function refundUnderWay(payment: { refundReserved: number; refundedAmount: number }): number {
  return Math.max(0, payment.refundReserved - payment.refundedAmount);
}

/** What is left to refund, in paise. */
export function refundable(captured: number, reserved: number): number {
  return Math.max(0, captured - reserved);
}

/** @param amount paise @returns why not, or null */
export function denyRefund(subject: Refundable, amount: number): RefundDenial | null {
  if (!Number.isSafeInteger(amount) || amount < 1) return 'not_positive';
  if (!subject.isExcess) {
    if (subject.status === 'refunded') return 'already_refunded';
    if (subject.status !== 'completed') return 'not_paid';
    if (subject.hasCompletedUpgrade) return 'upgraded';
    if (subject.hasOpenUpgrade) return 'upgrade_open';
  }
  if (amount > subject.captured) return 'exceeds_payment';
  return amount > refundable(subject.captured, subject.reserved) ? 'exceeds_rest' : null;
}
