import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { comeBack, createLink, linkBody, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('many at once', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;
  const count = async (sql: string, parameters: unknown[] = []) => {
    const [row] = (await test.get(DataSource).query(sql, parameters)) as { n: number | string }[];
    return Number(row?.n);
  };

  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  it('return, verification, advice, staff check and poll together: one transition, one token', async () => {
    const link = await createLink(seller, 'gold');
    const page = await pressPay(customer, link.paymentId);
    const fields = await test.bank.press(page, 'pay-nb');
    const before = await count('SELECT COUNT(*) AS n FROM tokens');
    const event = await comeBack(customer, fields);
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => customer.postForm('/payment/verify', fields ?? {})),
      ...Array.from({ length: 10 }, () => customer.postForm('/api/gateway/callback', fields ?? {})),
      ...Array.from({ length: 5 }, () => verify(customer, event)),
      ...Array.from({ length: 5 }, () => seller.post(`/api/payments/check-status/${link.paymentId}`)),
      test.poll().then(() => ({ status: 200 })),
    ]);
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
    await test.settle();
    await verify(customer, event);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    expect((await count('SELECT COUNT(*) AS n FROM tokens')) - before).toBe(1);
    expect(
      await count(
        "SELECT COUNT(*) AS n FROM payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.public_id = ? AND e.type = 'status.completed'",
        [link.paymentId],
      ),
    ).toBe(1);
    // The bank was asked a few times, not once for each of the forty messages.
    expect(
      await count("SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'status' AND reference = ?", [link.invoiceNo]),
    ).toBeLessThanOrEqual(8);
  });

  it('the same return again and again is one row, and always answered the same way', async () => {
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    const events = await Promise.all(Array.from({ length: 10 }, () => comeBack(customer, fields)));
    expect(new Set(events).size).toBe(1);
    expect((await verify(customer, events[0] ?? '')).body.success).toBe(true);
  });

  it('fifteen presses of pay make one invoice', async () => {
    await test.bank.fault('create', 'http-500');
    const link = await createLink(seller, 'silver');
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => customer.post(`/api/payments/${link.paymentId}/initiate`)),
    );
    expect(answers.filter(({ status }) => ![200, 503].includes(status)).map(({ text }) => text)).toEqual([]);
    const pages = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.paymentUrl));
    expect(pages.size).toBe(1);
    const { invoices } = await test.bank.list();
    const own = invoices.filter((invoice: { token: string }) =>
      [...pages].some((page) => page.endsWith(invoice.token)),
    );
    expect(own).toHaveLength(1);
  });

  it('one Idempotency-Key makes one link, however often it is sent', async () => {
    const before = await count('SELECT COUNT(*) AS n FROM payments');
    const body = linkBody('gold');
    const key = { 'idempotency-key': 'form-1' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => seller.post('/api/payments/create-link', body, key)),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const again = await seller.post('/api/payments/create-link', body, key);
    expect(again.status).toBe(201);
    const made = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.data.paymentId));
    expect([...made]).toEqual([again.body.data.paymentId]);
    expect((await count('SELECT COUNT(*) AS n FROM payments')) - before).toBe(1);
    const other = await seller.post('/api/payments/create-link', linkBody('gold'), key);
    expect([other.status, other.body.error]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });

  it('two tabs: paid in one, the other is told so and cannot pay again', async () => {
    const link = await createLink(seller, 'gold');
    const page = await pressPay(customer, link.paymentId);
    await test.bank.press(page, 'pay-close-tab');
    const second = await customer.post(`/api/payments/${link.paymentId}/initiate`);
    expect([second.status, second.body.error]).toEqual([409, 'ALREADY_PAID']);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
  });

  it('a press whose answer was lost, repeated under its key: what holds now, not what held then', async () => {
    const link = await createLink(seller, 'silver');
    const key = { 'idempotency-key': 'press-1' };
    const press = () => customer.post(`/api/payments/${link.paymentId}/initiate`, {}, key);
    const first = await press();
    expect(await press()).toMatchObject({ status: 200, body: first.body });
    await test.bank.press(first.body.data.paymentUrl, 'pay-close-tab');
    test.clock.advance(5000);
    const again = await press();
    expect([again.status, again.body.error]).toEqual([409, 'ALREADY_PAID']);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
  });

  it('money on two attempts: one token, the other is an excess capture for staff to give back', async () => {
    const link = await createLink(seller, 'gold');
    const first = await pressPay(customer, link.paymentId);
    await test.bank.press(first, 'decline');
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    const second = await pressPay(customer, link.paymentId);
    expect(second).not.toBe(first);
    await test.bank.press(second, 'pay-close-tab');
    const late = await test.bank.press(first, 'pay-nb');
    test.clock.advance(3000);
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    await comeBack(customer, late);
    await test.settle();
    const sql =
      "SELECT COUNT(*) AS n FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ? AND a.status = 'captured' AND a.excess = ?";
    expect(await count(sql, [link.paymentId, 0])).toBe(1);
    expect(await count(sql, [link.paymentId, 1])).toBe(1);
    const { body } = await seller.get('/api/sales-manager/dashboard?limit=50');
    const row = body.data.allCustomers.find((each: { paymentId: string }) => each.paymentId === link.paymentId);
    expect(row).toMatchObject({ status: 'completed', needsReview: true });
  });

  it('parallel completions number the tokens without gap or repetition', async () => {
    const links = await Promise.all(Array.from({ length: 12 }, () => createLink(seller, 'platinum')));
    for (const link of links) await test.bank.press(await pressPay(customer, link.paymentId), 'pay-close-tab');
    test.clock.advance(HOUR);
    await test.poll();
    const numbers = await Promise.all(
      links.map(async ({ paymentId }) => (await customer.get(`/api/payments/${paymentId}`)).body.data.tokenNumber),
    );
    expect(new Set(numbers).size).toBe(12);
    expect(numbers).toContain('PL-000001');
    expect(numbers).toContain('PL-000012');
  });

  it('the books agree', async () => {
    test.clock.advance(HOUR);
    await test.poll();
    await expectBooksAgree(test);
  });
});
