import { describe, expect, it } from '@jest/globals';
import { parseRupees } from '../../src/domain/money/money';
import { typedRupees } from './format';

describe('rupees in a field', () => {
  it.each([
    [47499.5, '47499.50'],
    [47499.05, '47499.05'],
    [47500, '47500'],
    [0.1 + 0.2, '0.30'],
    [0, '0'],
  ])('%s is typed as %s, and read as the same sum', (rupees, typed) => {
    expect(typedRupees(rupees)).toBe(typed);
    expect(parseRupees(typed)).toBe(Math.round(rupees * 100));
  });
});
