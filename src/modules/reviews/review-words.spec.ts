import { describe, expect, it } from '@jest/globals';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { ReviewFacts } from '../../domain/payment/review-rules.js';
import type { RefundDenial } from '../../domain/refund/refund-rules.js';
import { blockedBy, explanationOf } from './review-words.js';

const FACTS: ReviewFacts = {
  rest: 10_000,
  refundUnderWay: false,
  refundDenial: null,
  refundsOn: true,
  lastAnswerNotFound: false,
  attemptEnded: false,
  canComplete: false,
};

describe('why a usual decision of a review is not possible', () => {
  it.each<[RefundDenial, string]>([
    ['not_paid', SERVER_MESSAGES.refund.notPaid],
    ['already_refunded', SERVER_MESSAGES.refund.alreadyRefunded],
    ['upgraded', SERVER_MESSAGES.refund.upgraded],
    ['upgrade_open', SERVER_MESSAGES.refund.upgradeOpen],
  ])('%s: in the words of that denial', (refundDenial, words) => {
    expect(blockedBy('excess_capture', { ...FACTS, refundDenial })).toBe(words);
    expect(blockedBy('bank_reversal', { ...FACTS, refundDenial })).toBe(words);
  });

  it('nothing, where the rules allow it or no capture is concerned', () => {
    expect(blockedBy('excess_capture', FACTS)).toBeNull();
    expect(blockedBy('refund_unclear', { ...FACTS, refundDenial: 'upgraded' })).toBeNull();
  });
});

describe('what happened to an upgrade', () => {
  it.each([
    ['upgrade_duplicate', null, null, /No second platinum token stands for it/],
    ['upgrade_duplicate', 'silver', 'gold', /No second gold token stands for it/],
    ['upgrade_duplicate', 'silver', 'platinum', /No second platinum token stands for it/],
    ['upgrade_source_refunded', null, null, /its gold token was given back .* No platinum token stands/],
    ['upgrade_source_refunded', 'silver', 'gold', /its silver token was given back .* No gold token stands/],
    ['upgrade_source_refunded', 'silver', 'platinum', /its silver token was given back .* No platinum token stands/],
  ] as const)('%s from %s to %s', (reason, upgradeFrom, upgradeTo, words) => {
    expect(explanationOf(reason, { upgradeFrom, upgradeTo })).toMatch(words);
  });
});
