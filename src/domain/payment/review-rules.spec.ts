import { describe, expect, it } from '@jest/globals';
import {
  allowedDecisions,
  isFinalEnd,
  needsAmount,
  needsBankReference,
  REVIEW_DECISIONS,
  REVIEW_REASONS,
  refundDoubt,
  type ReviewFacts,
} from './review-rules.js';

const CALM: ReviewFacts = {
  rest: 5_100_000,
  refundUnderWay: false,
  refundDenial: null,
  refundsOn: true,
  lastAnswerNotFound: false,
  attemptEnded: false,
  canComplete: false,
};
const NOTHING_LEFT = { rest: 0 };
const ON_ITS_WAY = { rest: 0, refundUnderWay: true };
const PART_ON_ITS_WAY = { refundUnderWay: true };
const DENIED = { refundDenial: 'upgraded' } as const;
const WHOLE = { canComplete: true };
const OFF = { refundsOn: false };
const HOUR = 60 * 60 * 1000;

describe('what may be decided about a review', () => {
  it.each([
    ['amount_mismatch', {}, 'ask_again refunded_at_bank'],
    ['currency_mismatch', {}, 'ask_again refunded_at_bank'],
    ['merchant_mismatch', {}, 'ask_again dismiss'],
    ['reference_mismatch', {}, 'ask_again dismiss'],
    ['txn_reused', {}, 'ask_again dismiss'],
    ['second_capture', {}, 'ask_again refunded_at_bank'],
    ['excess_capture', {}, 'refund_duplicate settled_outside'],
    ['excess_capture', OFF, 'settled_outside'],
    ['excess_capture', PART_ON_ITS_WAY, ''],
    ['excess_capture', ON_ITS_WAY, ''],
    ['excess_capture', NOTHING_LEFT, 'dismiss'],
    ['upgrade_duplicate', {}, 'refund_duplicate settled_outside'],
    ['upgrade_duplicate', DENIED, ''],
    ['upgrade_source_refunded', OFF, 'settled_outside'],
    ['quota_sold_out', WHOLE, 'raise_quota refund_duplicate settled_outside'],
    ['quota_sold_out', { ...WHOLE, ...OFF }, 'raise_quota settled_outside'],
    ['quota_sold_out', {}, 'refund_duplicate settled_outside'],
    ['quota_sold_out', PART_ON_ITS_WAY, ''],
    ['quota_sold_out', NOTHING_LEFT, 'dismiss'],
    ['both_links_paid', {}, 'dismiss'],
    ['both_links_paid', OFF, 'dismiss'],
    ['bank_reversal', {}, 'confirm_reversal reversal_error'],
    ['bank_reversal', OFF, 'confirm_reversal reversal_error'],
    ['bank_reversal', DENIED, 'reversal_error'],
    ['bank_reversal', PART_ON_ITS_WAY, 'reversal_error'],
    ['bank_reversal', ON_ITS_WAY, 'reversal_error'],
    ['bank_reversal', NOTHING_LEFT, 'dismiss'],
    ['capture_unconfirmed', {}, 'ask_again confirm_reversal reversal_error'],
    ['capture_unconfirmed', OFF, 'ask_again confirm_reversal reversal_error'],
    ['capture_unconfirmed', DENIED, 'ask_again reversal_error'],
    ['capture_unconfirmed', PART_ON_ITS_WAY, 'ask_again reversal_error'],
    ['capture_unconfirmed', NOTHING_LEFT, 'ask_again dismiss'],
    ['refund_reversed', {}, 'ask_again dismiss repaid_outside'],
    ['refund_unclear', {}, 'ask_again dismiss'],
    ['refund_overdue', {}, 'ask_again dismiss'],
    ['refund_mismatch', {}, 'ask_again dismiss'],
    ['unresolved_at_bank', {}, 'ask_again'],
    ['unresolved_at_bank', { lastAnswerNotFound: true }, 'ask_again close_not_paid'],
    ['unresolved_at_bank', { attemptEnded: true }, 'ask_again dismiss'],
    ['unresolved_at_bank', { attemptEnded: true, lastAnswerNotFound: true }, 'ask_again close_not_paid'],
  ] as const)('%s, %j: %s', (reason, facts, decisions) => {
    expect(allowedDecisions(reason, { ...CALM, ...facts }).join(' ')).toBe(decisions);
  });

  it('has a row for every reason', () => {
    for (const reason of REVIEW_REASONS) expect(allowedDecisions(reason, CALM)).not.toEqual([]);
  });

  it('asks for the amount and the reference of the bank where money is at stake', () => {
    expect(REVIEW_DECISIONS.filter(needsBankReference)).toEqual([
      'settled_outside',
      'refunded_at_bank',
      'repaid_outside',
    ]);
    expect(REVIEW_DECISIONS.filter(needsAmount)).toEqual([
      'raise_quota',
      'refund_duplicate',
      'settled_outside',
      'confirm_reversal',
      'refunded_at_bank',
      'repaid_outside',
    ]);
  });

  it('comes back only after a question or when it had settled itself', () => {
    expect([...REVIEW_DECISIONS, 'resolved' as const].filter((end) => !isFinalEnd(end))).toEqual([
      'ask_again',
      'resolved',
    ]);
    expect(isFinalEnd(null)).toBe(false);
    expect(REVIEW_DECISIONS.filter((end) => isFinalEnd(end) && !isFinalEnd(end, true))).toEqual(['reversal_error']);
  });
});

describe('what makes a refund a matter for a person', () => {
  it.each([
    [{ contradicts: true, isOverdue: true, isUnknown: true, ageMs: 9 * HOUR }, 'refund_mismatch'],
    [{ contradicts: false, isOverdue: true, isUnknown: true, ageMs: 200 * HOUR }, 'refund_overdue'],
    [{ contradicts: false, isOverdue: false, isUnknown: true, ageMs: HOUR + 1 }, 'refund_unclear'],
    [{ contradicts: false, isOverdue: false, isUnknown: true, ageMs: HOUR }, null],
    [{ contradicts: false, isOverdue: false, isUnknown: false, ageMs: 50 * HOUR }, null],
  ])('%j: %s', (refund, doubt) => {
    expect(refundDoubt(refund)).toBe(doubt);
  });
});
