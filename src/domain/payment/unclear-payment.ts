import type { PaymentStatus } from './payment-status.js';
import { MINUTE_MS } from '../calendar/durations.js';

/**
 * The last STATUS result of an attempt without an outcome. pending: under way · not-found: no payment under this reference
 * yet · unreachable: no usable answer · undecided: an answer that is not final or contradicts.
 */
export const BANK_ANSWERS = ['pending', 'not-found', 'unreachable', 'undecided'] as const;
export type BankAnswer = (typeof BANK_ANSWERS)[number];

/** How long the customer may still be at the bank, or a UPI request open on the phone. */
const HELD_MS = 15 * MINUTE_MS;

export interface SentAttempt {
  isOpen: boolean;
  /** The first and the last time that the customer was sent to the bank's page. */
  sentAt: Date | null;
  lastSentAt: Date | null;
  lastCheckedAt: Date | null;
  lastAnswer: BankAnswer | null;
  nextCheckAt: Date | null;
}

export interface Unclear {
  /** When the customer was last sent to the bank. */
  since: Date;
  /** Null while the bank has not been asked since. */
  lastAskedAt: Date | null;
  lastAnswer: BankAnswer | null;
  /** Null when the poll job has stopped asking. */
  nextCheckAt: Date | null;
}

/** The unclear attempt of an initiated payment, or null. */
export function unclearOf(status: PaymentStatus, attempts: readonly SentAttempt[]): Unclear | null {
  if (status !== 'initiated') return null;
  const attempt = attempts.find(({ isOpen }) => isOpen);
  return attempt ? questionAbout(attempt) : null;
}

/** What is unknown about one attempt, whatever its payment's status; null when it was never sent to the bank. */
export function questionAbout({ sentAt, lastSentAt, lastCheckedAt, ...attempt }: SentAttempt): Unclear | null {
  const since = lastSentAt ?? sentAt;
  if (since === null) return null;
  // An answer from before the last visit says nothing about it.
  const isAsked = lastCheckedAt !== null && lastCheckedAt >= since;
  return {
    since,
    lastAskedAt: isAsked ? lastCheckedAt : null,
    lastAnswer: isAsked ? attempt.lastAnswer : null,
    nextCheckAt: attempt.nextCheckAt,
  };
}

/** For 15 minutes, in which most unclear payments end by themselves, paying again takes a second, explicit step. */
export function isPayAgainHeld(unclear: Pick<Unclear, 'since'> | null, now: Date): boolean {
  return unclear !== null && now < payAgainHeldUntil(unclear);
}

export function payAgainHeldUntil({ since }: Pick<Unclear, 'since'>): Date {
  return new Date(since.getTime() + HELD_MS);
}
