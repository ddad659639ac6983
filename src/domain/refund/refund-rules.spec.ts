import { describe, expect, it } from '@jest/globals';
import { PAYMENT_STATUSES } from '../payment/payment-status.js';
import { SMALLEST_REFUND } from './refund-amount.js';
import {
  anyRefundDenial,
  asReversed,
  canMoveRefund,
  refundDenial,
  isRefundFinal,
  nextFollowUp,
  nextRefundCheck,
  REFUND_STATUSES,
  type Refundable,
  type RefundDenial,
} from './refund-rules.js';

const PAID: Refundable = {
  status: 'completed',
  captured: 5_100_000,
  reserved: 0,
  hasCompletedUpgrade: false,
  hasOpenUpgrade: false,
  isExcess: false,
};

describe('whether a refund is allowed', () => {
  const cases: [string, Partial<Refundable>, number, RefundDenial | null][] = [
    ['the whole amount', {}, 5_100_000, null],
    ['the smallest amount', {}, SMALLEST_REFUND, null],
    ['more than the rest', { reserved: 5_000_000 }, 100_001, 'exceeds_rest'],
    ['anything when all is reserved', { reserved: 5_100_000 }, SMALLEST_REFUND, 'exceeds_rest'],
    ['more than was paid', {}, 5_100_001, 'exceeds_payment'],
    ['nothing, of an unpaid payment too', { status: 'pending' }, 0, 'not_positive'],
    ['too much of an unpaid payment', { status: 'pending' }, 5_100_001, 'not_paid'],
    ['after the whole was refunded', { status: 'refunded', reserved: 5_100_000 }, SMALLEST_REFUND, 'already_refunded'],
    ['of an upgraded token', { hasCompletedUpgrade: true }, SMALLEST_REFUND, 'upgraded'],
    ['while an upgrade is open', { hasOpenUpgrade: true }, SMALLEST_REFUND, 'upgrade_open'],
    ['of an excess capture on a refunded payment', { isExcess: true, status: 'refunded' }, 5_100_000, null],
    ['of an excess capture beside an upgrade', { isExcess: true, hasCompletedUpgrade: true }, SMALLEST_REFUND, null],
    ['of more than an excess capture', { isExcess: true, reserved: 5_000_000 }, 100_001, 'exceeds_rest'],
  ];
  it.each(cases)('%s', (_name, change, amount, denial) => {
    expect(refundDenial({ ...PAID, ...change }, amount)).toBe(denial);
  });

  it('only a completed payment is refunded', () => {
    const allowed = PAYMENT_STATUSES.filter((status) => anyRefundDenial({ ...PAID, status }) === null);
    expect(allowed).toEqual(['completed']);
  });
});

describe('asking again about a completed refund', () => {
  it('each day for seven days, and then no more', () => {
    const settledAt = new Date('2026-11-20T10:00:00Z');
    const days = new Set<number>();
    let last = settledAt;
    for (let at = nextFollowUp(settledAt, settledAt); at !== null; at = nextFollowUp(at, settledAt, 'final', at)) {
      expect(at > last).toBe(true);
      last = at;
      days.add(Math.ceil((at.getTime() - settledAt.getTime()) / 86_400_000));
    }
    expect([...days]).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(last.getTime() - settledAt.getTime()).toBe(7 * 86_400_000);
  });

  it('on after one check by a clock that ran ahead', () => {
    const settledAt = new Date('2026-11-01T10:00:00Z');
    const now = new Date('2026-11-20T10:00:00Z');
    expect(nextFollowUp(now, settledAt, 'final', new Date('2026-11-02T22:00:00Z'))).toEqual(
      new Date('2026-11-20T22:00:00Z'),
    );
    expect(nextFollowUp(now, settledAt, 'final', new Date('2026-11-08T10:00:00Z'))).toBeNull();
  });

  it('again after an hour when the bank gave no usable answer', () => {
    const now = new Date('2026-11-20T10:00:00Z');
    expect(nextFollowUp(now, now, 'none')?.toISOString()).toBe('2026-11-20T11:00:00.000Z');
    const settledAt = new Date('2026-11-01T10:00:00Z');
    expect(nextFollowUp(now, settledAt, 'none')?.toISOString()).toBe('2026-11-20T11:00:00.000Z');
    expect(nextFollowUp(now, settledAt)).toBeNull();
  });

  it('twice a day while the bank says that it is under way or not known', () => {
    const now = new Date('2026-11-20T10:00:00Z');
    const settledAt = new Date('2026-11-01T10:00:00Z');
    expect(nextFollowUp(now, settledAt, 'open')?.toISOString()).toBe('2026-11-20T22:00:00.000Z');
  });
});

describe('the states of a refund', () => {
  it('an end stays an end, and a processing refund is never in doubt again', () => {
    expect(REFUND_STATUSES.filter(isRefundFinal)).toEqual(['completed', 'rejected']);
    for (const to of REFUND_STATUSES) {
      expect([canMoveRefund('completed', to), canMoveRefund('rejected', to)]).toEqual([false, false]);
      expect(canMoveRefund(to, to)).toBe(false);
      expect(canMoveRefund(to, 'requested')).toBe(false);
    }
    expect(canMoveRefund('processing', 'unknown')).toBe(false);
    expect(canMoveRefund('unknown', 'processing')).toBe(true);
  });
});

describe('when the bank is asked about a refund', () => {
  const created = new Date('2026-01-05T10:00:00Z');
  const after = (ms: number) => new Date(created.getTime() + ms);
  const HOUR = 3_600_000;

  it.each([
    [0, 10],
    [1, 20],
    [6, 640],
    [7, 900],
    [500, 900],
  ])('after %d checks: %d s', (checks, seconds) => {
    expect(nextRefundCheck(created, checks, created)).toEqual(after(seconds * 1000));
  });

  it('hourly after a day, for ever', () => {
    for (const day of [2, 30, 400]) {
      const now = after(day * 24 * HOUR);
      expect(nextRefundCheck(now, 5000, created).getTime() - now.getTime()).toBe(HOUR);
    }
  });

  it('waits as long as the bank asks, within reason', () => {
    expect(nextRefundCheck(created, 0, created, 60_000)).toEqual(after(60_000));
    expect(nextRefundCheck(created, 0, created, 90 * HOUR)).toEqual(after(HOUR));
  });
});

describe('what the bank has taken back', () => {
  it.each([
    ['beside an upgrade', { hasCompletedUpgrade: true }, null],
    ['beside an open upgrade', { hasOpenUpgrade: true }, null],
    ['of a refunded payment', { status: 'refunded' }, 'already_refunded'],
    ['of more than is left', { reserved: 5_100_000 }, 'exceeds_rest'],
  ] as const)('%s is written down or refused as it stands', (_case, change, denial) => {
    expect(anyRefundDenial(asReversed({ ...PAID, ...change }))).toBe(denial);
  });
});
