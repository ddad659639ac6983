import { describe, expect, it } from '@jest/globals';
import { istDateTime, istDayEnd, istDayOf, istDayStart } from './ist-days.js';

describe('days in Asia/Kolkata', () => {
  it.each([
    ['2026-11-20', '2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z'],
    ['2024-02-29', '2024-02-28T18:30:00.000Z', '2024-02-29T18:30:00.000Z'],
  ])('%s begins at %s and ends at %s', (day, start, end) => {
    expect(istDayStart(day)?.toISOString()).toBe(start);
    expect(istDayEnd(day)?.toISOString()).toBe(end);
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00',
    '',
    '1999-01-01',
    '9999-01-01',
  ])('%j is no day', (text) => {
    expect(istDayStart(text)).toBeNull();
    expect(istDayEnd(text)).toBeNull();
  });

  it('the day turns at half past six in the evening, UTC', () => {
    expect(istDayOf(new Date('2026-11-20T18:29:59.999Z'))).toBe('2026-11-20');
    expect(istDayOf(new Date('2026-11-20T18:30:00.000Z'))).toBe('2026-11-21');
    expect(istDateTime(new Date('2026-11-20T18:30:05.000Z'))).toBe('2026-11-21 00:00:05');
  });
});
