import { describe, expect, it } from '@jest/globals';
import { parseRupees } from '../../src/domain/money/money';
import { formatRelative, typedRupees } from './format';

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

describe('how far an instant is from now', () => {
  it.each([
    ['the day after tomorrow, 35.5 hours ahead', '2026-11-24T22:30', '2026-11-26T10:00', 'in 2 days'],
    ['tomorrow, 23 hours ahead', '2026-11-25T10:00', '2026-11-26T09:00', 'tomorrow'],
    ['tomorrow, 47.5 hours ahead', '2026-11-25T00:15', '2026-11-26T23:45', 'tomorrow'],
    ['later today, 23.5 hours ahead', '2026-11-25T00:30', '2026-11-25T23:59', 'in 23 hours'],
    ['tomorrow, 2 hours ahead', '2026-11-25T23:00', '2026-11-26T01:00', 'in 2 hours'],
    ['the day before yesterday, 34.5 hours ago', '2026-11-25T10:00', '2026-11-23T23:30', '2 days ago'],
    ['yesterday, 47.5 hours ago', '2026-11-25T23:45', '2026-11-24T00:15', 'yesterday'],
    ['earlier today, 23.5 hours ago', '2026-11-25T23:59', '2026-11-25T00:30', '23 hours ago'],
    ['half an hour ago', '2026-11-25T00:15', '2026-11-24T23:45', '30 minutes ago'],
    ['in a moment', '2026-11-25T10:00:00', '2026-11-25T10:00:30', 'in a moment'],
  ])('%s', (_what, now, at, words) => {
    expect(formatRelative(inIndia(at), Date.parse(inIndia(now)))).toBe(words);
  });
});

function inIndia(wallTime: string): string {
  return new Date(`${wallTime}+05:30`).toISOString();
}
