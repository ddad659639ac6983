import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { SettlementExceptions } from '../../src/modules/settlements/settlement-exceptions.repository.js';
import { SettlementRuns } from '../../src/modules/settlements/settlement-runs.repository.js';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import {
  forgetSettlements,
  openExceptions,
  reconcile,
  settleToday,
  type SettlementAtBank,
  uploadFile,
} from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/**
 * A deduction of ₹1,000 that an earlier release stored as a sale of ₹1,000, as neither type nor sign told what it is, and what
 * reading its day again makes of it:
 *
 * | stored under | read again | lines | the deduction | settled in all | open |
 * | --- | --- | --- | --- | --- | --- |
 * | a key of this release or of one before | from the bank, from a file with our reference | 2 | refund, −₹1,000 | as the bank paid | nothing |
 * | the same, the bank lists it twice | from a file | 3, one `duplicate` | refund, −₹1,000 each | ₹1,000 less than the bank paid | twice |
 */
describe('refunds that an earlier release stored as sales', () => {
  let test: TestApp;
  let admin: Client;
  let payout: SettlementAtBank;

  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const today = () => istDayOf(test.clock.now());

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    await forgetSettlements(test);
    const seller = await test.staff(SALES);
    const { paymentId } = await sellAndPay(test, seller);
    await refund(seller, paymentId, 1000);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    admin = await test.staff(ADMIN);
    payout = await settleToday(test);
    expect(payout.lines.map(({ kind }) => kind)).toEqual(['SALE', 'REFUND']);
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const fromBank = () => reconcile(admin, test);
  /** Names no type, nor a sign. */
  const fromFile = (lines = payout.lines) =>
    uploadFile(
      admin,
      today(),
      [
        'settlementID,settlementDate,merchantTxnNo,txnID,txnAmount,settledAmount',
        ...lines.map(({ txnId, merchantTxnNo, amountPaise, settledPaise }) =>
          [payout.settlementId, today(), merchantTxnNo, txnId, amountPaise / 100, Math.abs(settledPaise) / 100].join(),
        ),
      ].join('\n'),
    );
  const oldKey = (name: string, ours: string, place: number) =>
    createHash('sha256')
      .update(name.replace('|', `|${ours}|`).concat(`|${place}`))
      .digest('hex');
  /** As an earlier release stored it. */
  const mistake = async (isOld: boolean) => {
    const rows = await query(
      "SELECT id, merchant_txn_no AS ours, bank_txn_id AS txn FROM settlement_lines WHERE kind = 'refund' ORDER BY id",
    );
    for (const [at, { id, ours, txn }] of rows.entries()) {
      const name = `sale|${txn}`;
      const key = isOld ? oldKey(name, ours, at + 1) : `${name}|${at + 1}`;
      await query(
        "UPDATE settlement_lines SET kind = 'sale', settled_amount = -settled_amount, refund_id = NULL, line_key = ? WHERE id = ?",
        [key, id],
      );
      const runs = test.get(SettlementRuns);
      const run = await runs.open({ day: today(), source: 'bank', fileName: null, fileHash: null });
      const subject = `${payout.settlementId}|${key}`;
      const about = { kind: 'unknown', paymentId: null, reference: ours, expected: null, found: 1000_00 } as const;
      await test.get(SettlementExceptions).add(run, [{ ...about, subject, evidence: 'Nobody carries it.' }]);
      await runs.finish(run, null, null);
    }
  };
  const deductions = async () =>
    (await query('SELECT kind, settled_amount AS settled FROM settlement_lines ORDER BY id'))
      .slice(1)
      .map(({ kind, settled }: { kind: string; settled: unknown }) => [kind, Number(settled)]);
  const settled = () => payout.lines.reduce((sum, { settledPaise }) => sum + settledPaise, 0) / 100;

  it.each([
    ['this release', false, 'the bank', fromBank],
    ['this release', false, 'a file', () => fromFile()],
    ['one before', true, 'the bank', fromBank],
    ['one before', true, 'a file', () => fromFile()],
  ])('under a key of %s are refunds once their day is read again (%s, from %s)', async (_, isOld, __, again) => {
    await fromBank();
    await mistake(isOld);
    expect((await openExceptions(test)).map(({ kind }) => kind)).toEqual(['unknown']);
    for (let times = 0; times < 2; times += 1) {
      expect((await again()).body.data).toMatchObject({
        status: 'completed',
        lines: 2,
        newLines: 0,
        matched: 2,
        exceptions: 0,
        settledAmount: settled(),
      });
      expect(await deductions()).toEqual([['refund', -1000_00]]);
      expect(await openExceptions(test)).toEqual([]);
    }
  });

  it('one that was listed twice stays a duplicate', async () => {
    const twice = [...payout.lines, payout.lines[1]!];
    await fromFile(twice);
    await mistake(false);
    const { data } = (await fromFile(twice)).body;
    expect(data).toMatchObject({ lines: 3, newLines: 0, matched: 2, settledAmount: settled() - 1000 });
    expect(await deductions()).toEqual([
      ['refund', -1000_00],
      ['refund', -1000_00],
    ]);
    expect((await openExceptions(test)).map(({ kind }) => kind)).toEqual(['duplicate']);
  });
});
