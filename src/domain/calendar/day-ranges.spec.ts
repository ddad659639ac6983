import { describe, expect, it } from '@jest/globals';
import { addMonths, dayPresets, lengthOf, monthEnd, rangeBefore, trendSteps } from './day-ranges.js';

const TODAY = '2026-11-23';
const range = (startDate: string, endDate: string) => ({ startDate, endDate });

describe('ranges of days', () => {
  it('are the ones that are asked for most', () => {
    expect(Object.fromEntries(dayPresets(TODAY).map(({ label, days }) => [label, days]))).toEqual({
      Today: range(TODAY, TODAY),
      Yesterday: range('2026-11-22', '2026-11-22'),
      'Last 7 days': range('2026-11-17', TODAY),
      'Last 30 days': range('2026-10-25', TODAY),
      'This month': range('2026-11-01', TODAY),
      'Last month': range('2026-10-01', '2026-10-31'),
      'All days': range('', ''),
    });
    expect(dayPresets('2026-01-01').find(({ label }) => label === 'Last month')?.days).toEqual(
      range('2025-12-01', '2025-12-31'),
    );
  });

  it.each([
    ['a day', range(TODAY, TODAY), range('2026-11-22', '2026-11-22')],
    ['the first of a month', range('2026-11-01', '2026-11-01'), range('2026-10-31', '2026-10-31')],
    ['a week', range('2026-11-17', TODAY), range('2026-11-10', '2026-11-16')],
    ['a month so far', range('2026-11-01', TODAY), range('2026-10-01', '2026-10-23')],
    ['a month', range('2026-10-01', '2026-10-31'), range('2026-09-01', '2026-09-30')],
    ['February', range('2026-02-01', '2026-02-28'), range('2026-01-01', '2026-01-31')],
    ['a long month so far', range('2026-03-01', '2026-03-30'), range('2026-02-01', '2026-02-28')],
    ['an open end, which is today', range('2026-11-22', ''), range('2026-11-20', '2026-11-21')],
    ['January', range('2026-01-01', '2026-01-31'), range('2025-12-01', '2025-12-31')],
  ])('%s has one before it', (_name, days, before) => expect(rangeBefore(days, TODAY)).toEqual(before));

  it.each([range('', ''), range('', TODAY), range('2026-12-01', '')])('%j has none', (days) =>
    expect(rangeBefore(days, TODAY)).toBeNull(),
  );

  it('months keep to their length', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(monthEnd('2026-12-05')).toBe('2026-12-31');
    expect(lengthOf(range('2026-02-01', '2026-03-01'))).toBe(29);
  });

  it('a trend has no gaps, ends today, and goes by months once days are too many', () => {
    expect(trendSteps(range('2026-11-21', '2026-11-30'), TODAY, null)).toEqual({
      unit: 'day',
      steps: ['2026-11-21', '2026-11-22', TODAY].map((day) => range(day, day)),
    });
    expect(trendSteps(range('', ''), TODAY, '2026-11-22').steps).toHaveLength(2);
    expect(trendSteps(range('', ''), TODAY, null).steps).toEqual([range(TODAY, TODAY)]);
    expect(trendSteps(range('2026-12-01', ''), TODAY, null).steps).toEqual([]);
    const long = trendSteps(range('2026-08-10', ''), TODAY, null);
    expect(long).toEqual({
      unit: 'month',
      steps: [
        range('2026-08-10', '2026-08-31'),
        range('2026-09-01', '2026-09-30'),
        range('2026-10-01', '2026-10-31'),
        range('2026-11-01', TODAY),
      ],
    });
  });
});
