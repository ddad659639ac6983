import type { PaymentStatus } from './payment-status.js';

/**
 * What the bank last said about an attempt that it has not ended: under way · no payment under this reference yet · no usable
 * answer · an answer that cannot stand as it is.
 */
export const BANK_ANSWERS = ['pending', 'not-found', 'unreachable', 'undecided'] as const;
export type BankAnswer = (typeof BANK_ANSWERS)[number];

/** While the customer may still be at the bank, or an UPI request may still be open on the phone. */
const HELD_MS = 15 * 60_000;

export interface SentAttempt {
  isOpen: boolean;
  /** The first time and the last time that the customer was sent to the bank's page with it. */
  sentAt: Date | null;
  lastSentAt: Date | null;
  lastCheckedAt: Date | null;
  lastAnswer: BankAnswer | null;
  nextCheckAt: Date | null;
}

export interface Unclear {
  /** When the customer was last sent to the bank. */
  since: Date;
  /** Null while the bank has not been asked about this try. */
  lastAskedAt: Date | null;
  lastAnswer: BankAnswer | null;
  /** Null when the bank is not asked any more by itself: a person does. */
  nextCheckAt: Date | null;
}

/** The payment's open question to the bank, if there is one. */
export function unclearOf(status: PaymentStatus, attempts: readonly SentAttempt[]): Unclear | null {
  if (status !== 'initiated') return null;
  const attempt = attempts.find(({ isOpen }) => isOpen);
  return attempt ? questionAbout(attempt) : null;
}

/** What is unknown about one attempt, whatever became of its payment; null when nobody was sent to the bank with it. */
export function questionAbout({ sentAt, lastSentAt, lastCheckedAt, ...attempt }: SentAttempt): Unclear | null {
  const since = lastSentAt ?? sentAt;
  if (since === null) return null;
  // An answer from before this try says nothing about it.
  const isAsked = lastCheckedAt !== null && lastCheckedAt >= since;
  return {
    since,
    lastAskedAt: isAsked ? lastCheckedAt : null,
    lastAnswer: isAsked ? attempt.lastAnswer : null,
    nextCheckAt: attempt.nextCheckAt,
  };
}

/** Paying once more takes a second, explicit step for the first 15 minutes: most unclear payments end by themselves in that time. */
export function isPayAgainHeld(unclear: Pick<Unclear, 'since'> | null, now: Date): boolean {
  return unclear !== null && now < payAgainHeldUntil(unclear);
}

export function payAgainHeldUntil({ since }: Pick<Unclear, 'since'>): Date {
  return new Date(since.getTime() + HELD_MS);
}
