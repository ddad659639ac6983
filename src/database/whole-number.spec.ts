import { describe, expect, test } from '@jest/globals';
import { summed, wholeNumber } from './whole-number.js';

describe('a whole number out of a raw row', () => {
  test.each([
    [0, 0],
    [-5_100_000, -5_100_000],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['0', 0],
    ['5100000', 5_100_000],
    ['-5100000', -5_100_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    [5_100_000n, 5_100_000],
  ])('%p is %p', (value, expected) => {
    expect(wholeNumber(value)).toBe(expected);
  });

  test.each([
    null,
    undefined,
    '',
    ' ',
    ' 5 ',
    '5\n',
    '+5',
    '0x10',
    '1e3',
    '5.00',
    'x',
    0.5,
    NaN,
    Infinity,
    Number.MAX_SAFE_INTEGER + 1,
    '9007199254740992',
    9_007_199_254_740_992n,
    true,
    [],
    new Date(0),
  ])('%p is refused', (value) => {
    expect(() => wholeNumber(value)).toThrow(RangeError);
  });
});

describe('a sum out of a raw row', () => {
  test.each([
    [null, 0],
    [5_100_000, 5_100_000],
    ['5100000', 5_100_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%p is %p', (value, expected) => {
    expect(summed(value)).toBe(expected);
  });

  test.each([undefined, '', '9007199254740992', '5100000.00', NaN])('%p is refused', (value) => {
    expect(() => summed(value)).toThrow(RangeError);
  });
});
