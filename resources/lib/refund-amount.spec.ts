import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages';
import { refundAmountFault } from './refund-amount';

const WORDS = MESSAGES.refund;

describe('what is wrong with a typed refund amount', () => {
  it.each([
    ['12.345', WORDS.unreadable],
    ['1,000', WORDS.unreadable],
    ['-5', WORDS.unreadable],
    ['five', WORDS.unreadable],
    ['0', WORDS.notPositive],
    ['0.00', WORDS.notPositive],
    ['', 'Refund amount is required'],
    ['100.01', 'At most ₹100 can be refunded'],
    ['100', undefined],
    ['0.01', undefined],
  ])('%j', (typed, fault) => expect(refundAmountFault(typed, 100)).toBe(fault));
});
