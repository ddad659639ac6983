import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../../domain/errors.js';
import { readSettlementFile, sampleFile } from './settlement-file.js';

const DAY = '2026-11-20';
const HEAD = 'settlementID,utr_no,settlementDate,merchantTxnNo,txnID,txnAmount,settledAmount,txnCharges,serviceTax';
const ROW = 'STL1,U1,20-11-2026,TD1,7700,51000.00,50458.38,459.00,82.62';
const read = (...lines: string[]) => readSettlementFile(lines.join('\n'), DAY);

function faultsOf(work: () => unknown): Record<string, string> {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.details ?? {};
    throw error;
  }
  throw new Error('the file was taken');
}

describe('a settlement file', () => {
  it('the sample can be read', () => {
    const { payouts, problem } = readSettlementFile(sampleFile(), DAY);
    expect(problem).toBeNull();
    expect(payouts).toHaveLength(1);
    expect(payouts[0]?.lines).toMatchObject([
      { kind: 'sale', amount: 5_100_000, settledAmount: 5_045_838, charges: 45_900, tax: 8262 },
      { kind: 'refund', amount: 150_050, settledAmount: -150_050, charges: 0, tax: 0 },
    ]);
    expect(payouts[0]?.lines[0]?.transactedAt?.toISOString()).toBe('2026-11-19T12:35:00.000Z');
  });

  it('takes columns in any order and case, the three spellings of a day, and several payouts', () => {
    const { payouts } = read(
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
    ['another day', [HEAD, ROW, ROW.replace('20-11', '21-11')], 'line 3', '2026-11-21'],
    ['a day that is none', [HEAD, ROW.replace('20-11', '31-02')], 'line 2', 'no day'],
    ['an amount in words', [HEAD, ROW.replace('51000.00', 'many')], 'line 2', 'txnAmount'],
    ['thousands separators', [HEAD, ROW.replace('51000.00', '"51,000.00"')], 'line 2', 'txnAmount'],
    ['an exponent', [HEAD, ROW.replace('459.00', '1e2')], 'line 2', 'txnCharges'],
    ['a formula for a number', [HEAD, ROW.replace('STL1', '=1+1')], 'line 2', 'settlementID'],
    ['no bank number', [HEAD, ROW.replace('7700', '')], 'line 2', 'txnID is empty'],
    ['too few cells', [HEAD, 'STL1,U1'], 'line 2', 'fewer cells'],
    ['an open quote', [HEAD, ROW, '"open'], 'line 3', 'never closed'],
    ['HTML', ['<html><body>Login</body></html>'], 'line 1', 'missing columns'],
  ])('%s is refused with its line', (_name, lines, line, words) => {
    expect(faultsOf(() => read(...lines))[line]).toContain(words);
  });

  it('names every fault, and stops at twenty', () => {
    expect(Object.keys(faultsOf(() => read(HEAD, 'x', ROW, 'y')))).toEqual(['line 2', 'line 4']);
    expect(Object.keys(faultsOf(() => read(HEAD, ...Array.from({ length: 50 }, () => 'x'))))).toHaveLength(20);
  });

  it('takes 100,000 rows and not one more', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `S,20-11-2026,T${index},1,1`);
    const head = 'settlementID,settlementDate,txnID,txnAmount,settledAmount';
    expect(read(head, ...rows).payouts[0]?.lines).toHaveLength(100_000);
    expect(faultsOf(() => read(head, ...rows, 'S,20-11-2026,X,1,1'))['line 100002']).toContain('100000');
  });
});
