import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../../contracts/messages.js';
import type { ReviewFacts } from '../../domain/payment/review-rules.js';
import type { RefundDenial } from '../../domain/refund/refund-rules.js';
import { blockedBy } from './review-words.js';

const FACTS: ReviewFacts = {
  rest: 10_000,
  refundUnderWay: false,
  refundDenial: null,
  refundsOn: true,
  lastAnswerNotFound: false,
};

describe('why a usual decision of a review is not possible', () => {
  it.each<[RefundDenial, string]>([
    ['not_paid', MESSAGES.refund.notPaid],
    ['already_refunded', MESSAGES.refund.alreadyRefunded],
    ['upgraded', MESSAGES.refund.upgraded],
    ['upgrade_open', MESSAGES.refund.upgradeOpen],
  ])('%s: in the words of that denial', (refundDenial, words) => {
    expect(blockedBy('excess_capture', { ...FACTS, refundDenial })).toBe(words);
    expect(blockedBy('bank_reversal', { ...FACTS, refundDenial })).toBe(words);
  });

  it('nothing, where the rules allow it or no capture is concerned', () => {
    expect(blockedBy('excess_capture', FACTS)).toBeNull();
    expect(blockedBy('refund_unclear', { ...FACTS, refundDenial: 'upgraded' })).toBeNull();
  });
});
