import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client, Reply } from '../support/client.js';
import { expectLawsHold, expectOneReceiptEach, expectSameBooks } from '../support/invariants.js';
import { eventually, ProductSite } from '../support/product-process.js';
import { comeBack, createLink, linkBody, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES } from '../support/test-app.js';

const UNSETTLED = "payment_attempts WHERE status IN ('creating', 'unknown')";

describe('kill -9', () => {
  let site: ProductSite;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    site = await ProductSite.make();
    await site.start();
    seller = await site.client().signIn(SALES.email, SALES.password);
    customer = site.client();
  });
  beforeEach(() => site.bank.clearFaults());
  afterAll(() => site.close());
  afterEach(async () => {
    await eventually('every mail is sent', async () => (await site.count("mail_outbox WHERE status = 'queued'")) === 0);
    await expectLawsHold(site.dataSource);
    await expectSameBooks(site.dataSource, site.bank);
    await expectOneReceiptEach(site.dataSource);
    const receipts = await site.count("mail_outbox WHERE status = 'sent'");
    const outbox = join(site.folder, 'outbox');
    expect(existsSync(outbox) ? readdirSync(outbox) : []).toHaveLength(receipts);
  });

  /** Kills, lets the leases of the dead run out, starts again. */
  const dieAndRise = async () => {
    await site.kill();
    await site.bank.clearFaults();
    await site.letTimePass();
    await site.start();
  };
  const completed = (paymentId: string) =>
    eventually('the poll job completes it', async () => (await statusOf(customer, paymentId)) === 'completed');
  const completedOnce = async (paymentId: string) => {
    const of = `JOIN payments p ON p.id = x.payment_id WHERE p.public_id = ?`;
    expect(await site.count(`tokens x ${of}`, [paymentId])).toBe(1);
    expect(await site.count(`payment_attempts x ${of} AND x.status = 'captured'`, [paymentId])).toBe(1);
    expect(await site.count(`payment_events x ${of} AND x.type = 'status.completed'`, [paymentId])).toBe(1);
  };
  /** Bank pages on which this payment's money was taken. */
  const charges = async (paymentId: string) => {
    const rows = (await site.dataSource.query(
      'SELECT a.invoice_no AS invoice FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ?',
      [paymentId],
    )) as { invoice: string }[];
    const { invoices } = await site.bank.list();
    const own = invoices.filter(({ invoiceNo }: { invoiceNo: string }) =>
      rows.some(({ invoice }) => invoice === invoiceNo),
    );
    return own.flatMap(({ transactions }: { transactions: unknown[] }) => transactions).length;
  };
  const bankHas = async () => ((await site.bank.list()).invoices as unknown[]).length;

  it('while invoices are asked for, before and after the bank has made them: each link exists and is paid once', async () => {
    const before = await site.count('payments');
    const answers: Promise<unknown>[] = [];
    for (const [kind, more] of [
      ['hang', { ms: 30_000 }],
      ['hang', { ms: 30_000, commit: true }],
      // It has made it, and hung up.
      ['reset-after-commit', {}],
    ] as const) {
      const [links, invoices] = [await site.count('payments'), await bankHas()];
      await site.bank.fault('create', kind, more);
      answers.push(seller.post('/api/payments/create-link', linkBody('gold')).catch(() => null));
      await eventually('the intent is committed', async () => (await site.count('payments')) > links);
      if (kind !== 'hang' || 'commit' in more)
        await eventually('the bank has it', async () => (await bankHas()) > invoices);
      else await pause(100);
    }
    await dieAndRise();
    await Promise.all(answers);
    await eventually('no attempt hangs', async () => (await site.count(UNSETTLED)) === 0);
    expect(await site.count('payments')).toBe(before + 3);
    const newest = 'SELECT public_id AS link FROM payments ORDER BY payments.id DESC LIMIT 3';
    for (const { link } of (await site.dataSource.query(newest)) as { link: string }[]) {
      const fields = await site.bank.press(await pressPay(customer, link), 'pay-nb');
      await verify(customer, await comeBack(customer, fields));
      await completed(link);
      await completedOnce(link);
      expect(await charges(link)).toBe(1);
    }
  });

  it('while the bank is asked whether it was paid, and right after a return: the poll job completes both', async () => {
    const returned = await createLink(seller, 'platinum');
    const ofReturned = await site.bank.press(await pressPay(customer, returned.paymentId), 'pay-card');
    const link = await createLink(seller, 'silver');
    const fields = await site.bank.press(await pressPay(customer, link.paymentId), 'pay-upi');
    await site.bank.fault('status', 'hang', { ms: 30_000, times: 0 });
    const event = await comeBack(customer, fields);
    const asked = verify(customer, event).catch(() => null);
    await eventually(
      'it is being asked',
      async () =>
        (await site.count('payment_attempts WHERE invoice_no = ? AND lease_owner IS NOT NULL', [link.invoiceNo])) === 1,
    );
    await comeBack(customer, ofReturned);
    await dieAndRise();
    await asked;
    for (const { paymentId } of [link, returned]) {
      await completed(paymentId);
      await completedOnce(paymentId);
    }
    expect((await verify(customer, event)).body.data.state).toBe('completed');
  });

  it('right after the first of many links was acknowledged: none is lost, none is made twice', async () => {
    const before = await site.count('payments');
    await site.bank.fault('create', 'hang', { ms: 300, times: 3 });
    const orders = Array.from({ length: 12 }, (_, at) => ({
      body: linkBody('gold'),
      key: { 'idempotency-key': `crash-${at}` },
    }));
    const send = () => orders.map(({ body, key }) => seller.post('/api/payments/create-link', body, key));
    const answers: (Reply | null)[] = [];
    const first = send().map(async (call, at) => (answers[at] = await call.catch(() => null)));
    await Promise.race(first);
    await dieAndRise();
    await Promise.all(first);
    const acknowledged = answers.filter((answer) => answer?.status === 201);
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const answer of acknowledged)
      expect(await site.count('payments WHERE public_id = ?', [answer?.body.data.paymentId])).toBe(1);
    const again = await Promise.all(send());
    expect(again.map(({ status }) => status)).toEqual(orders.map(() => 201));
    again.forEach(({ body }, at) => {
      if (answers[at]?.status === 201) expect(body.data.paymentId).toBe(answers[at]?.body.data.paymentId);
      expect(body.data.customer.email).toBe(orders[at]?.body.customerData.email);
    });
    expect(await site.count('payments')).toBe(before + orders.length);
  });
});
