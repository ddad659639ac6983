import { describe, expect, it } from '@jest/globals';
import { istDateTime, istDayEnd, istDayOf, istDayStart, istWallTime } from './calendar/ist-day.js';

describe('days in Asia/Kolkata', () => {
  it.each([
    ['2026-03-15', '2026-03-14T18:30:00.000Z', '2026-03-15T18:30:00.000Z'],
    ['2026-01-01', '2025-12-31T18:30:00.000Z', '2026-01-01T18:30:00.000Z'],
    ['2028-02-29', '2028-02-28T18:30:00.000Z', '2028-02-29T18:30:00.000Z'],
  ])('%s is from %s to %s', (day, start, end) => {
    expect(istDayStart(day)?.toISOString()).toBe(start);
    expect(istDayEnd(day)?.toISOString()).toBe(end);
  });

  it.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '1999-12-31',
    '2200-01-01',
    '٢٠٢٦-٠١-٠١',
    '-2026-01-01',
  ])('%j is no day', (text) => {
    expect(istDayStart(text)).toBeNull();
    expect(istDayEnd(text)).toBeNull();
  });

  it.each([
    ['2026-03-14T18:29:59.999Z', '2026-03-14'],
    ['2026-03-14T18:30:00.000Z', '2026-03-15'],
    // 05:29 and 05:31 in India lie on both sides of midnight in UTC.
    ['2026-03-14T23:59:00.000Z', '2026-03-15'],
    ['2026-03-15T00:01:00.000Z', '2026-03-15'],
  ])('%s belongs to %s', (instant, day) => {
    expect(istDayOf(new Date(instant))).toBe(day);
    expect(istWallTime(new Date(instant)).toISOString().slice(0, 10)).toBe(day);
  });

  it('the time of the day is that of India', () => {
    expect(istDateTime(new Date('2026-11-20T18:30:05.000Z'))).toBe('2026-11-21 00:00:05');
  });
});
