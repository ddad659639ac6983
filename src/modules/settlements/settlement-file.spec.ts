import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../../runtime/refusal.js';
import { readSettlementFile, sampleFile } from './settlement-file.js';

const DAY = '2026-11-20';
/** In the form of our refund references. */
const REFUND_REFERENCE = 'RF23456789ABCDEFGHJK';
const HEAD = 'settlementID,utr_no,settlementDate,merchantTxnNo,txnID,txnAmount,settledAmount,txnCharges,serviceTax';
const ROW = 'STL1,U1,20-11-2026,TD1,7700,51000.00,50458.38,459.00,82.62';
const read = (...lines: string[]) => readSettlementFile(lines.join('\n'), DAY);

async function faultsOf(work: () => Promise<unknown>): Promise<Record<string, string>> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error.details ?? {};
    throw error;
  }
  throw new Error('the file was taken');
}

describe('a settlement file', () => {
  it('the sample can be read', async () => {
    const { payouts, problem, unreadable } = await readSettlementFile(sampleFile(), DAY);
    expect([problem, unreadable]).toEqual([null, []]);
    expect(payouts).toHaveLength(1);
    expect(payouts[0]?.lines).toMatchObject([
      { kind: 'sale', amount: 5_100_000, settledAmount: 5_045_838, charges: 45_900, tax: 8262 },
      { kind: 'refund', amount: 150_050, settledAmount: -150_050, charges: 0, tax: 0 },
    ]);
    expect(payouts[0]?.lines[0]?.transactedAt?.toISOString()).toBe('2026-11-19T12:35:00.000Z');
  });

  it('takes columns in any order and case, the three spellings of a day, and several payouts', async () => {
    const { payouts } = await read(
      'TXNID,SettledAmount,txnamount,settlementdate,settlementid',
      '1,1,1,20-11-2026,A',
      '2,2.5,2.50,2026-11-20,B',
      '3,3,3,20261120,A',
    );
    expect(payouts.map(({ settlementId, lines }) => [settlementId, lines.map(({ amount }) => amount)])).toEqual([
      ['A', [100, 300]],
      ['B', [250]],
    ]);
  });

  it.each<[string, string[], string, string]>([
    ['nothing', [''], 'line 1', 'empty'],
    ['a header alone', [HEAD], 'line 1', 'no rows'],
    ['no header', [ROW], 'line 1', 'missing columns'],
    ['a column twice', [`${HEAD},txnID`, `${ROW},1`], 'line 1', 'twice'],
    ['a day that is none', [HEAD, ROW.replace('20-11', '31-02')], 'line 2', 'no day'],
    ['an amount in words', [HEAD, ROW.replace('51000.00', 'many')], 'line 2', 'txnAmount'],
    ['thousands separators', [HEAD, ROW.replace('51000.00', '"51,000.00"')], 'line 2', 'txnAmount'],
    ['an exponent', [HEAD, ROW.replace('459.00', '1e2')], 'line 2', 'txnCharges'],
    ['a formula for a number', [HEAD, ROW.replace('STL1', '=1+1')], 'line 2', 'settlementID'],
    ['no bank number', [HEAD, ROW.replace('7700', '')], 'line 2', 'txnID is empty'],
    ['too few cells', [HEAD, 'STL1,U1'], 'line 2', 'fewer cells'],
    ['HTML', ['<html><body>Login</body></html>'], 'line 1', 'missing columns'],
    ['an open quote in the header', ['"settlementID,txnID'], 'line 1', 'never closed'],
  ])('%s is refused with its line', async (_name, lines, line, words) => {
    expect((await faultsOf(() => read(...lines)))[line]).toContain(words);
  });

  it.each<[string, string, string]>([
    ['another day', ROW.replace('20-11', '21-11'), 'settlementDate is 2026-11-21'],
    ['a day that is none', ROW.replace('20-11', '31-02'), 'no day'],
    ['an amount in words', ROW.replace('51000.00', 'many'), 'txnAmount'],
    ['no bank number', ROW.replace('7700', ''), 'txnID is empty'],
    ['an open quote', '"open', 'never closed'],
    ['a quote in a cell', ROW.replace('TD1', 'T"D1'), 'quote inside'],
    ['a control character', ROW.replace('TD1', 'TD\u0007'), 'merchantTxnNo is no reference'],
    ['a sum at the end', 'TOTAL,,,,,51000.00,,,', 'settlementDate'],
  ])('one line with %s is told with its number, and the others are read', async (_name, line, words) => {
    const { payouts, unreadable } = await read(HEAD, ROW, line, ROW.replace('7700', '7701'));
    expect(payouts.flatMap(({ lines }) => lines.map(({ bankTxnId }) => bankTxnId))).toEqual(['7700', '7701']);
    expect(unreadable).toEqual([{ line: 3, text: expect.stringContaining(words) as unknown }]);
  });

  it.each([
    ['SALE', '10.00', '-1.80', 'sale', -180],
    ['sale', '10.00', '8.20', 'sale', 820],
    ['REFUND', '10.00', '10.00', 'refund', -1000],
    ['REFUND', '-10.00', '-10.00', 'refund', -1000],
    ['', '10.00', '-10.00', 'refund', -1000],
    ['', '-10.00', '10.00', 'refund', -1000],
    ['', '10.00', '8.20', 'sale', 820],
  ])('a line of type "%s" of %s, settled with %s, is a %s', async (type, amount, settled, kind, settledAmount) => {
    const { payouts } = await read(
      'settlementID,settlementDate,transactionType,txnID,txnAmount,settledAmount',
      `A,20-11-2026,${type},1,${amount},${settled}`,
    );
    expect(payouts[0]?.lines).toMatchObject([{ kind, amount: 1000, settledAmount }]);
  });

  it.each([
    ['', REFUND_REFERENCE, 'refund', -1000],
    ['SALE', REFUND_REFERENCE, 'sale', 1000],
    ['', 'RF1', 'sale', 1000],
    ['', '', 'sale', 1000],
  ])('a line of type "%s" under the number "%s", without a sign, is a %s', async (type, ours, kind, settledAmount) => {
    const { payouts } = await read(
      'settlementID,settlementDate,transactionType,merchantTxnNo,txnID,txnAmount,settledAmount',
      `A,20-11-2026,${type},${ours},1,10.00,10.00`,
    );
    expect(payouts[0]?.lines).toMatchObject([{ kind, amount: 1000, settledAmount }]);
  });

  it('a file without a column of types tells a refund by our number', async () => {
    const { payouts } = await read(
      'settlementID,settlementDate,merchantTxnNo,txnID,txnAmount,settledAmount',
      `A,20-11-2026,${REFUND_REFERENCE},1,10.00,10.00`,
    );
    expect(payouts[0]?.lines).toMatchObject([{ kind: 'refund', settledAmount: -1000 }]);
  });

  it.each<[string, string[], string | null]>([
    ['nowhere', ['', '', ''], null],
    ['on the first line alone', ['U1', '', ''], 'U1'],
    ['on a later line alone', ['', 'U1', ''], 'U1'],
    ['on every line', ['U1', 'U1', 'U1'], 'U1'],
    ['on two lines, each another', ['', 'U1', 'U2'], 'U1'],
  ])('the UTR named %s', async (_name, utrs, utr) => {
    const lines = utrs.map((each, at) => ROW.replace('U1', each).replace('7700', `770${at}`));
    const { payouts, unreadable, ...report } = await read(HEAD, ...lines);
    expect(payouts.map((payout) => [payout.utr, payout.lines.length])).toEqual([[utr, 3]]);
    expect([report.problem, unreadable]).toEqual([null, []]);
  });

  it('the UTR of a line that cannot be read does not count', async () => {
    const bad = ROW.replace('U1', 'U2').replace('51000.00', 'many');
    const { payouts, problem } = await read(HEAD, bad, ROW, bad);
    expect([payouts.map(({ utr }) => utr), problem]).toEqual([['U1'], null]);
  });

  it('a file without a readable line is refused with its first twenty faults', async () => {
    expect(Object.keys(await faultsOf(() => read(HEAD, 'x', 'y')))).toEqual(['line 2', 'line 3']);
    const many = Array.from({ length: 50 }, () => 'x');
    expect(Object.keys(await faultsOf(() => read(HEAD, ...many)))).toHaveLength(20);
  });

  it('a thousand bad lines are reported, and one more is another kind of file', async () => {
    const bad = Array.from({ length: 1000 }, () => 'x');
    expect((await read(HEAD, ROW, ...bad)).unreadable).toHaveLength(1000);
    expect(Object.keys(await faultsOf(() => read(HEAD, ROW, ...bad, 'x')))).toHaveLength(20);
  });

  it('lets others in while it reads', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `S${index},20-11-2026,T${index},1,1`);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const started = performance.now();
    await read('settlementID,settlementDate,txnID,txnAmount,settledAmount', ...rows);
    clearInterval(timer);
    // Each turn ends a slice of ten milliseconds; a machine that is busy has longer ones.
    expect(turns).toBeGreaterThan((performance.now() - started) / 100);
  });

  it('takes 100,000 rows and not one more', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `S,20-11-2026,T${index},1,1`);
    const head = 'settlementID,settlementDate,txnID,txnAmount,settledAmount';
    expect((await read(head, ...rows)).payouts[0]?.lines).toHaveLength(100_000);
    expect((await faultsOf(() => read(head, ...rows, 'S,20-11-2026,X,1,1')))['line 100002']).toContain('100000');
  });
});
