import { expect, it } from '@jest/globals';
import { dateFormatsIn, istDate, istMoment, istWeekday } from './ist-time.js';

it('writes dates in one way', () => {
  expect(istDate('2026-11-25T13:23:00Z')).toBe('25 Nov 2026');
  expect(istMoment('2026-11-25T13:23:00Z')).toBe('25 Nov 2026, 6:53 pm IST');
  expect(istMoment('2026-12-31T18:30:00Z')).toBe('1 Jan 2027, 12:00 am IST');
  expect(istWeekday('2026-11-25')).toBe('Wed 25 Nov 2026');
});

it('in Hindi with the same digits, and without a comma behind the weekday', () => {
  const { moment, weekday } = dateFormatsIn('hi-IN-u-nu-latn');
  expect(weekday('2026-11-25')).toMatch(/^बुध 25 \S+ 2026$/);
  expect(moment('2026-11-25T13:23:00Z')).toMatch(/^25 \S+ 2026, 6:53 \S+$/);
});
