import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import {
  isOverdue,
  isViewed,
  isWatched,
  nextCheckAfterCallback,
  nextLateCheck,
  nextOpenCheck,
} from '../../../domain/payment/poll-schedule.js';
import type { BankAnswer } from '../../../domain/payment/unclear-payment.js';
import type { Evidence, EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { isAwaitingPayerCode, PAID_WORD, type StatusResult } from '../../gateway/index.js';
import type { AdminQuestions } from '../transitions/reviews.repository.js';

/** A checked attempt whose lease is still held. */
export interface AskedAttempt {
  attempt: PaymentAttemptEntity;
  answer: StatusResult;
  askedAt: Date;
  trigger?: CheckTrigger | undefined;
}

/** What triggered a check: the poll job's schedule, or a viewer (customer or staff). It only affects the schedule. */
export type CheckTrigger = 'schedule' | 'viewer';

const VIEWERS: readonly EvidenceSource[] = ['return', 'customer', 'staff'];

export function triggerOf(source: EvidenceSource): CheckTrigger | undefined {
  return VIEWERS.includes(source) ? 'viewer' : undefined;
}

/**
 * The fields that a check changes by itself. The backoff counts only scheduled checks without a viewer, so that viewing never
 * slows it down.
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
  'id' | 'status' | 'openPaymentId' | 'sentAt' | 'closedAt' | 'capturedAt' | 'pollCount' | 'viewedAt' | 'nextCheckAt'
>;

/** What has come up about an attempt since it was closed; all null while it is open. */
export interface Aftermath extends AdminQuestions {
  /** When the newest callback about it came in. */
  lastCallbackAt: Date | null;
}
/** `checkedBefore`: the check before the one whose answer this is. */
export type FollowedAttempt = CheckedAttempt & Aftermath & { checkedBefore: Date | null };

/** STATUS results that leave an attempt unclear, as shown to the customer. */
const ANSWERS: Partial<Record<StatusResult['kind'], BankAnswer>> = {
  pending: 'pending',
  'not-found': 'not-found',
  unknown: 'unreachable',
};

export function answerOf({ kind }: StatusResult): BankAnswer {
  return ANSWERS[kind] ?? 'undecided';
}

/** The bank's `Retry-After`, in milliseconds. */
function bankWaitMs(answer: StatusResult): number {
  return answer.kind === 'unknown' ? (answer.retryAfterSeconds ?? 0) * 1000 : 0;
}

/** @param attempt with this check counted @returns null when the poll job stops asking */
export function nextCheckOf(
  attempt: FollowedAttempt,
  answer: StatusResult,
  linkExpiresAt: Date,
  now: Date,
): Date | null {
  const open = () => nextOpenCheck(now, attempt.pollCount, linkExpiresAt, bankWaitMs(answer), attempt.viewedAt);
  if (attempt.openPaymentId !== null) return isOverdue(now, linkExpiresAt) ? null : open();
  // A callback or an admin made a check due, and no usable answer has come: nobody else would ask.
  const isDue = attempt.nextCheckAt !== null;
  const repeated = () => (isDue && isUnusable(answer, attempt) && isStillAsked(attempt, now) ? open() : null);
  if (attempt.status !== 'captured') return nextWatch(attempt, now) ?? repeated();
  // A refusal bears the callback out.
  const afterCallback = () => (isDue && !isRefusal(answer) ? nextAfterCallback(attempt, now) : null);
  return repeated() ?? nextAfterError(attempt, now) ?? afterCallback();
}

/** For seven days after the attempt's end, and after what came up since. */
function isStillAsked(attempt: FollowedAttempt, now: Date): boolean {
  const causes = [attempt.closedAt, attempt.lastCallbackAt, attempt.calledErrorAt, attempt.askedAgainAt];
  return causes.some((cause) => cause !== null && isWatched(now, cause));
}

/** Of a capture whose reversal was called an error: its confirmation is what makes a later one known. */
function nextAfterError({ calledErrorAt, lastCallbackAt, checkedBefore }: FollowedAttempt, now: Date): Date | null {
  if (calledErrorAt === null) return null;
  return nextLateCheck(now, isLater(lastCallbackAt, calledErrorAt) ? lastCallbackAt : calledErrorAt, checkedBefore);
}

/** Of a capture about which a callback came after it. */
function nextAfterCallback({ capturedAt, lastCallbackAt }: FollowedAttempt, now: Date): Date | null {
  return isLater(lastCallbackAt, capturedAt) ? nextCheckAfterCallback(now, lastCallbackAt) : null;
}

/** Of an attempt that took no money at the bank, from its end or from the newest callback on: money may have come since. */
function nextWatch({ sentAt, closedAt, lastCallbackAt, checkedBefore }: FollowedAttempt, now: Date): Date | null {
  if (sentAt === null || closedAt === null) return null;
  return nextLateCheck(now, isLater(lastCallbackAt, closedAt) ? lastCallbackAt : closedAt, checkedBefore);
}

function isLater(one: Date | null, other: Date | null): one is Date {
  return one !== null && other !== null && one > other;
}

/** Nothing was answered, or nothing that says more about a recorded capture. */
function isUnusable(answer: StatusResult, attempt: CheckedAttempt): boolean {
  if (answer.kind === 'unknown') return true;
  return attempt.status === 'captured' && answer.kind === 'error-state' && denialOf(answer, attempt) === null;
}

/**
 * Whether the poll job stops asking, with this answer, about what nobody has answered: what a callback or an admin has asked, or an
 * attempt that its link took along while the customer was at the bank. A person has to look.
 * @param lastSuccessAt when the newest callback that told of money came in
 */
export function isLeftUnclear(attempt: FollowedAttempt, answer: StatusResult, lastSuccessAt: Date | null): boolean {
  if (attempt.nextCheckAt === null) return false;
  if (attempt.status === 'captured') return isUnusable(answer, attempt);
  if (answer.kind === 'unknown' && isLater(attempt.askedAgainAt, attempt.closedAt)) return true;
  if (!mayLeaveAsIs(answer)) return false;
  const isUnanswered = attempt.status === 'abandoned' && attempt.sentAt !== null;
  if (isUnanswered && !showsNoPayer(answer)) return true;
  return isLater(lastSuccessAt, isUnanswered ? attempt.sentAt : attempt.closedAt);
}

/** The code and the text of a success, as the attempt keeps them. */
export function paidCodeOf({ evidence }: StatusResult & { kind: 'paid' }) {
  return {
    responseCode: evidence.txnResponseCode.slice(0, 20),
    responseText: evidence.responseText.slice(0, 255),
  };
}

/** STATUS knows of nobody who has started to pay (docs/bank-protocol.md#codes): with its link such an attempt ends. */
export function showsNoPayer(answer: StatusResult): boolean {
  return answer.kind === 'not-found' || (answer.kind === 'pending' && isAwaitingPayerCode(answer.code));
}

function isRefusal({ kind }: StatusResult): boolean {
  return kind === 'declined' || kind === 'cancelled';
}

/** Paid or not, and nothing in between. */
export function isClear(answer: StatusResult): boolean {
  return answer.kind === 'paid' || isRefusal(answer);
}

/** STATUS shows no money and none under way: no payer yet, or the attempt ended without money. */
export function showsNoMoney(answer: StatusResult): boolean {
  return isRefusal(answer) || showsNoPayer(answer);
}

/**
 * Evidence that the bank no longer confirms a recorded capture; else null. An error counts only with a transaction status: one
 * without says nothing about money.
 */
export function denialOf(answer: StatusResult, attempt: Pick<CheckedAttempt, 'status'>): Evidence | null {
  if (attempt.status !== 'captured') return null;
  if (answer.kind === 'error-state' && (answer.txnStatus === null || answer.txnStatus === PAID_WORD)) return null;
  if (answer.kind !== 'not-found' && answer.kind !== 'pending' && answer.kind !== 'error-state') return null;
  return { kind: 'unconfirmed', bankAnswer: answer.kind, code: answer.code };
}

/** Of a recorded capture about which the bank has given no usable answer until nobody asks any more. */
export function silenceOf(answer: StatusResult): Evidence {
  if (answer.kind === 'error-state') return { kind: 'unconfirmed', bankAnswer: answer.kind, code: answer.code };
  const isRefused = answer.kind === 'unknown' && answer.reason === 'refused-question';
  return { kind: 'unconfirmed', bankAnswer: 'no-answer', code: (isRefused && answer.code) || '' };
}

/** Whether a result of this kind can leave attempt and payment unchanged. */
export function mayLeaveAsIs({ kind }: StatusResult): boolean {
  return kind === 'pending' || kind === 'unknown' || kind === 'error-state' || kind === 'not-found';
}

/**
 * True when only the next check is scheduled. Other results (evidence, mismatch, unknown invoice, abandoned attempt) are applied
 * one by one.
 */
export function leavesAsIs(answer: StatusResult, attempt: FollowedAttempt, linkExpiresAt: Date, now: Date): boolean {
  const isOpen = attempt.openPaymentId !== null;
  const isAsked = isOpen || attempt.nextCheckAt !== null;
  if (isAsked && nextCheckOf(attempt, answer, linkExpiresAt, now) === null) return false;
  if (!mayLeaveAsIs(answer) || denialOf(answer, attempt) !== null) return false;
  if (!showsNoPayer(answer)) return true;
  if (answer.kind === 'not-found' && (attempt.status === 'unknown' || attempt.status === 'creating')) return false;
  return !(isOpen && isLinkExpired(linkExpiresAt, now));
}
