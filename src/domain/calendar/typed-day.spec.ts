import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from './ist-day.js';
import { istDayText, istShortDay } from './ist-parts.js';
import { istWeekday } from './ist-time.js';
import { isWholeTypedDay, readTypedDay } from './typed-day.js';

const TODAY = '2026-11-23';

describe('a typed day', () => {
  it.each([
    '22 Nov 2026',
    '22 nov 2026',
    ' 22\u00a0Nov  2026 ',
    '22 November 2026',
    '22nd November, 2026',
    '22-Nov-26',
    '22nov2026',
    'Sun 22 Nov 2026',
    'Sunday, 22 Nov 2026',
    '22 nov',
    '22/11/2026',
    '22/11/26',
    '22-11-26',
    '22.11.2026',
    '22 11 2026',
    '2026-11-22',
    'Yesterday',
  ])('%j is 22 November 2026', (text) => expect(readTypedDay(text, TODAY)).toBe('2026-11-22'));

  it.each([
    ['5/6/2026', '2026-06-05'],
    ['05-06-26', '2026-06-05'],
    ['2026-6-5', '2026-06-05'],
    ['1 Sept 2026', '2026-09-01'],
    ['29 Feb 2028', '2028-02-29'],
    ['today', TODAY],
  ])('%s is %s: the day comes before the month', (text, day) => expect(readTypedDay(text, TODAY)).toBe(day));

  it.each([
    '',
    '22',
    'Nov 2026',
    '11/22/2026',
    '31 Feb 2026',
    '29/02/2027',
    '22/11-2026',
    '22 Nvo 2026',
    '22 Nov 202',
    '0202-05-02',
    '22/11/1999',
    '2100-01-01',
    'tomorrow evening',
    '22 Nov 2026 10:00',
  ])('%j is none', (text) => expect(readTypedDay(text, TODAY)).toBeNull());

  it('reads whatever the product writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_524 }), (number) => {
        const day = addDays('2000-01-01', number);
        for (const text of [istDayText(day), istWeekday(day), istShortDay(day)])
          expect([text, readTypedDay(text, day)]).toEqual([text, day]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['22 Nov 2026', true],
    ['22/11/2026', true],
    ['2026-11-22', true],
    ['22/11/20', false],
    ['22 Nov', false],
    ['22 Nov 20', false],
    ['2026-11-2', false],
  ])('%s is whole: %s', (text, whole) => expect(isWholeTypedDay(text)).toBe(whole));
});
