import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { SettlementExceptions } from '../../src/modules/settlements/settlement-exceptions.repository.js';
import { SettlementRuns } from '../../src/modules/settlements/settlement-runs.repository.js';
import type { Client } from '../support/client.js';
import { DAY, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, sellAndPay, sellAndPayTwice, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reverse, sellAndReverse } from '../support/reviews.js';
import type { Link } from '../support/sales.js';
import { forgetSettlements, openExceptions, reconcile, settleToday, uploadFile } from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/**
 * What a run expects of a payout (docs/product.md#reconciliation):
 *
 * | capture | money that went back | not in a payout two bank days later |
 * | --- | --- | --- |
 * | reversed by the bank, confirmed | refund `reversal` | nothing is missing |
 * | reversed by the bank, undecided | none | `not_settled`, until the reversal is confirmed |
 * | partly refunded, the rest reversed | refunds `order` and `reversal` | `refund_missing` of the ordered one alone |
 * | paid out, then reversed | refund `reversal` | nothing is missing |
 * | second charge, given back by hand | refund `outside` | `not_settled` of both captures, no `refund_missing` |
 * | partly refunded | refund `order` | `not_settled` and `refund_missing` |
 *
 * A line that comes all the same is matched: of a reversed capture, and of a refund by hand under the bank's number.
 */
describe('what was given back without an order to the bank', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  const query = (sql: string) => test.get(DataSource).query(sql);
  const today = () => istDayOf(test.clock.now());
  const signIn = async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  };
  const confirm = async ({ paymentId }: Link, amount = 100) => {
    await signIn();
    const { reviewId } = await oneReview(test, paymentId);
    expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: amount })).status).toBe(200);
  };
  const days = async (count: number) => {
    test.clock.advance(count * DAY);
    await signIn();
  };
  const run = async () => {
    const { body } = await reconcile(admin, test);
    expect(body.data).toMatchObject({ status: 'completed' });
    return body.data;
  };
  const open = async () => (await openExceptions(test)).map(({ kind, reference }) => `${kind} ${reference}`);
  const referenceOf = async (origin: string) =>
    (await query(`SELECT bank_reference AS ref FROM refunds WHERE origin = '${origin}' ORDER BY id DESC LIMIT 1`))[0]
      .ref as string;
  const refundPart = async ({ paymentId }: Link) => {
    expect((await refund(seller, paymentId, 40)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await signIn();
  };

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    await forgetSettlements(test);
    await signIn();
    // What earlier tests have sold is expected no more.
    await query("UPDATE payment_attempts SET settlement_id = 'earlier' WHERE settlement_id IS NULL");
    await days(10);
    await run();
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  it('a reversal before the payout: neither the sale nor a deduction is expected', async () => {
    const sold = await sellAndReverse(test, seller);
    await confirm(sold);
    await days(5);
    await run();
    expect(await open()).toEqual([]);
  });

  it('a reversal after the payout: no deduction is expected', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    await settleToday(test);
    expect(await run()).toMatchObject({ matched: 1, exceptions: 0 });
    await reverse(test, sold);
    await confirm(sold);
    await days(5);
    await run();
    expect(await open()).toEqual([]);
  });

  it('a reversed sale that is paid out all the same is matched', async () => {
    const sold = await sellAndReverse(test, seller);
    await confirm(sold);
    const [{ txn }] = await query(
      `SELECT bank_txn_id AS txn FROM payment_attempts WHERE invoice_no = '${sold.invoiceNo}'`,
    );
    const text = `settlementID,settlementDate,txnID,txnAmount,settledAmount\nS1,${today()},${txn},100,100\n`;
    expect((await uploadFile(admin, today(), text)).body.data).toMatchObject({ lines: 1, matched: 1, exceptions: 0 });
    expect((await admin.get(`/api/settlements/payments/${sold.paymentId}`)).body.data.settlements).toMatchObject([
      { settlementId: 'S1', settledAmount: 100 },
    ]);
  });

  it('an undecided reversal is shown as not settled, until it is confirmed', async () => {
    const sold = await sellAndReverse(test, seller);
    await days(5);
    await run();
    expect(await open()).toEqual([`not_settled ${sold.invoiceNo}`]);
    await confirm(sold);
    await run();
    expect(await open()).toEqual([]);
  });

  it('a part that was refunded by order stays expected when the rest is reversed', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    await refundPart(sold);
    await reverse(test, sold);
    await confirm(sold, 60);
    await days(5);
    await run();
    expect(await open()).toEqual([`refund_missing ${await referenceOf('order')}`]);
    // The next payout is large enough to deduct it.
    await sellAndPay(test, seller, 'silver');
    await settleToday(test);
    expect(await run()).toMatchObject({ lines: 2, matched: 2 });
    expect(await open()).toEqual([]);
  });

  it('an ordered refund and its sale are expected', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    await refundPart(sold);
    await days(5);
    await run();
    const wanted = [`not_settled ${sold.invoiceNo}`, `refund_missing ${await referenceOf('order')}`];
    expect(await open()).toEqual(wanted);
    await run();
    expect(await open()).toEqual(wanted);
  });

  it('a charge given back by hand: the sales are expected, a deduction is not, and is matched where it comes', async () => {
    const sold = await sellAndPayTwice(test, seller, 'silver');
    await signIn();
    const { reviewId } = await oneReview(test, sold.paymentId);
    const given = { confirmedAmount: 100, bankReference: 'IMPS99' };
    expect((await decide(admin, reviewId, 'settled_outside', given)).status).toBe(200);
    await days(5);
    await run();
    expect((await open()).map((one) => one.split(' ')[0])).toEqual(['not_settled', 'not_settled']);
    await settleToday(test);
    expect(await run()).toMatchObject({ lines: 2, matched: 2 });
    expect(await open()).toEqual([]);
    const text = `settlementID,settlementDate,txnID,transactionType,txnAmount,settledAmount\nS2,${today()},IMPS99,REFUND,100,-100\n`;
    expect((await uploadFile(admin, today(), text)).body.data).toMatchObject({ lines: 3, matched: 3, exceptions: 0 });
  });

  it.each(['reversal', 'outside'])(
    'a missing refund `%s` that an earlier release reported is closed by the next complete run',
    async (origin) => {
      if (origin === 'reversal') await confirm(await sellAndReverse(test, seller));
      else {
        const sold = await sellAndPayTwice(test, seller, 'silver');
        await signIn();
        const { reviewId } = await oneReview(test, sold.paymentId);
        const given = { confirmedAmount: 100, bankReference: `IMPS${Date.now()}` };
        expect((await decide(admin, reviewId, 'settled_outside', given)).status).toBe(200);
        await settleToday(test);
      }
      const reference = await referenceOf(origin);
      const runs = test.get(SettlementRuns);
      const before = await runs.open({ day: today(), source: 'bank', fileName: null, fileHash: null });
      const finding = { paymentId: null, reference, expected: 100_00, found: null, evidence: 'In no settlement.' };
      await test.get(SettlementExceptions).add(before, [{ ...finding, kind: 'refund_missing', subject: reference }]);
      await runs.finish(before, null, null);
      await days(1);
      await test.bank.fault('settlement-list', 'http-502-html');
      expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'incomplete' });
      expect(await open()).toEqual([`refund_missing ${reference}`]);
      await run();
      expect(await open()).toEqual([]);
    },
  );
});
