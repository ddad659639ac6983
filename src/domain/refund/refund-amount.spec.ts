import { describe, expect, it } from '@jest/globals';
import { refundAmountFault, refundable, typedRefundFault } from './refund-amount.js';

describe('what is wrong with the amount of a refund', () => {
  it.each([
    [1, 0, null],
    [10_000, 0, null],
    [10_001, 0, 'exceeds_payment'],
    [4001, 6000, 'exceeds_rest'],
    [4000, 6000, null],
    [0, 0, 'not_positive'],
    [-1, 0, 'not_positive'],
    [0.5, 0, 'not_positive'],
    [Number.NaN, 0, 'not_positive'],
    [Infinity, 0, 'not_positive'],
  ])('%d of 10000 with %d reserved: %s', (amount, reserved, fault) => {
    expect(refundAmountFault(amount, { captured: 10_000, reserved })).toBe(fault);
  });

  it.each([
    ['12.345', 'unreadable'],
    ['1,000', 'unreadable'],
    ['-5', 'unreadable'],
    ['five', 'unreadable'],
    ['', 'unreadable'],
    ['0', 'not_positive'],
    ['0.00', 'not_positive'],
    ['100.01', 'exceeds_payment'],
    ['100', null],
    ['0.01', null],
  ])('%j typed, when ₹100 are left: %s', (typed, fault) => expect(typedRefundFault(typed, 10_000)).toBe(fault));

  it('what is left is never negative', () => {
    expect([refundable(100, 30), refundable(100, 100), refundable(100, 130)]).toEqual([70, 0, 0]);
  });
});
