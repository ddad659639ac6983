import type { ReviewReason } from './payment-decisions.js';
import type { UpgradeReview } from './upgrade-rules.js';

const HOUR_MS = 60 * 60 * 1000;
/** An unclear refund is asked about every few minutes at first; only what stays unclear needs a person. */
const UNCLEAR_AFTER_MS = HOUR_MS;

/** Why a person has to decide. */
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

/** Every reason that the transitions can give is one of the list above. */
export type KnownReviews = [ReviewReason | UpgradeReview | 'excess_capture'] extends [AnyReviewReason] ? true : never;

/**
 * dismiss: looked at, nothing to do · ask_again: the bank is asked now, and it comes back if the answer is the same ·
 * refund_duplicate: refunded by the ordinary way · settled_outside: given back at the bank, not by us · confirm_reversal:
 * the bank has taken the money back · reversal_error: it has not · refunded_at_bank: money that was never ours is gone back ·
 * close_not_paid: the bank knows of no payment · repaid_outside: the customer got the money of a refund in another way.
 */
export const REVIEW_DECISIONS = [
  'dismiss',
  'ask_again',
  'refund_duplicate',
  'settled_outside',
  'confirm_reversal',
  'reversal_error',
  'refunded_at_bank',
  'close_not_paid',
  'repaid_outside',
] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** `resolved`: what it was about has settled itself, e.g. the bank gave a clear answer. */
export type ReviewEnd = ReviewDecision | 'resolved';

/** open: somebody has to decide · waiting: decided, the refund is on its way · decided: over. */
export type ReviewState = 'open' | 'waiting' | 'decided';

/** What stands behind a review at this moment. Paise. */
export interface ReviewFacts {
  /** Of the capture that it is about: not given back and not on its way; 0 where there is no capture. */
  rest: number;
  /** A refund of that capture is on its way. */
  refundUnderWay: boolean;
  /** The rules of refunds forbid it now, e.g. an upgrade stands on the token. */
  refundDenied: boolean;
  refundsOn: boolean;
  /** The bank's last answer about the attempt was that it does not know it. */
  lastAnswerNotFound: boolean;
}

const DUPLICATES: readonly AnyReviewReason[] = ['excess_capture', 'upgrade_duplicate', 'upgrade_source_refunded'];

/** A capture of ours that has to be given back. */
export function isDuplicateCharge(reason: AnyReviewReason): boolean {
  return DUPLICATES.includes(reason);
}

export function isRefundReview(reason: AnyReviewReason): reason is RefundReview {
  return reason.startsWith('refund_');
}

/** The bank does not stand by a capture any more; until somebody has decided, no refund of it is ordered. */
export const CAPTURE_DOUBTS = ['bank_reversal', 'capture_unconfirmed'] as const satisfies readonly AnyReviewReason[];

export function isCaptureDoubt(reason: AnyReviewReason): boolean {
  return (CAPTURE_DOUBTS as readonly AnyReviewReason[]).includes(reason);
}

/** What an admin may decide now. Pure; nothing here completes a payment: only the bank's STATUS answer does. */
export function allowedDecisions(reason: AnyReviewReason, facts: ReviewFacts): ReviewDecision[] {
  const canRecord = facts.rest > 0 && !facts.refundUnderWay && !facts.refundDenied;
  switch (reason) {
    case 'amount_mismatch':
    case 'currency_mismatch':
      return ['ask_again', 'refunded_at_bank'];
    case 'merchant_mismatch':
    case 'reference_mismatch':
    case 'txn_reused':
      return ['ask_again', 'dismiss'];
    case 'second_capture':
      // The bank named no readable amount, so there is no capture that could be refunded from here.
      return ['ask_again', 'refunded_at_bank'];
    case 'excess_capture':
    case 'upgrade_duplicate':
    case 'upgrade_source_refunded':
      if (facts.rest === 0) return facts.refundUnderWay ? [] : ['dismiss'];
      if (!canRecord) return [];
      return facts.refundsOn ? ['refund_duplicate', 'settled_outside'] : ['settled_outside'];
    case 'bank_reversal':
      if (facts.rest === 0 && !facts.refundUnderWay) return ['dismiss'];
      return canRecord ? ['confirm_reversal', 'reversal_error'] : ['reversal_error'];
    case 'capture_unconfirmed':
      if (facts.rest === 0 && !facts.refundUnderWay) return ['ask_again', 'dismiss'];
      return canRecord ? ['ask_again', 'confirm_reversal', 'reversal_error'] : ['ask_again', 'reversal_error'];
    case 'refund_reversed':
      // The refund stays completed whatever is decided: who pays the customer instead is arranged outside.
      return ['ask_again', 'dismiss', 'repaid_outside'];
    case 'refund_unclear':
    case 'refund_overdue':
    case 'refund_mismatch':
      // Nobody's word but the bank's ends a refund: what it has given back has to stay true.
      return ['ask_again', 'dismiss'];
    case 'unresolved_at_bank':
      return facts.lastAnswerNotFound ? ['ask_again', 'close_not_paid'] : ['ask_again'];
  }
}

/** The bank's own reference has to be typed in, so that it can be found there again. */
export function needsBankReference(decision: ReviewDecision): boolean {
  return decision === 'settled_outside' || decision === 'refunded_at_bank' || decision === 'repaid_outside';
}

/** The amount has to be confirmed: money moves, or is said to have moved. */
export function needsAmount(decision: ReviewDecision): boolean {
  return needsBankReference(decision) || decision === 'refund_duplicate' || decision === 'confirm_reversal';
}

/** The same contradiction, brought again by the poll job, is not shown a second time after this. */
export function isFinalEnd(end: ReviewEnd | null): boolean {
  return end !== null && end !== 'ask_again' && end !== 'resolved';
}

/** @returns why a refund that is still under way needs a person, or null */
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
  amount_mismatch: 'Another amount than the price',
  currency_mismatch: 'Another currency',
  merchant_mismatch: 'Another merchant',
  reference_mismatch: 'Another reference',
  txn_reused: 'Transaction of another payment',
  excess_capture: 'Charged twice',
  second_capture: 'Second charge without amount',
  upgrade_duplicate: 'Upgrade paid twice',
  upgrade_source_refunded: 'Upgrade of a refunded token',
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
