import { describe, expect, it } from '@jest/globals';
import { addDays, isIstDay, istDayOf, spanOf, startOfIstDay } from './ist-day.js';

describe('Indian days', () => {
  it.each([
    ['2026-11-20', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-11-31', false],
    ['1999-12-31', false],
    ['2026-1-2', false],
    [' 2026-11-20', false],
    ['2026-11-20\n', false],
    ['', false],
    [undefined, false],
    [['2026-11-20'], false],
  ])('%j is a day: %s', (text, expected) => {
    expect(isIstDay(text)).toBe(expected);
  });

  it.each([
    ['2026-11-19T18:29:59.999Z', '2026-11-19'],
    ['2026-11-19T18:30:00.000Z', '2026-11-20'],
    ['2026-11-20T00:00:00.000Z', '2026-11-20'],
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
  ])('%s lies on %s', (instant, day) => {
    expect(istDayOf(new Date(instant))).toBe(day);
  });

  it('a day begins at 18:30 UTC of the day before', () => {
    expect(startOfIstDay('2026-11-20').toISOString()).toBe('2026-11-19T18:30:00.000Z');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    const { from, before } = spanOf('2026-11-20', '2026-11-20');
    expect([from?.toISOString(), before?.toISOString()]).toEqual([
      '2026-11-19T18:30:00.000Z',
      '2026-11-20T18:30:00.000Z',
    ]);
    expect(spanOf('', '')).toEqual({ from: null, before: null });
  });
});
