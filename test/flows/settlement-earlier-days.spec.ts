import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { sqlInstant } from '../../src/database/instants.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { DAY, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, pressPay, statusOf } from '../support/sales.js';
import {
  forgetSettlements,
  reconcile,
  settleToday,
  type SettlementAtBank,
  uploadFile,
} from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/**
 * A line that differed when its day was compared, and what a complete run of a later day makes of it
 * (docs/product.md#reconciliation):
 *
 * | the line | since then, here | exceptions after the later run | settlement beside the capture |
 * | --- | --- | --- | --- |
 * | a sale, open here | completed | none | noted |
 * | a sale of another amount, open here | completed | amount differs, of the payout's day | noted |
 * | a sale, open here | nothing | not completed | none |
 * | a sale that a file tells without our number | completed | none | noted |
 * | a sale under a number of the bank's own, open here | completed | none | noted |
 * | a deduction, the refund under way | completed | none | |
 * | a deduction, the refund under way | rejected | refund differs, in other words | |
 * | a deduction that nothing here is about | ordered here or given back outside, with the bank's number | none | |
 * | the same, under the bank's number of the sale | ordered here, with the bank's number | none | |
 * | a sale, open here | completed, the run is incomplete | not completed | none |
 */
describe("lines of earlier days' payouts", () => {
  let test: TestApp;
  let admin: Client;
  let seller: Client;
  let day: string;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    await forgetSettlements(test);
    await signIn();
    day = istDayOf(test.clock.now());
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const signIn = async () => {
    admin = await test.staff(ADMIN);
    seller = await test.staff(SALES);
  };
  const exceptions = () =>
    query("SELECT kind, day, evidence FROM settlement_exceptions WHERE status = 'open' ORDER BY kind");
  /** More than two bank days later, whatever day it is now. */
  const runOfLaterDay = async () => {
    test.clock.advance(6 * DAY);
    await signIn();
    return (await reconcile(admin, test)).body.data;
  };
  const settlementOf = async (invoiceNo: string) => {
    const [row] = await query(
      'SELECT settlement_id AS id, settled_date AS day FROM payment_attempts WHERE invoice_no = ?',
      [invoiceNo],
    );
    return row as { id: string | null; day: string | null };
  };
  /** Paid at the bank, of which nothing is known here yet. */
  const paidUnseen = async () => {
    const link = await createLink(seller);
    await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-close-tab');
    return link;
  };
  const withoutStatus = async <T>(work: () => Promise<T>): Promise<T> => {
    await test.bank.fault('status', 'http-500', { times: 0 });
    const result = await work();
    await test.bank.clearFaults();
    return result;
  };
  const poll = async () => {
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await signIn();
  };
  const fileOf = ({ settlementId, lines }: SettlementAtBank) =>
    [
      'settlementID,settlementDate,transactionType,txnID,txnAmount,settledAmount',
      ...lines.map(({ kind, txnId, amountPaise, settledPaise }) =>
        [settlementId, day, kind, txnId, amountPaise / 100, settledPaise / 100].join(','),
      ),
    ].join('\n');

  it('a sale that was completed after the run is settled', async () => {
    const link = await paidUnseen();
    const { settlementId } = await settleToday(test);
    await withoutStatus(() => reconcile(admin, test));
    expect(await exceptions()).toMatchObject([{ kind: 'not_completed', day }]);
    await poll();
    expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    expect(await runOfLaterDay()).toMatchObject({ status: 'completed', exceptions: 0 });
    expect(await exceptions()).toEqual([]);
    expect(await settlementOf(link.invoiceNo)).toEqual({ id: settlementId, day });
  });

  it('one of another amount tells so, of the day of its payout, until that day is read right', async () => {
    const link = await paidUnseen();
    const { settlementId } = await settleToday(test);
    await test.bank.fault('settlement', 'wrong-amount', { times: 1 });
    await withoutStatus(() => reconcile(admin, test));
    expect(await exceptions()).toMatchObject([{ kind: 'batch_differs' }, { kind: 'not_completed', day }]);
    await poll();
    expect(await runOfLaterDay()).toMatchObject({ status: 'completed', exceptions: 0 });
    expect(await exceptions()).toMatchObject([
      { kind: 'amount_differs', day },
      { kind: 'batch_differs', day },
    ]);
    expect(await settlementOf(link.invoiceNo)).toMatchObject({ id: settlementId });
    // Its own day finds it no longer, the later one says nothing of it.
    expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed' });
    expect(await exceptions()).toMatchObject([
      { kind: 'amount_differs', day },
      { kind: 'batch_differs', day },
    ]);
    await reconcile(admin, test, day);
    expect(await exceptions()).toEqual([]);
  });

  it('one that is still open stays an exception', async () => {
    const link = await paidUnseen();
    await settleToday(test);
    await withoutStatus(() => reconcile(admin, test));
    const before = await query('SELECT id, day, created_at, evidence FROM settlement_exceptions');
    await withoutStatus(async () => {
      expect(await runOfLaterDay()).toMatchObject({ status: 'completed', exceptions: 0 });
    });
    expect(await query('SELECT id, day, created_at, evidence FROM settlement_exceptions')).toEqual(before);
    expect(await settlementOf(link.invoiceNo)).toEqual({ id: null, day: null });
  });

  it('one that a file told without our number is settled', async () => {
    const link = await paidUnseen();
    const payout = await settleToday(test);
    await uploadFile(admin, day, fileOf(payout));
    expect(await exceptions()).toMatchObject([{ kind: 'unknown', day }]);
    await poll();
    await runOfLaterDay();
    expect(await exceptions()).toEqual([]);
    expect(await settlementOf(link.invoiceNo)).toEqual({ id: payout.settlementId, day });
  });

  it('one that the bank tells under a number of its own is settled', async () => {
    await test.bank.control({ op: 'configure', ownMerchantTxnNo: true });
    const link = await createLink(seller);
    const comesBackLater = await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-nb');
    await test.bank.control({ op: 'configure', ownMerchantTxnNo: false });
    const { settlementId } = await settleToday(test);
    await reconcile(admin, test);
    expect(await exceptions()).toMatchObject([{ kind: 'unknown', day }]);
    await comeBack(test.client(), comesBackLater);
    await poll();
    expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    await runOfLaterDay();
    expect(await exceptions()).toEqual([]);
    expect(await settlementOf(link.invoiceNo)).toEqual({ id: settlementId, day });
  });

  it('a run that is incomplete closes none of them', async () => {
    await paidUnseen();
    await settleToday(test);
    await withoutStatus(() => reconcile(admin, test));
    await poll();
    await test.bank.fault('settlement-list', 'http-502-html');
    expect(await runOfLaterDay()).toMatchObject({ status: 'incomplete' });
    expect(await exceptions()).toMatchObject([{ kind: 'not_completed', day }]);
  });

  describe('with a refund', () => {
    const deducted = async () => {
      const { paymentId, invoiceNo } = await sellAndPay(test, seller);
      expect((await refund(admin, paymentId, 1000)).status).toBe(200);
      await test.bank.control({ op: 'settle-refunds' });
      const payout = await settleToday(test);
      await reconcile(admin, test);
      return { paymentId, invoiceNo, payout };
    };

    it('a deduction whose refund was completed after the run agrees', async () => {
      await deducted();
      expect(await exceptions()).toMatchObject([{ kind: 'refund_differs', day }]);
      await poll();
      await runOfLaterDay();
      expect(await exceptions()).toEqual([]);
    });

    it('one whose refund was rejected says that', async () => {
      await deducted();
      await query("UPDATE refunds SET status = 'rejected', next_check_at = NULL WHERE status = 'processing'");
      await runOfLaterDay();
      expect(await exceptions()).toMatchObject([
        { kind: 'refund_differs', day, evidence: expect.stringContaining('had rejected the refund before') },
      ]);
      await query("UPDATE refunds SET status = 'processing', next_check_at = created_at WHERE status = 'rejected'");
      await poll();
      await runOfLaterDay();
      expect(await exceptions()).toEqual([]);
    });

    it.each(['order', 'outside', "under the sale's own number"])(
      "one that nothing here was about agrees once a refund has the bank's number: %s",
      async (made) => {
        const { payout } = await deducted();
        await poll();
        const [{ id, ...row }] = await query('SELECT * FROM refunds ORDER BY id DESC LIMIT 1');
        const set = (changes: Record<string, unknown>) =>
          query(
            `UPDATE refunds SET ${Object.keys(changes)
              .map((name) => `${name} = ?`)
              .join(', ')} WHERE id = ?`,
            [...Object.values(changes), id],
          );
        await set({ bank_txn_id: null, bank_reference: 'RFOTHER', origin: made === 'outside' ? made : 'order' });
        await reconcile(admin, test);
        expect(await exceptions()).toMatchObject([
          { kind: 'refund_differs', evidence: expect.stringContaining('No refund here') },
        ]);
        test.clock.advance(MINUTE);
        const [bankTxnId, saleTxnId] = ['REFUND', 'SALE'].map(
          (kind) => payout.lines.find((line) => line.kind === kind)?.txnId,
        );
        if (made.startsWith('under')) {
          await query("UPDATE settlement_lines SET merchant_txn_no = ? WHERE kind = 'refund'", [saleTxnId]);
          await query("UPDATE settlement_exceptions SET reference = ? WHERE kind = 'refund_differs'", [saleTxnId]);
        }
        await set({ bank_txn_id: bankTxnId, settled_at: sqlInstant(test.clock.now()) });
        await runOfLaterDay();
        expect(await exceptions()).toEqual([]);
        const { bank_txn_id, bank_reference, origin, settled_at } = row;
        await set({ bank_txn_id, bank_reference, origin, settled_at });
      },
    );
  });
});
