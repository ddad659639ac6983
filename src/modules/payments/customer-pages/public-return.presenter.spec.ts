import { describe, expect, it } from '@jest/globals';
import { hasMovingDays, presentReturn } from './public-return.presenter.js';
import type { ShownPayment, ShownRecord } from './public-payment.queries.js';

const CONTACT = { phone: '+91 20 1234 5678', email: 'support@example.com' };
/** A Monday in India; 26 November is a Thursday, 27 a Friday, 28 the fourth Saturday. */
const TAKEN = new Date('2026-11-23T09:00:00Z');
const daysLater = (days: number) => new Date(TAKEN.getTime() + days * 86_400_000);

const UPGRADE = { paymentType: 'upgrade', status: 'failed', tokenType: 'platinum', reviewReason: null } as ShownPayment;
const SALE = { paymentType: 'initial', status: 'failed', tokenType: 'gold', reviewReason: null } as ShownPayment;

interface Refunded {
  status: string;
  amount: number;
  acceptedAt: Date | null;
  origin?: string;
}
const WHOLE = 4_900_000;
const refundOf = (status: string, acceptedAt: Date | null = null, amount = WHOLE): Refunded => ({
  status,
  amount,
  acceptedAt,
});

/** The bank took it back by itself. */
const reversalOf = (at: Date, amount = WHOLE): Refunded => ({
  ...refundOf('completed', at, amount),
  origin: 'reversal',
});

function recordOf(refunds: Refunded[], more: Partial<ShownRecord> = {}): ShownRecord {
  const capture = { id: 1, status: 'captured', excess: true, amount: WHOLE, capturedAt: TAKEN, createdAt: TAKEN };
  return {
    attempts: [capture],
    refunds: refunds.map(({ status, amount, acceptedAt, origin = 'order' }, at) => ({
      refund: { id: at + 1, status, amount, origin, settledAt: status === 'completed' ? acceptedAt : null },
      attemptId: 1,
      acceptedAt,
      expected: null,
      isExcess: true,
    })),
    tokenStatus: null,
    tierName: 'Platinum',
    holidays: new Set(),
    ...more,
  } as unknown as ShownRecord;
}

describe('when returned money is expected', () => {
  it.each<[string, Refunded[], Date, string, string, string]>([
    ['no refund yet, the same day', [], daysLater(0), 'preparing', '2026-11-26', '2026-11-30'],
    ['no refund yet, a week later', [], daysLater(7), 'preparing', '2026-12-03', '2026-12-05'],
    ['no refund yet, thirty days later', [], daysLater(30), 'preparing', '2026-12-28', '2026-12-30'],
    ['no refund yet, a clock behind the capture', [], daysLater(-3), 'preparing', '2026-11-26', '2026-11-30'],
    ['requested, not accepted', [refundOf('requested')], daysLater(7), 'preparing', '2026-12-03', '2026-12-05'],
    ['its answer was lost', [refundOf('unknown')], daysLater(7), 'preparing', '2026-12-03', '2026-12-05'],
    ['rejected', [refundOf('rejected')], daysLater(7), 'preparing', '2026-12-03', '2026-12-05'],
    [
      'a part accepted',
      [refundOf('processing', daysLater(1), 100)],
      daysLater(7),
      'preparing',
      '2026-12-03',
      '2026-12-05',
    ],
    [
      'a part returned, the rest not ordered',
      [refundOf('completed', daysLater(1), 100)],
      daysLater(7),
      'preparing',
      '2026-12-03',
      '2026-12-05',
    ],
    [
      'accepted, the same day',
      [refundOf('processing', daysLater(7))],
      daysLater(7),
      'with-bank',
      '2026-12-03',
      '2026-12-05',
    ],
    [
      'accepted, days before',
      [refundOf('processing', daysLater(7))],
      daysLater(20),
      'with-bank',
      '2026-12-03',
      '2026-12-05',
    ],
    [
      'accepted after a rejected one',
      [refundOf('rejected'), refundOf('processing', daysLater(7))],
      daysLater(20),
      'with-bank',
      '2026-12-03',
      '2026-12-05',
    ],
    ['completed', [refundOf('completed', daysLater(7))], daysLater(20), 'returned', '2026-12-03', '2026-12-05'],
  ])('%s', (_name, refunds, now, state, from, to) => {
    const record = recordOf(refunds);
    const found = presentReturn(UPGRADE, record, now, CONTACT);
    expect(found).toMatchObject({ state, expected: { from, to }, revoked: false });
    expect(hasMovingDays(UPGRADE, record)).toBe(state === 'preparing');
    expect(found?.text.includes('The bank has not accepted the return yet.')).toBe(state === 'preparing');
    expect(found?.text).toContain('so no platinum token was issued for it');
  });

  it('without a decision no days are told, and those of the API move', () => {
    const undecided = { ...SALE, reviewReason: 'quota_sold_out' };
    const found = presentReturn(undecided, recordOf([]), daysLater(7), CONTACT);
    expect(found).toMatchObject({ state: 'undecided', expected: { from: '2026-12-03', to: '2026-12-05' } });
    expect(found?.text).not.toContain('between');
    expect(hasMovingDays(undecided, recordOf([]))).toBe(true);
  });

  const five = refundOf('completed', daysLater(1), 500_000);
  it.each<[string, Refunded[], number, string]>([
    ['nothing yet', [], 49_000, '₹49,000'],
    ['a part of it, with the bank', [refundOf('processing', daysLater(1), 500_000)], 49_000, '₹49,000'],
    ['a part of it, rejected', [refundOf('rejected', null, 500_000)], 49_000, '₹49,000'],
    ['a part of it', [five], 44_000, '₹44,000'],
    [
      'a part of it, the rest with the bank',
      [five, refundOf('processing', daysLater(2), 4_400_000)],
      44_000,
      '₹44,000',
    ],
  ])('given back, %s: what is being returned is the rest', (_name, refunds, amountLeft, rest) => {
    const excess = presentReturn(UPGRADE, recordOf(refunds), daysLater(7), CONTACT);
    const completed = { ...UPGRADE, status: 'completed' } as ShownPayment;
    const paying = recordOf(refunds, { tokenStatus: 'void' });
    paying.attempts[0]!.excess = false;
    const revoked = presentReturn(completed, paying, daysLater(7), CONTACT);
    for (const found of [excess, revoked]) {
      expect(found).toMatchObject({ amount: 49_000, amountLeft });
      expect(found?.text).toContain('The bank took ₹49,000 for this upgrade');
      expect(found?.text).toContain(`: ${rest} is being returned`);
    }
  });

  it('given back in two parts, all of it was returned', () => {
    const both = [five, refundOf('completed', daysLater(2), 4_400_000)];
    const found = presentReturn(UPGRADE, recordOf(both), daysLater(7), CONTACT);
    expect(found).toMatchObject({ state: 'returned', amount: 49_000, amountLeft: 0 });
    expect(found?.text).toContain(': ₹49,000 was returned');
  });

  it.each([UPGRADE, SALE])('taken back by the bank itself: no days, and none that move', (payment) => {
    const record = recordOf([refundOf('rejected'), reversalOf(daysLater(1))]);
    const found = presentReturn(payment, record, daysLater(7), CONTACT);
    expect(found).toMatchObject({ state: 'returned', amountLeft: 0, amountReversed: 49_000, expected: null });
    expect(found).toMatchObject({ returnedAt: daysLater(1).toISOString() });
    expect(found?.text).toContain('The bank took ₹49,000 back from us and returned it to the account you paid from.');
    expect(found?.text).toContain('If you have questions, call +91 20 1234 5678');
    expect(found?.text).not.toMatch(/Expected|between|by then/);
    expect(hasMovingDays(payment, record)).toBe(false);
  });

  it('in part by a refund, the rest by the bank itself: the days are those of the refund', () => {
    const record = recordOf([five, reversalOf(daysLater(8), 4_400_000)]);
    const found = presentReturn(SALE, record, daysLater(9), CONTACT);
    const days = { from: '2026-11-27', to: '2026-12-01' };
    expect(found).toMatchObject({ state: 'returned', amountReversed: 44_000, expected: days });
    expect(found?.text).toContain('The bank took ₹44,000 back from us');
    expect(found?.text).toContain('Expected in your account between');
    expect(hasMovingDays(SALE, record)).toBe(false);
  });

  it('one charge taken back by the bank itself, and another not given back yet', () => {
    const record = recordOf([reversalOf(daysLater(1))]);
    record.attempts.push({ ...record.attempts[0]!, id: 2 });
    const found = presentReturn(SALE, record, daysLater(7), CONTACT);
    expect(found).toMatchObject({ state: 'preparing', amount: 98_000, amountLeft: 49_000, amountReversed: 49_000 });
    expect(found).toMatchObject({ expected: { from: '2026-12-03', to: '2026-12-05' } });
    expect(found?.text).toContain('The bank has not accepted the return yet.');
    expect(hasMovingDays(SALE, record)).toBe(true);
    record.refunds.push({ ...recordOf([refundOf('processing', daysLater(7))]).refunds[0]!, attemptId: 2 });
    const accepted = presentReturn(SALE, record, daysLater(20), CONTACT);
    expect(accepted).toMatchObject({ state: 'with-bank', expected: { from: '2026-12-03', to: '2026-12-05' } });
  });

  it('a completed upgrade whose number is void was issued one', () => {
    const completed = { ...UPGRADE, status: 'completed' } as ShownPayment;
    const paying = recordOf([], { tokenStatus: 'void' });
    paying.attempts[0]!.excess = false;
    const found = presentReturn(completed, paying, daysLater(7), CONTACT);
    expect(found).toMatchObject({ revoked: true, state: 'preparing', expected: { from: '2026-12-03' } });
    expect(found?.text).toContain('A platinum token was issued for it. Its number is void now');
    expect(found?.text).not.toContain('no platinum token');
    expect(presentReturn(completed, { ...paying, tokenStatus: 'active' }, TAKEN, CONTACT)).toBeNull();
    expect(hasMovingDays(completed, { ...paying, tokenStatus: 'active' })).toBe(false);
  });
});
