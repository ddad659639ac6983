import { describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../runtime/clock.js';
import type { BankPayoutLine, Merchants, PaymentGateway } from '../gateway/index.js';
import { BankReport } from './bank-report.service.js';

const DAY = '2026-11-20';

/** Settled lines, lines that are not settled yet, and the cursor that the bank names. */
type Page = [settled: number, unsettled: number, lastTxnId: string | null];

function line(at: number): BankPayoutLine {
  const money = { amount: 100, settledAmount: 100, charges: 0, tax: 0 };
  return { kind: 'sale', merchantTxnNo: null, bankTxnId: `${at}`, ...money, transactedAt: null, cardNetwork: null };
}

/** @param pageAt the page asked for, from 0 @param utrs that the bank names in the list of payouts and on each page */
async function read(pageAt: (at: number) => Page, [listed, ...paged]: (string | null)[] = []) {
  const asked: (string | null)[] = [];
  const gateway: Partial<PaymentGateway> = {
    listSettlements: () =>
      Promise.resolve({ kind: 'listed', payouts: [{ settlementId: 'S1', utr: listed ?? null, payAmount: null }] }),
    settlementPage: ({ lastTxnId }) => {
      const [settled, unsettled, cursor] = pageAt(asked.length);
      const utr = paged[asked.length] ?? null;
      asked.push(lastTxnId ?? null);
      const lines = Array.from({ length: settled }, (_, at) => line(at));
      return Promise.resolve({ kind: 'page', lines, itemCount: settled + unsettled, utr, lastTxnId: cursor });
    },
  };
  const merchants = { all: () => [{ profile: null }] } as unknown as Merchants;
  const report = await new BankReport(gateway as PaymentGateway, merchants, new SystemClock()).read(DAY);
  const [payout] = report.payouts;
  return { asked, lines: payout?.lines.length ?? null, problem: report.problem, utr: payout?.utr ?? null };
}

describe('the pages of a payout', () => {
  it.each<[string, Page[], (string | null)[], number]>([
    ['one page', [[2, 0, null]], [null], 2],
    ['no lines at all', [[0, 0, null]], [null], 0],
    [
      'full pages',
      [
        [2, 0, 'a'],
        [2, 0, 'b'],
        [1, 0, null],
      ],
      [null, 'a', 'b'],
      5,
    ],
    [
      'an empty last page',
      [
        [2, 0, 'a'],
        [0, 0, 'b'],
      ],
      [null, 'a'],
      2,
    ],
    [
      'a middle page of unsettled lines',
      [
        [2, 0, 'a'],
        [0, 2, 'b'],
        [1, 0, null],
      ],
      [null, 'a', 'b'],
      3,
    ],
    [
      'a first page of unsettled lines',
      [
        [0, 2, 'a'],
        [1, 0, null],
      ],
      [null, 'a'],
      1,
    ],
    [
      'several pages of unsettled lines',
      [
        [0, 2, 'a'],
        [0, 2, 'b'],
        [0, 1, 'c'],
        [1, 1, null],
      ],
      [null, 'a', 'b', 'c'],
      1,
    ],
    [
      'a last page of unsettled lines',
      [
        [1, 0, 'a'],
        [0, 1, null],
      ],
      [null, 'a'],
      1,
    ],
  ])('%s: read to the end that the bank names', async (_, pages, asked, lines) => {
    expect(await read((at) => pages[at] ?? [9, 0, null])).toEqual({ asked, lines, problem: null, utr: null });
  });

  it.each<[string, (at: number) => Page, string]>([
    ['settled lines under one cursor', () => [1, 0, 'a'], 'the pages do not end'],
    ['unsettled lines under one cursor', () => [0, 1, 'a'], 'the pages do not end'],
    ['cursors in a circle', (at) => [0, 1, `c${at % 3}`], 'the pages do not end'],
    ['settled lines without end', (at) => [5000, 0, `c${at}`], 'more than 100000 lines'],
    ['unsettled lines without end', (at) => [0, 5000, `c${at}`], 'more than 100000 lines'],
  ])('%s: the payout is not used', async (_, pageAt, problem) => {
    const { asked, ...result } = await read(pageAt);
    expect(result).toEqual({ lines: null, problem: `Settlement S1: ${problem}`, utr: null });
    expect(asked.length).toBeLessThanOrEqual(21);
  });

  it.each<[string, (string | null)[], string | null]>([
    ['nowhere', [null, null, null], null],
    ['in the list alone', ['U1', null, null], 'U1'],
    ['on the first page alone', [null, 'U1', null], 'U1'],
    ['on the last page alone', [null, null, 'U1'], 'U1'],
    ['everywhere', ['U1', 'U1', 'U1'], 'U1'],
    ['in the list, another on a page', ['U1', null, 'U2'], 'U1'],
    ['on the first page, another on the last', [null, 'U1', 'U2'], 'U1'],
  ])('the UTR named %s', async (_, utrs, utr) => {
    const result = await read((at) => (at === 0 ? [1, 0, 'a'] : [1, 0, null]), utrs);
    expect(result).toMatchObject({ lines: 2, utr, problem: null });
  });
});
