import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, sellAndPay, sellAndPayTwice, switchRefunds } from '../support/refunds.js';
import { createLink, pressPay, statusOf } from '../support/sales.js';
import {
  booksText,
  forgetSettlements,
  openExceptions,
  reconcile,
  settleToday,
  uploadFile,
} from '../support/settlements.js';
import { HOUR } from '../support/fake-clock.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const DAY = 24 * HOUR;

describe("reconciliation with the bank's settlements", () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    seller = await test.staff(SALES);
  });
  beforeEach(async () => {
    await forgetSettlements(test);
    admin = await test.staff(ADMIN);
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const today = () => istDayOf(test.clock.now());

  it('matches every line, stores the settlement beside the capture, and changes nothing the second time', async () => {
    const links = [await sellAndPay(test, seller), await sellAndPay(test, seller, 'silver')];
    const payout = await settleToday(test);
    const { status, body } = await reconcile(admin, test);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'completed',
      source: 'bank',
      payouts: 1,
      lines: 2,
      newLines: 2,
      matched: 2,
      exceptions: 0,
      matchedAmount: 51_100,
      lineAmount: 51_100,
      charges: 459.9,
      tax: 82.78,
      startedBy: 'Anita Desai',
    });
    expect(body.data.settledAmount).toBe(payout.lines.reduce((sum, line) => sum + line.settledPaise, 0) / 100);
    const details = await admin.get(`/api/settlements/payments/${links[0]?.paymentId}`);
    expect(details.body.data.settlements).toEqual([
      {
        invoiceNo: links[0]?.invoiceNo,
        settlementId: payout.settlementId,
        utr: payout.utr,
        settledDate: today(),
        settledAmount: 50_458.38,
      },
    ]);
    const before = await booksText(test);
    const again = await reconcile(admin, test);
    expect(again.body.data).toMatchObject({ status: 'completed', lines: 2, newLines: 0, matched: 2, exceptions: 0 });
    expect(await booksText(test)).toBe(before);
    const audits = await test
      .get(DataSource)
      .query("SELECT action FROM audit_log WHERE subject_type = 'settlement' ORDER BY id DESC LIMIT 2");
    expect(audits).toEqual([{ action: 'settlement.completed' }, { action: 'settlement.completed' }]);
  });

  it('reads as many pages as there are', async () => {
    for (let sale = 0; sale < 5; sale += 1) await sellAndPay(test, seller, 'silver');
    await test.bank.control({ op: 'configure', settlementPageSize: 2 });
    await settleToday(test);
    expect((await reconcile(admin, test)).body.data).toMatchObject({ lines: 5, matched: 5, exceptions: 0 });
    const calls = await test
      .get(DataSource)
      .query(
        "SELECT kind, COUNT(*) AS n FROM gateway_calls WHERE kind LIKE 'settlement-%' GROUP BY kind ORDER BY kind",
      );
    expect(calls.map((row: { kind: string; n: unknown }) => [row.kind, Number(row.n)])).toEqual([
      ['settlement-list', 1],
      ['settlement-page', 3],
    ]);
    const [call] = await test
      .get(DataSource)
      .query("SELECT response FROM gateway_calls WHERE kind = 'settlement-list'");
    expect(call.response).not.toContain('000405001234');
  });

  it('reads on after a page of lines that are not settled yet', async () => {
    for (let sale = 0; sale < 5; sale += 1) await sellAndPay(test, seller, 'silver');
    await test.bank.control({ op: 'configure', settlementPageSize: 2 });
    await settleToday(test);
    await test.bank.fault('settlement', 'unsettled-page', { times: 0 });
    const { body } = await reconcile(admin, test);
    await test.bank.clearFaults();
    expect(body.data).toMatchObject({ status: 'completed', lines: 5, matched: 5, exceptions: 0 });
    const [pages] = await test
      .get(DataSource)
      .query("SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'settlement-page'");
    expect(Number(pages.n)).toBe(4);
  });

  it('a payment that the bank has settled and that is open here is completed by the bank answer alone', async () => {
    const link = await createLink(seller);
    await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-close-tab');
    await settleToday(test);
    await test.bank.fault('status', 'http-500', { times: 0 });
    const silent = await reconcile(admin, test);
    expect(silent.body.data).toMatchObject({ status: 'completed', matched: 0, exceptions: 1, recovered: 0 });
    expect(await statusOf(test.client(), link.paymentId)).toBe('initiated');
    expect(await openExceptions(test)).toMatchObject([{ kind: 'not_completed', reference: link.invoiceNo }]);
    await test.bank.clearFaults();
    const answered = await reconcile(admin, test);
    expect(answered.body.data).toMatchObject({ matched: 1, exceptions: 0, recovered: 1 });
    expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    expect(await openExceptions(test)).toEqual([]);
  });

  it('a second charge that the settlement names is found, and is no open payment that was completed', async () => {
    const link = await createLink(seller);
    const first = await pressPay(test.client(), link.paymentId);
    await test.bank.press(first, 'decline');
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-close-tab');
    test.clock.advance(5000);
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    await test.bank.press(first, 'pay-close-tab');
    await settleToday(test);
    expect((await reconcile(admin, test)).body.data).toMatchObject({ matched: 2, exceptions: 0, recovered: 0 });
    const { body } = await seller.get(`/api/payments/${link.paymentId}/refunds`);
    expect(body.data.duplicateCharges).toHaveLength(1);
  });

  it('a forged settlement completes nothing', async () => {
    const link = await createLink(seller);
    await pressPay(test.client(), link.paymentId);
    const file = `settlementID,settlementDate,merchantTxnNo,txnID,txnAmount,settledAmount\nS1,${today()},${link.invoiceNo},99,51000,51000\n`;
    const { body } = await uploadFile(admin, today(), file);
    expect(body.data).toMatchObject({
      source: 'file',
      fileName: 'report.csv',
      matched: 0,
      exceptions: 1,
      recovered: 0,
    });
    expect(await statusOf(test.client(), link.paymentId)).toBe('initiated');
    expect(await openExceptions(test)).toMatchObject([{ kind: 'not_completed' }]);
  });

  it.each([
    ['wrong-amount', ['amount_differs', 'batch_differs']],
    ['missing-line', ['batch_differs']],
    ['foreign-line', ['batch_differs', 'unknown']],
    ['duplicate-line', ['batch_differs', 'duplicate']],
  ])('%s becomes exceptions, once, and is resolved by a right report', async (fault, kinds) => {
    await sellAndPay(test, seller);
    await sellAndPay(test, seller, 'silver');
    await settleToday(test);
    await test.bank.fault('settlement', fault, { times: 2 });
    expect((await reconcile(admin, test)).body.data.exceptions).toBe(kinds.length);
    const found = await openExceptions(test);
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    await reconcile(admin, test);
    expect(await openExceptions(test)).toEqual(found);
    const page = await admin.get('/api/settlements/exceptions.csv');
    expect(page.headers.get('content-type')).toContain('text/csv');
    const [head, ...lines] = page.text.trim().split('\r\n');
    expect(head).toBe('Day,Exception,Reference,Payment ID,Customer,Expected (INR),Found (INR),Evidence,What to do');
    expect(lines).toHaveLength(kinds.length);
    for (const line of lines) expect(line).toMatch(/,(\d+\.\d\d)?,\d+\.\d\d,/);
    await test.bank.clearFaults();
    const right = await reconcile(admin, test);
    const lasting = fault === 'foreign-line' || fault === 'duplicate-line';
    // A line that the bank has once told stays in the books until a person has asked about it.
    expect(right.body.data.exceptions).toBe(lasting ? kinds.length : 0);
  });

  it('refunds are deducted, and differences with them are shown', async () => {
    await switchRefunds(test, true);
    const paid = await sellAndPay(test, seller);
    await refund(admin, paid.paymentId, 1000);
    await test.bank.control({ op: 'settle-refunds' });
    await settleToday(test);
    const early = await reconcile(admin, test);
    expect(early.body.data).toMatchObject({ lines: 2, matched: 1, exceptions: 1, lineAmount: 50_000 });
    expect(await openExceptions(test)).toMatchObject([{ kind: 'refund_differs' }]);
    test.clock.advance(60_000);
    await test.poll();
    const settled = await reconcile(admin, test);
    expect(settled.body.data).toMatchObject({ matched: 2, matchedAmount: 50_000, exceptions: 0 });
  });

  it('both captures of a payment that was paid twice are matched', async () => {
    await sellAndPayTwice(test, seller);
    await settleToday(test);
    expect((await reconcile(admin, test)).body.data).toMatchObject({ lines: 2, matched: 2, exceptions: 0 });
  });

  it.each([
    ['the list', 'settlement-list', 'http-502-html'],
    ['the list', 'settlement-list', 'reset-before'],
    ['the lines', 'settlement', 'http-403-html'],
    ['the lines', 'settlement', 'truncated'],
    ['the lines', 'settlement', 'empty'],
  ])('%s cannot be read (%s, %s): the run is incomplete and can be repeated', async (_what, on, kind) => {
    await sellAndPay(test, seller);
    await settleToday(test);
    await test.bank.fault(on, kind);
    const failed = await reconcile(admin, test);
    expect(failed.status).toBe(200);
    expect(failed.body.data).toMatchObject({ status: 'incomplete', lines: 0, exceptions: 0 });
    expect(failed.body.data.problem).toMatch(/no usable answer/);
    expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed', matched: 1, exceptions: 0 });
  });

  it('two runs at the same time: one works, the other is told so', async () => {
    for (let sale = 0; sale < 3; sale += 1) await sellAndPay(test, seller, 'silver');
    await settleToday(test);
    const replies = await Promise.all(Array.from({ length: 4 }, () => reconcile(admin, test)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const [count] = await test.get(DataSource).query('SELECT COUNT(*) AS n FROM settlement_lines');
    expect(Number(count.n)).toBe(3);
  });

  it('a file is all or nothing, and says which line', async () => {
    const bad = await uploadFile(admin, today(), 'settlementID,settlementDate\n');
    expect(bad.status).toBe(422);
    expect(bad.body).toMatchObject({ error: 'SETTLEMENT_FILE_INVALID', details: { 'line 1': expect.any(String) } });
    expect((await uploadFile(admin, today(), 'x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await uploadFile(admin, today(), '{}', 'application/json')).status).toBe(415);
    const [count] = await test.get(DataSource).query('SELECT COUNT(*) AS n FROM settlement_runs');
    expect(Number(count.n)).toBe(0);
  });

  it('a day is a day that has come', async () => {
    for (const day of [addDays(today(), 1), '2026-02-30', 'today', ''])
      expect((await admin.post('/api/settlements/runs', { day })).status).toBe(422);
    expect((await admin.post('/api/settlements/runs', { day: 5 })).status).toBe(400);
  });

  it('is for admins', async () => {
    const paid = await sellAndPay(test, seller, 'silver');
    for (const path of [
      '/api/settlements/exceptions.csv',
      '/api/settlements/sample.csv',
      `/api/settlements/payments/${paid.paymentId}`,
    ]) {
      expect((await seller.get(path)).status).toBe(403);
      expect((await test.client().get(path)).status).toBe(401);
    }
    expect((await reconcile(seller, test)).status).toBe(403);
    expect((await uploadFile(seller, today(), 'x')).status).toBe(403);
    expect((await reconcile(test.client(), test)).status).toBe(401);
    expect((await admin.get('/api/settlements/sample.csv')).text).toContain('settlementID,');
  });

  it('what is in no settlement two bank days later is shown, with what the bank says, until it is settled', async () => {
    expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed', lines: 0, payouts: 0 });
    await test
      .get(DataSource)
      .query("UPDATE payment_attempts SET settlement_id = 'earlier' WHERE settlement_id IS NULL");
    const paid = await sellAndPay(test, seller);
    test.clock.advance(5 * DAY);
    admin = await test.staff(ADMIN);
    const late = await reconcile(admin, test);
    expect(late.body.data).toMatchObject({ status: 'completed' });
    const unsettled = async () => (await openExceptions(test)).filter(({ kind }) => kind === 'not_settled');
    expect(await unsettled()).toMatchObject([
      {
        kind: 'not_settled',
        reference: paid.invoiceNo,
        evidence: expect.stringContaining('The bank says: not settled.'),
      },
    ]);
    await settleToday(test);
    expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed', matched: 1 });
    expect(await unsettled()).toEqual([]);
  });
});
