import { describe, expect, it } from '@jest/globals';
import { addBankDays, isRefundOverdue, refundExpectedDays } from './bank-days.js';

const NONE = new Set<string>();

describe('bank days', () => {
  // 16 November 2026 is a Monday; the 14th and the 28th are the second and the fourth Saturday.
  it.each([
    ['2026-11-18', 2, '2026-11-20', 'Wednesday to Friday'],
    ['2026-11-19', 2, '2026-11-21', 'the third Saturday is a bank day'],
    ['2026-11-20', 2, '2026-11-23', 'Friday: third Saturday, then Monday'],
    ['2026-11-13', 1, '2026-11-16', 'the second Saturday and Sunday are none'],
    ['2026-11-26', 2, '2026-11-30', 'the fourth Saturday is none'],
    ['2026-11-22', 3, '2026-11-25', 'from a Sunday'],
    ['2026-12-31', 3, '2027-01-04', 'over the end of a year'],
    ['2028-02-28', 2, '2028-03-01', 'over a leap day'],
    ['2026-11-20', 0, '2026-11-20', 'no days'],
  ])('%s and %i bank days: %s (%s)', (day, days, expected) => {
    expect(addBankDays(day, days, NONE)).toBe(expected);
  });

  it('holidays are none, wherever they fall', () => {
    const holidays = new Set(['2026-11-23', '2026-11-24', '2026-11-22']);
    expect(addBankDays('2026-11-20', 2, holidays)).toBe('2026-11-25');
    expect(addBankDays('2026-11-24', 0, holidays)).toBe('2026-11-24');
  });

  it('a refund is expected three to five bank days after the bank took it, by the Indian calendar', () => {
    expect(refundExpectedDays(new Date('2026-11-20T12:00:00Z'), NONE)).toEqual({
      from: '2026-11-24',
      to: '2026-11-26',
    });
    expect(refundExpectedDays(new Date('2026-11-20T12:00:00Z'), new Set(['2026-11-24']))).toEqual({
      from: '2026-11-25',
      to: '2026-11-27',
    });
    // Sunday evening in UTC is Monday in India.
    expect(refundExpectedDays(new Date('2026-11-15T18:30:00Z'), NONE).from).toBe('2026-11-19');
    expect(refundExpectedDays(new Date('2026-11-15T18:29:59Z'), NONE).from).toBe('2026-11-18');
  });

  it('a refund is overdue once its fifth bank day is over in India', () => {
    const requested = new Date('2026-11-20T12:00:00Z');
    const at = (text: string, holidays = NONE) => isRefundOverdue(new Date(text), requested, holidays);
    expect(at('2026-11-26T18:29:59Z')).toBe(false);
    expect(at('2026-11-26T18:30:00Z')).toBe(true);
    expect(at('2026-11-26T18:30:00Z', new Set(['2026-11-25']))).toBe(false);
    expect(at('2026-11-27T18:30:00Z', new Set(['2026-11-25']))).toBe(true);
  });
});
