import { expect, it } from '@jest/globals';
import { businessDayAfter, refundExpectedDays } from './business-days.js';

// 16 November 2026 is a Monday.
it.each([
  ['Monday noon', '2026-11-16T06:30:00Z', 3, '2026-11-19'],
  ['Monday, five days', '2026-11-16T06:30:00Z', 5, '2026-11-23'],
  ['over a weekend', '2026-11-19T06:30:00Z', 3, '2026-11-24'],
  ['Friday to Monday', '2026-11-20T06:30:00Z', 1, '2026-11-23'],
  ['from a Saturday', '2026-11-21T06:30:00Z', 1, '2026-11-23'],
  ['from a Sunday', '2026-11-22T06:30:00Z', 3, '2026-11-25'],
  ['Sunday evening in UTC is Monday in India', '2026-11-15T18:30:00Z', 1, '2026-11-17'],
  ['one minute earlier it is still Sunday', '2026-11-15T18:29:59Z', 1, '2026-11-16'],
  ['over the end of a year', '2026-12-31T06:30:00Z', 3, '2027-01-05'],
  ['over a leap day', '2028-02-28T06:30:00Z', 2, '2028-03-01'],
  ['no days: the day itself', '2026-11-21T06:30:00Z', 0, '2026-11-21'],
])('%s', (_name, instant, days, expected) => {
  expect(businessDayAfter(new Date(instant), days)).toBe(expected);
});

it('a refund is expected three to five business days after the bank took it', () => {
  expect(refundExpectedDays(new Date('2026-11-20T12:00:00Z'))).toEqual({ from: '2026-11-25', to: '2026-11-27' });
});
