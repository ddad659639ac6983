import type { CompletionDenial, ReviewReason } from './payment-decisions.js';
import type { RefundDenial } from '../refund/refund-rules.js';
import { HOUR_MS } from '../calendar/durations.js';

/** The poll job asks every few minutes at first; a review follows only when that did not help. */
const UNCLEAR_AFTER_MS = HOUR_MS;

/** Why a person has to decide, docs/product.md#reviews. */
export const REVIEW_REASONS = [
  'amount_mismatch',
  'currency_mismatch',
  'merchant_mismatch',
  'reference_mismatch',
  'txn_reused',
  'excess_capture',
  'second_capture',
  'upgrade_duplicate',
  'upgrade_source_refunded',
  'quota_sold_out',
  'both_links_paid',
  'bank_reversal',
  'capture_unconfirmed',
  'refund_unclear',
  'refund_overdue',
  'refund_mismatch',
  'refund_reversed',
  'unresolved_at_bank',
] as const;
export type AnyReviewReason = (typeof REVIEW_REASONS)[number];
export type RefundReview = Extract<AnyReviewReason, `refund_${string}`>;

/** Compile-time check: every reason that the transitions give is listed above. */
export type KnownReviews = [ReviewReason | CompletionDenial | 'excess_capture'] extends [AnyReviewReason]
  ? true
  : never;

/**
 * dismiss: nothing to do · ask_again: STATUS is asked now, the same answer opens the review again · refund_duplicate: an
 * ordinary refund · settled_outside: refunded at the bank by hand · confirm_reversal: the bank has taken the money back ·
 * raise_quota: the limit of the tier is raised by as much as is needed, and the capture completes its payment ·
 * reversal_error: it has not · refunded_at_bank: money that completed nothing was refunded at the bank · close_not_paid: the
 * bank knows of no payment · repaid_outside: the customer was repaid in another way.
 */
export const REVIEW_DECISIONS = [
  'dismiss',
  'ask_again',
  'raise_quota',
  'refund_duplicate',
  'settled_outside',
  'confirm_reversal',
  'reversal_error',
  'refunded_at_bank',
  'close_not_paid',
  'repaid_outside',
] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** `resolved`: closed without a person, e.g. by a clear STATUS answer. */
export type ReviewEnd = ReviewDecision | 'resolved';

/** open: a decision is due · waiting: decided, its refund is under way · decided: closed. */
export type ReviewState = 'open' | 'waiting' | 'decided';

/** The state of a review's subject at this moment. Amounts are paise. */
export interface ReviewFacts {
  /** What refunds leave of the capture; 0 without a capture. */
  rest: number;
  /** A refund of that capture is under way. */
  refundUnderWay: boolean;
  /** Why the refund rules forbid it now, e.g. because of an upgrade of the token; null when they do not. */
  refundDenial: RefundDenial | null;
  refundsOn: boolean;
  /** The last STATUS answer about the attempt was "not found". */
  lastAnswerNotFound: boolean;
  /** The attempt has ended, so that nothing is left to close. */
  attemptEnded: boolean;
  /** The capture is whole, and its payment was not completed by another. */
  canComplete: boolean;
}

const DUPLICATES: readonly AnyReviewReason[] = [
  'excess_capture',
  'upgrade_duplicate',
  'upgrade_source_refunded',
  'quota_sold_out',
];

/** An excess capture, which has to be refunded; one that found no unit left may complete its payment instead. */
export function isDuplicateCharge(reason: AnyReviewReason): boolean {
  return DUPLICATES.includes(reason);
}

export function isRefundReview(reason: AnyReviewReason): reason is RefundReview {
  return reason.startsWith('refund_');
}

/** The bank no longer confirms a capture; while such a review is open no refund of it is ordered. */
export const CAPTURE_DOUBTS = ['bank_reversal', 'capture_unconfirmed'] as const satisfies readonly AnyReviewReason[];

/** The bank named a capture that could not be stored: not ours in full, or of no readable amount. */
export const AMOUNT_DOUBTS = [
  'amount_mismatch',
  'currency_mismatch',
  'second_capture',
] as const satisfies readonly AnyReviewReason[];

/** The bank has taken money of another sum than the price: nobody is led to pay once more before a person has decided about it. */
export const SUM_DOUBTS = ['amount_mismatch', 'currency_mismatch'] as const satisfies readonly AnyReviewReason[];

/** The bank has taken money that completed nothing: no other link of the sale or upgrade takes it twice. */
export const WAITING_MONEY = ['quota_sold_out', ...SUM_DOUBTS] as const satisfies readonly AnyReviewReason[];

export function isCaptureDoubt(reason: AnyReviewReason): boolean {
  return (CAPTURE_DOUBTS as readonly AnyReviewReason[]).includes(reason);
}

/**
 * What an admin may decide now. Pure; only the bank's STATUS answer completes a payment: `raise_quota` makes room for one that it has
 * confirmed, and asks again before.
 */
export function allowedDecisions(reason: AnyReviewReason, facts: ReviewFacts): ReviewDecision[] {
  const canRecord = facts.rest > 0 && !facts.refundUnderWay && facts.refundDenial === null;
  switch (reason) {
    case 'amount_mismatch':
    case 'currency_mismatch':
      return ['ask_again', 'refunded_at_bank'];
    case 'merchant_mismatch':
    case 'reference_mismatch':
    case 'txn_reused':
      return ['ask_again', 'dismiss'];
    case 'second_capture':
      // The bank named no readable amount, so there is no capture to refund from here.
      return ['ask_again', 'refunded_at_bank'];
    case 'excess_capture':
    case 'upgrade_duplicate':
    case 'upgrade_source_refunded':
      if (facts.rest === 0) return facts.refundUnderWay ? [] : ['dismiss'];
      if (!canRecord) return [];
      return facts.refundsOn ? ['refund_duplicate', 'settled_outside'] : ['settled_outside'];
    case 'quota_sold_out': {
      const giveBack = allowedDecisions('excess_capture', facts);
      return canRecord && facts.canComplete ? ['raise_quota', ...giveBack] : giveBack;
    }
    case 'both_links_paid':
      // Both are sales with a token; giving one of them back is an ordinary refund, which ends this by itself.
      return ['dismiss'];
    case 'bank_reversal':
      if (facts.rest === 0 && !facts.refundUnderWay) return ['dismiss'];
      return canRecord ? ['confirm_reversal', 'reversal_error'] : ['reversal_error'];
    case 'capture_unconfirmed':
      if (facts.rest === 0 && !facts.refundUnderWay) return ['ask_again', 'dismiss'];
      return canRecord ? ['ask_again', 'confirm_reversal', 'reversal_error'] : ['ask_again', 'reversal_error'];
    case 'refund_reversed':
      // The refund stays completed; repaying the customer is arranged outside of the product.
      return ['ask_again', 'dismiss', 'repaid_outside'];
    case 'refund_unclear':
    case 'refund_overdue':
    case 'refund_mismatch':
      // Only the bank's answer ends a refund; a manual end could contradict it later.
      return ['ask_again', 'dismiss'];
    case 'unresolved_at_bank':
      if (facts.lastAnswerNotFound) return ['ask_again', 'close_not_paid'];
      return facts.attemptEnded ? ['ask_again', 'dismiss'] : ['ask_again'];
  }
}

/** The decision needs the bank's reference, typed in. */
export function needsBankReference(decision: ReviewDecision): boolean {
  return decision === 'settled_outside' || decision === 'refunded_at_bank' || decision === 'repaid_outside';
}

/** The decision needs the amount typed again: money moves, or is recorded as moved. */
export function needsAmount(decision: ReviewDecision): boolean {
  return (
    needsBankReference(decision) ||
    decision === 'refund_duplicate' ||
    decision === 'raise_quota' ||
    decision === 'confirm_reversal'
  );
}

/**
 * After this end the same contradiction does not open another review.
 * @param isConfirmedSince the bank has confirmed the capture after the end: that a reversal was an error says nothing of a later one
 */
export function isFinalEnd(end: ReviewEnd | null, isConfirmedSince = false): boolean {
  if (end === 'reversal_error') return !isConfirmedSince;
  return end !== null && end !== 'ask_again' && end !== 'resolved';
}

/** @returns why a refund under way needs a review, or null */
export function refundDoubt(refund: {
  contradicts: boolean;
  isOverdue: boolean;
  isUnknown: boolean;
  ageMs: number;
}): RefundReview | null {
  if (refund.contradicts) return 'refund_mismatch';
  if (refund.isOverdue) return 'refund_overdue';
  return refund.isUnknown && refund.ageMs > UNCLEAR_AFTER_MS ? 'refund_unclear' : null;
}

const REASON_WORDS: Readonly<Record<AnyReviewReason, string>> = {
  amount_mismatch: 'Amount does not match',
  currency_mismatch: 'Currency does not match',
  merchant_mismatch: 'Merchant does not match',
  reference_mismatch: 'Reference does not match',
  txn_reused: 'Transaction of another payment',
  excess_capture: 'Charged twice',
  second_capture: 'Second charge without amount',
  upgrade_duplicate: 'Upgrade paid twice',
  upgrade_source_refunded: 'Upgrade of a refunded token',
  quota_sold_out: 'Paid after the last unit was sold',
  both_links_paid: 'Link and its replacement both paid',
  bank_reversal: 'Reversed by the bank',
  capture_unconfirmed: 'Payment not confirmed any more',
  refund_unclear: 'Refund unclear',
  refund_overdue: 'Refund overdue',
  refund_mismatch: 'Refund of another amount',
  refund_reversed: 'Refund rejected after completion',
  unresolved_at_bank: 'No clear answer for seven days',
};

export function reviewReasonLabel(reason: string): string {
  return REASON_WORDS[reason as AnyReviewReason] ?? reason.replaceAll('_', ' ');
}

const END_WORDS: Readonly<Record<ReviewEnd, string>> = {
  dismiss: 'nothing to do',
  ask_again: 'the bank was asked again',
  raise_quota: 'the limit was raised and the payment completed',
  refund_duplicate: 'refunded',
  settled_outside: 'given back outside of TokenDesk',
  confirm_reversal: 'the bank took the money back',
  reversal_error: 'the reversal was an error',
  refunded_at_bank: 'refunded at the bank',
  close_not_paid: 'closed as not paid',
  repaid_outside: 'paid to the customer in another way',
  resolved: 'settled by itself',
};

/** `nothing to do`, after "Review ended:". */
export function reviewEndLabel(end: ReviewEnd): string {
  return END_WORDS[end];
}
