import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatGatewayAmount, readGatewayAmount } from './gateway-amount.js';

describe('gateway amounts', () => {
  it('writes two decimals always', () => {
    expect([5_100_000, 1, 10, 0, 99_999_999_999].map(formatGatewayAmount)).toEqual([
      '51000.00',
      '0.01',
      '0.10',
      '0.00',
      '999999999.99',
    ]);
  });
  it('refuses what is no amount in paise', () => {
    for (const paise of [-1, 0.5, NaN, Infinity, 100_000_000_000])
      expect(() => formatGatewayAmount(paise)).toThrow(RangeError);
  });
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (paise) => {
        expect(readGatewayAmount(formatGatewayAmount(paise))).toBe(paise);
      }),
    );
  });
  it('takes three spellings', () => {
    expect(['100', '100.0', '100.00'].map((text) => readGatewayAmount(text))).toEqual([10_000, 10_000, 10_000]);
  });
  it.each([
    '',
    ' 1.00',
    '1.00\n',
    '-1.00',
    '+1.00',
    '1e3',
    '0x10',
    '1,000.00',
    '1.000',
    '.50',
    '1.',
    '1234567890.00',
    '१.००',
    'NaN',
  ])('never reads %j', (text) => {
    expect(readGatewayAmount(text)).toBeNull();
  });
});
