import { describe, expect, it } from '@jest/globals';
import { changeOf, comparedWords } from './change';

const DAYS = { startDate: '2026-11-10', endDate: '2026-11-16' };
const given = {
  now: 0,
  earlier: 0,
  days: DAYS,
  isTodayAlone: false,
  isEmpty: false,
  format: (figure: number) => `₹${figure}`,
};

describe('a figure beside the one before it', () => {
  it.each([
    [{ now: 150, earlier: 100 }, 'up', '+₹50 (+50 %)'],
    [{ now: 25, earlier: 100 }, 'down', '−₹75 (−75 %)'],
    [{ now: 0, earlier: 100 }, 'down', '−₹100 (−100 %)'],
    [{ now: 1001, earlier: 1000 }, 'up', '+₹1 (under 1 %)'],
    [{ now: 100, earlier: 100 }, null, 'The same from 10 Nov to 16 Nov'],
    // Whatever is more than nothing is not so many per cent more.
    [{ now: 100, earlier: 0 }, 'up', '+₹100'],
    [{ now: 100, earlier: -50 }, 'up', '+₹150'],
    [{ now: 100, isEmpty: true }, null, 'Nothing was paid from 10 Nov to 16 Nov'],
    [
      { now: 10, earlier: 100, isTodayAlone: true, days: { startDate: '2026-11-22', endDate: '2026-11-22' } },
      null,
      'So far; ₹100 on the whole of 22 Nov',
    ],
    [
      { isEmpty: true, isTodayAlone: true, days: { startDate: '2026-11-22', endDate: '2026-11-22' } },
      null,
      'Nothing was paid on 22 Nov',
    ],
  ])('%j: %s, %s', (part, direction, words) => {
    expect(changeOf({ ...given, ...part })).toEqual({ direction, words });
  });
});

describe('what the figures are compared with', () => {
  it('is named as one day, or as days', () => {
    expect(comparedWords({ startDate: '2026-11-22', endDate: '2026-11-22' })).toBe(
      'Compared with the day before, 22 Nov.',
    );
    expect(comparedWords(DAYS)).toBe('Compared with the days before, from 10 Nov to 16 Nov.');
  });
});
