import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountInWords } from './money/amount-in-words.js';
import { istDueDate } from './payment/link-expiry.js';
import { formatInr, parseRupees, toRupees } from './money/money.js';
import { pageInfo, pageRequest } from './files/pagination.js';
import { normalisePhone } from './people/phone.js';
import {
  isViewed,
  nextCheckAfterCallback,
  nextLateCheck,
  nextOpenCheck,
  openCheckDelayMs,
  viewedCheckAt,
} from './payment/poll-schedule.js';
import { DEFAULT_CATALOGUE, formatSeriesNumber, tierOf } from './catalogue/catalogue-rules.js';

describe('money', () => {
  it.each([
    ['51000', 51_000_00],
    ['51000.5', 51_000_50],
    ['51000.05', 51_000_05],
    [0.1, 10],
    [49000, 49_000_00],
    [0, 0],
    ['999999999.99', 999_999_999_99],
  ])('%p rupees', (input, paise) => expect(parseRupees(input)).toBe(paise));

  const texts = [
    '-1',
    '-0',
    '+1',
    '',
    ' 5 ',
    '5 ',
    '1e3',
    '0x10',
    '51,000',
    '51000.005',
    '.5',
    '5.',
    '٥',
    '1000000000',
  ];
  const numbers = [-1, -0, NaN, Infinity, 1e21, 0.001, 1e-7, 2 ** 53 + 2];
  it.each([...texts, ...numbers, null, undefined, true, [5], { a: 5 }])('%p is no amount', (input) =>
    expect(parseRupees(input)).toBeNull(),
  );

  it('rupees and paise round-trip', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (p) => parseRupees(toRupees(p)) === p));
  });

  it('is written the Indian way, paise only when there are any', () => {
    expect(formatInr(1_00_000_00)).toBe('₹1,00,000');
    expect(formatInr(1_00_000_50)).toBe('₹1,00,000.50');
  });

  it.each([
    [51_000_00, 'Fifty-one thousand rupees'],
    [1_00_000_00, 'One lakh rupees'],
    [100, 'One rupee'],
    [49_000_50, 'Forty-nine thousand rupees and fifty paise'],
    [
      12_34_56_789_01,
      'Twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine rupees and one paise',
    ],
    [0, 'Zero rupees'],
  ])('%d paise in words', (paise, words) => expect(amountInWords(paise)).toBe(words));
});

describe('catalogue', () => {
  it('prices in paise', () => {
    const priceOf = (type: 'gold' | 'silver' | 'platinum') => tierOf(DEFAULT_CATALOGUE, type).price;
    expect([priceOf('gold'), priceOf('silver'), priceOf('platinum')]).toEqual([51_000_00, 100_00, 1_00_000_00]);
  });

  it('token numbers', () => {
    const seriesOf = (type: 'gold' | 'silver' | 'platinum') => tierOf(DEFAULT_CATALOGUE, type);
    expect(formatSeriesNumber(seriesOf('gold'), 1)).toBe('GO-000001');
    expect(formatSeriesNumber(seriesOf('platinum'), 1_000_000)).toBe('PL-1000000');
    expect(() => formatSeriesNumber(seriesOf('silver'), 0)).toThrow(RangeError);
  });
});

describe('the bank calendar', () => {
  it('is Indian: after 18:30 UTC it is the next day', () => {
    expect(istDueDate(new Date('2026-11-20T18:29:59Z'))).toBe('20/11/2026');
    expect(istDueDate(new Date('2026-11-20T18:30:00Z'))).toBe('21/11/2026');
    expect(istDueDate(new Date('2026-12-31T20:00:00Z'))).toBe('01/01/2027');
  });
});

describe('poll schedule', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const far = new Date('2026-11-23T10:00:00Z');

  it('starts at ten seconds and doubles to a quarter of an hour', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7, 8, 50].map(openCheckDelayMs);
    expect(delays.map((ms) => ms / 1000)).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
  });

  it('never passes the end of the link', () => {
    const soon = new Date(now.getTime() + 4000);
    expect(nextOpenCheck(now, 5, soon)).toEqual(soon);
    expect(nextOpenCheck(now, 0, far).getTime() - now.getTime()).toBe(10_000);
  });

  it('heeds what the bank asks to wait for, up to a quarter of an hour', () => {
    const wait = (checks: number, seconds: number) =>
      (nextOpenCheck(now, checks, far, seconds * 1000).getTime() - now.getTime()) / 1000;
    expect([wait(0, 120), wait(5, 120), wait(0, 86_400)]).toEqual([120, 320, 900]);
    expect(nextOpenCheck(now, 0, new Date(now.getTime() + 4000), 60_000).getTime() - now.getTime()).toBe(60_000);
  });

  it('is within ten seconds while the payment is viewed, and at most two minutes after the last view', () => {
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    const wait = (viewedAt: Date | null, checks = 50) =>
      (nextOpenCheck(now, checks, far, 0, viewedAt).getTime() - now.getTime()) / 1000;
    expect([0, 5, 29].map((seconds) => wait(ago(seconds)))).toEqual([9, 9, 9]);
    expect([30, 60, 119].map((seconds) => wait(ago(seconds)))).toEqual([90, 60, 1]);
    expect([wait(ago(120)), wait(null), wait(ago(-1))]).toEqual([900, 900, 900]);
    expect(wait(ago(60), 0)).toBe(10);
    expect([isViewed(now, ago(29)), isViewed(now, ago(31)), isViewed(now, ago(-1)), isViewed(now, null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('brings the check of a viewed attempt forward, to ten seconds after the last check', () => {
    const wait = (asked: number | null) =>
      (viewedCheckAt(now, asked === null ? null : new Date(now.getTime() - asked * 1000)).getTime() - now.getTime()) /
      1000;
    expect([null, 0, 4, 9, 600, -600].map(wait)).toEqual([9, 9, 5, 0, 0, 0]);
  });

  it('checks again what a clock that ran ahead has closed', () => {
    const closedAt = new Date(now.getTime() + 86_400_000);
    expect(nextLateCheck(now, closedAt, null)?.toISOString()).toBe('2026-11-20T10:15:00.000Z');
  });

  it('asks about a capture again for a day after a callback', () => {
    const minutes: number[] = [];
    let at: Date | null = now;
    while ((at = nextCheckAfterCallback(at, now)) !== null) minutes.push((at.getTime() - now.getTime()) / 60_000);
    expect(minutes).toEqual([15, 60, 360, 1440]);
    expect(nextCheckAfterCallback(new Date(now.getTime() - 1), now)).toBeNull();
  });

  it('watches closed attempts for seven days', () => {
    const days: number[] = [];
    let before: Date | null = null;
    let at: Date = now;
    for (let next = nextLateCheck(at, now, before); next !== null; next = nextLateCheck(at, now, before)) {
      [before, at] = [at, next];
      days.push((at.getTime() - now.getTime()) / 86_400_000);
    }
    expect(days.at(0)).toBeCloseTo(1 / 96);
    expect(days.at(-1)).toBeLessThanOrEqual(7);
    expect(days.at(-1)).toBeGreaterThan(5);
  });

  it('watches them on after one check by a clock that ran ahead, and after a week without checks', () => {
    const day = (count: number) => new Date(now.getTime() + count * 86_400_000);
    expect(nextLateCheck(day(9), now, day(1))).toEqual(day(10));
    expect(nextLateCheck(day(10), now, day(9))).toBeNull();
    expect(nextLateCheck(day(6.1), now, day(5.1))).toBeNull();
  });
});

describe('contact data', () => {
  it.each([
    ['9876543210', '+919876543210'],
    ['+91 98765-43210', '+919876543210'],
    ['09876543210', '+919876543210'],
  ])('%s', (input, phone) => expect(normalisePhone(input)).toBe(phone));

  it.each([
    '9876543210\n',
    '98765\r\n43210',
    '98765\t43210',
    '9876543210\u2028',
    '5876543210',
    '987654321',
    '98765432101',
    '+1 9876543210',
    'abc',
    '',
  ])('%p is no Indian mobile', (input) => expect(normalisePhone(input)).toBeNull());
});

describe('pages', () => {
  it.each(['-1', '0', '1e9', 'NaN', '', '1.5', null, undefined, ['2'], {}])('page %p is the first', (page) =>
    expect(pageRequest(page, undefined, 5)).toEqual({ page: 1, limit: 5 }),
  );

  it('limits are capped', () => expect(pageRequest('2', '5000', 5)).toEqual({ page: 2, limit: 100 }));

  it('knows the neighbours', () => {
    expect(pageInfo({ page: 2, limit: 5 }, 11)).toEqual({
      currentPage: 2,
      totalPages: 3,
      totalCount: 11,
      hasNext: true,
      hasPrev: true,
    });
    expect(pageInfo({ page: 1, limit: 5 }, 0)).toMatchObject({ totalPages: 1, hasNext: false, hasPrev: false });
  });
});
