import { describe, expect, it } from '@jest/globals';
import type { BankPayoutLine } from '../gateway/index.js';
import { partsOf, rangesOf } from './settlement-parts.js';
import type { ReportedPayout } from './settlement-report.js';

const line = (bankTxnId: string, merchantTxnNo: string | null = null): BankPayoutLine => ({
  kind: 'sale',
  merchantTxnNo,
  bankTxnId,
  amount: 100,
  settledAmount: 100,
  charges: 0,
  tax: 0,
  transactedAt: null,
  cardNetwork: null,
});
const payout = (settlementId: string, ...ids: string[]): ReportedPayout => ({
  settlementId,
  utr: null,
  payAmount: null,
  merchantProfile: null,
  lines: ids.map((id) => line(id)),
});
const shapeOf = (payouts: ReportedPayout[], most: number) =>
  [...partsOf(payouts, most)].map((group) => group.map((part) => [part.payout.settlementId, part.lines.length]));

describe('units of payout lines', () => {
  it('cut a large payout, and put small ones together', () => {
    expect(shapeOf([payout('A', '1', '2', '3', '4', '5'), payout('B', '6'), payout('C', '7')], 3)).toEqual([
      [['A', 3]],
      [
        ['A', 2],
        ['B', 1],
      ],
      [['C', 1]],
    ]);
    expect(shapeOf([payout('A'), payout('B'), payout('C', '1')], 2)).toEqual([
      [
        ['A', 0],
        ['B', 0],
      ],
      [['C', 1]],
    ]);
    expect(shapeOf([], 2)).toEqual([]);
  });

  it.each([
    ['one payout', (n: number) => [payout('A', ...Array.from({ length: n }, (_, at) => `${at}`))]],
    ['one transaction', (n: number) => [payout('A', ...Array.from({ length: n }, () => '1'))]],
    ['a payout for each line', (n: number) => Array.from({ length: n }, (_, at) => payout(`S${at}`, `${at}`))],
  ])('are as many as lines of %s ask for, and each line has a key of its own in its payout', (_, make) => {
    const groups = [...partsOf(make(5000), 200)];
    expect(groups).toHaveLength(25);
    const keys = groups.flat().flatMap((part) => part.lines.map(({ key }) => `${part.payout.settlementId} ${key}`));
    expect(new Set(keys).size).toBe(5000);
  });

  it('name a line by its transaction, wherever it stands', () => {
    const keysOf = (payouts: ReportedPayout[], most: number) =>
      [...partsOf(payouts, most)].flat().flatMap(({ lines }) => lines.map(({ key }) => key));
    const payouts = [payout('A', '1', '2', '1')];
    expect(keysOf(payouts, 1)).toEqual(keysOf(payouts, 10));
    expect(keysOf([payout('A', '2', '1', '1')], 10).sort()).toEqual(keysOf(payouts, 10).sort());
    expect(keysOf(payouts, 10)).toEqual(['sale|1|1', 'sale|2|1', 'sale|1|2']);
    const numbered = [line('1', 'TD1'), line('2'), line('1', 'TD2')];
    expect(keysOf([{ ...payout('A'), lines: numbered }], 10)).toEqual(keysOf(payouts, 10));
    const refund = { ...line('1'), kind: 'refund' as const };
    expect(keysOf([{ ...payout('A'), lines: [line('1'), refund] }], 10)).toEqual(['sale|1|1', 'refund|1|1']);
  });
});

it('ids without gaps are one range', () => {
  expect(rangesOf([])).toEqual([]);
  expect(rangesOf([3, 4, 5, 7, 9, 10])).toEqual([
    { from: 3, to: 5 },
    { from: 7, to: 7 },
    { from: 9, to: 10 },
  ]);
});
