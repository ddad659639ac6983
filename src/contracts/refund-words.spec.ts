import { describe, expect, it } from '@jest/globals';
import { refundAmountWords, refundHint } from './refund-words.js';

describe('the words about the amount of a refund', () => {
  it.each([
    ['unreadable', 10_000, 'Enter an amount in rupees with at most two decimals, such as 500 or 500.50'],
    ['not_positive', 10_000, 'Enter an amount greater than zero'],
    ['exceeds_payment', 10_000, 'At most ₹100 can be refunded'],
    ['exceeds_rest', 150, 'At most ₹1.50 can be refunded'],
    ['exceeds_rest', 0, 'Nothing is left to refund: earlier refunds hold the whole amount.'],
  ] as const)('%s, with %d paise left', (fault, rest, words) => expect(refundAmountWords(fault, rest)).toBe(words));

  it.each([
    [null, 'Maximum ₹100. ₹100 stays refundable after this refund.'],
    [2550, 'Maximum ₹100. ₹74.50 stays refundable after this refund.'],
    [10_000, 'Maximum ₹100. Nothing stays refundable after this refund.'],
    [10_001, 'Maximum ₹100.'],
  ])('the hint for %d of 10000 paise', (amount, words) => expect(refundHint(amount, 10_000)).toBe(words));
});
