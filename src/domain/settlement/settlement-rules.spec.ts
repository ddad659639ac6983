import { describe, expect, it } from '@jest/globals';
import { judgeBatch, judgeLine, type KnownAttempt, type KnownRefund, type SettledLine } from './settlement-rules.js';

const attempt = (more: Partial<KnownAttempt> = {}): KnownAttempt => ({
  id: 1,
  paymentId: 10,
  invoiceNo: 'TD1',
  bankMerchantTxnNo: null,
  bankTxnId: '770',
  isCaptured: true,
  amount: 5_100_000,
  ...more,
});
const refund = (more: Partial<KnownRefund> = {}): KnownRefund => ({
  id: 5,
  paymentId: 10,
  bankReference: 'RF1',
  bankTxnId: '880',
  status: 'completed',
  amount: 1000,
  ...more,
});
const sale = (more: Partial<SettledLine> = {}): SettledLine => ({
  kind: 'sale',
  merchantTxnNo: 'TD1',
  bankTxnId: '770',
  amount: 5_100_000,
  ...more,
});
const taken = (more: Partial<SettledLine> = {}): SettledLine => ({
  kind: 'refund',
  merchantTxnNo: 'RF1',
  bankTxnId: '880',
  amount: 1000,
  ...more,
});
const open = { isCaptured: false, bankTxnId: null };
const second = attempt({ id: 2, invoiceNo: '771', bankTxnId: '771' });

describe('a line of a settlement against our records', () => {
  it.each<[string, SettledLine, KnownAttempt[], number | null, string | null]>([
    ['as we have it', sale(), [attempt()], 1, null],
    ['without our number', sale({ merchantTxnNo: null }), [attempt()], 1, null],
    ['under the bank own number', sale({ merchantTxnNo: 'B9' }), [attempt({ bankMerchantTxnNo: 'B9' })], 1, null],
    ['a second capture, by the bank number', sale({ bankTxnId: '771' }), [attempt(), second], 2, null],
    ['one paisa more', sale({ amount: 5_100_001 }), [attempt()], 1, 'amount_differs'],
    ['one paisa less', sale({ amount: 5_099_999 }), [attempt()], 1, 'amount_differs'],
    ['open here', sale(), [attempt(open)], 1, 'not_completed'],
    ['open here, another amount', sale({ amount: 1 }), [attempt(open)], 1, 'not_completed'],
    ['paid here by another transaction', sale({ bankTxnId: '799' }), [attempt()], 1, 'not_completed'],
    [
      'open here under the bank own number',
      sale({ merchantTxnNo: 'B9' }),
      [attempt({ ...open, bankMerchantTxnNo: 'B9' })],
      1,
      'not_completed',
    ],
    ['nobody here', sale({ merchantTxnNo: 'X', bankTxnId: '1' }), [], null, 'unknown'],
    [
      'two payments at once',
      sale({ merchantTxnNo: 'TD2' }),
      [attempt(), attempt({ id: 3, paymentId: 11, invoiceNo: 'TD2', bankTxnId: '772' })],
      null,
      'unknown',
    ],
  ])('a sale, %s', (_name, line, attempts, found, kind) => {
    const verdict = judgeLine(line, attempts, []);
    expect([verdict.attempt?.id ?? null, verdict.difference?.kind ?? null]).toEqual([found, kind]);
  });

  it.each<[string, SettledLine, KnownRefund[], number | null, string | null]>([
    ['as we have it', taken(), [refund()], 5, null],
    ['by the bank number alone', taken({ merchantTxnNo: null }), [refund()], 5, null],
    ['another amount', taken({ amount: 999 }), [refund()], 5, 'refund_differs'],
    ['not completed here', taken(), [refund({ status: 'processing' })], 5, 'refund_differs'],
    ['nobody here', taken({ merchantTxnNo: 'RF9', bankTxnId: '1' }), [], null, 'refund_differs'],
  ])('a refund, %s', (_name, line, refunds, found, kind) => {
    const verdict = judgeLine(line, [], refunds);
    expect([verdict.refund?.id ?? null, verdict.difference?.kind ?? null]).toEqual([found, kind]);
  });

  it.each([
    ['requested', 'is not completed yet'],
    ['processing', 'is not completed yet'],
    ['unknown', 'is not completed yet'],
    ['rejected', 'had rejected the refund before'],
  ] as const)('a deduction of a refund that is %s here says so', (status, words) => {
    expect(judgeLine(taken(), [], [refund({ status })]).difference?.evidence).toContain(words);
  });

  it('a repeated transaction is a duplicate and matches nothing', () => {
    expect(judgeLine(sale(), [attempt()], [], true)).toMatchObject({
      attempt: null,
      difference: { kind: 'duplicate' },
    });
  });

  it.each([
    [null, 5, null],
    [100, 100, null],
    [100, 99, 'batch_differs'],
    [-50, -50, null],
  ])('a payout of %p with lines of %p: %p', (payAmount, sum, kind) => {
    expect(judgeBatch(payAmount, sum)?.kind ?? null).toBe(kind);
  });
});
