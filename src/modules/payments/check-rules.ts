import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { isLinkExpired } from '../../domain/link-expiry.js';
import { isOverdue, isViewed, nextLateCheck, nextOpenCheck } from '../../domain/poll-schedule.js';
import type { BankAnswer } from '../../domain/unclear-payment.js';
import type { Evidence, EvidenceSource } from '../../domain/payment-decisions.js';
import { isAwaitingPayerCode, PAID_WORD, type StatusResult } from '../gateway/index.js';

/** An attempt that the bank was asked about, under a lease that is still held. */
export interface AskedAttempt {
  attempt: PaymentAttemptEntity;
  answer: StatusResult;
  askedAt: Date;
  trigger?: CheckTrigger | undefined;
}

/** Why the bank was asked: the poll job's turn had come, or a visitor or staff wanted to know. Else nothing follows from it. */
export type CheckTrigger = 'schedule' | 'viewer';

const VIEWERS: readonly EvidenceSource[] = ['return', 'customer', 'staff'];

export function triggerOf(source: EvidenceSource): CheckTrigger | undefined {
  return VIEWERS.includes(source) ? 'viewer' : undefined;
}

/**
 * What the question itself changes. The backoff counts only questions that the poll job asks when nobody looks, so that
 * looking never slows it down.
 */
export function countedBy(
  { trigger, askedAt }: Pick<AskedAttempt, 'trigger' | 'askedAt'>,
  attempt: Pick<CheckedAttempt, 'pollCount' | 'viewedAt'>,
): Pick<CheckedAttempt, 'pollCount' | 'viewedAt'> {
  const isOwn = trigger === 'schedule' && !isViewed(askedAt, attempt.viewedAt);
  return {
    pollCount: attempt.pollCount + (isOwn ? 1 : 0),
    viewedAt: trigger === 'viewer' ? askedAt : attempt.viewedAt,
  };
}

export type CheckedAttempt = Pick<
  PaymentAttemptEntity,
  'id' | 'status' | 'openPaymentId' | 'sentAt' | 'closedAt' | 'pollCount' | 'viewedAt' | 'nextCheckAt'
>;

/** For the customer who waits; whatever ends the attempt is told by the payment itself. */
const ANSWERS: Partial<Record<StatusResult['kind'], BankAnswer>> = {
  pending: 'pending',
  'not-found': 'not-found',
  unknown: 'unreachable',
};

export function answerOf({ kind }: StatusResult): BankAnswer {
  return ANSWERS[kind] ?? 'undecided';
}

/** What the bank asked to wait for, in milliseconds. */
function bankWaitMs(answer: StatusResult): number {
  return answer.kind === 'unknown' ? (answer.retryAfterSeconds ?? 0) * 1000 : 0;
}

/** @param attempt with this check counted @returns null when the poll job asks no more */
export function nextCheckOf(
  attempt: CheckedAttempt,
  answer: StatusResult,
  linkExpiresAt: Date,
  now: Date,
): Date | null {
  if (attempt.status === 'captured') return null;
  if (attempt.openPaymentId === null) {
    return attempt.sentAt && attempt.closedAt ? nextLateCheck(now, attempt.closedAt) : null;
  }
  if (isOverdue(now, linkExpiresAt)) return null;
  return nextOpenCheck(now, attempt.pollCount, linkExpiresAt, bankWaitMs(answer), attempt.viewedAt);
}

/** The bank has no money for the attempt and none under way: it knows of no payer yet, or the try has ended without money. */
export function showsNoMoney(answer: StatusResult): boolean {
  switch (answer.kind) {
    case 'not-found':
    case 'declined':
    case 'cancelled':
      return true;
    case 'pending':
      return isAwaitingPayerCode(answer.code);
    default:
      return false;
  }
}

/**
 * The answer about an attempt whose money is recorded here, as evidence that the bank does not stand by it any more; else null.
 * An error counts only where the bank names a state of the transaction: a question that was refused says nothing about money.
 */
export function denialOf(answer: StatusResult, attempt: Pick<CheckedAttempt, 'status'>): Evidence | null {
  if (attempt.status !== 'captured') return null;
  if (answer.kind === 'error-state' && (answer.txnStatus === null || answer.txnStatus === PAID_WORD)) return null;
  if (answer.kind !== 'not-found' && answer.kind !== 'pending' && answer.kind !== 'error-state') return null;
  return { kind: 'unconfirmed', bankAnswer: answer.kind, code: answer.code };
}

/** Whether an answer of this kind can leave everything as it is. */
export function mayLeaveAsIs({ kind }: StatusResult): boolean {
  return kind === 'pending' || kind === 'unknown' || kind === 'error-state' || kind === 'not-found';
}

/**
 * The answer leaves the attempt and its payment as they are: asked again later, and that is all. Anything else (evidence, a
 * mismatch, an invoice that nobody knows, an attempt that is given up) is digested by itself.
 */
export function leavesAsIs(answer: StatusResult, attempt: CheckedAttempt, linkExpiresAt: Date, now: Date): boolean {
  const isOpen = attempt.openPaymentId !== null;
  if (isOpen && nextCheckOf(attempt, answer, linkExpiresAt, now) === null) return false;
  if (!mayLeaveAsIs(answer) || denialOf(answer, attempt) !== null) return false;
  if (answer.kind !== 'not-found') return true;
  if (attempt.status === 'unknown' || attempt.status === 'creating') return false;
  return !(isOpen && isLinkExpired(linkExpiresAt, now));
}
