import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FindData } from '../../src/contracts/finding.js';
import type { Client } from '../support/client.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink, type Link } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

describe('the finder', () => {
  let test: TestApp;
  let admin: Client;
  let priya: Client;
  let rahul: Client;
  let gold: Link;

  beforeAll(async () => {
    test = await TestApp.start();
    [admin, priya, rahul] = [await test.as(ADMIN), await test.as(SALES), await test.as(OTHER_SALES)];
    gold = await sellAndPay(test, priya);
  });
  afterAll(() => test.close());

  const find = async (client: Client, search: string): Promise<FindData> => {
    const { status, body, text } = await client.get(`/api/find?search=${encodeURIComponent(search)}`);
    if (status !== 200) throw new Error(`${search} answered ${status}: ${text}`);
    return body.data as FindData;
  };
  const nothing = { payments: [], customers: [], hasMore: false };

  it('finds a payment by its token, its id, its invoice, its customer; a seller own ones alone', async () => {
    const { name, email } = gold.data.customer as { name: string; email: string };
    for (const text of ['GO-000001', 'go-000001', gold.paymentId, gold.invoiceNo, email, name]) {
      for (const client of [admin, priya]) {
        const { payments, customers } = await find(client, text);
        expect(payments[0]).toEqual({
          paymentId: gold.paymentId,
          customerName: name,
          tokenType: 'gold',
          tokenNumber: 'GO-000001',
          tokenVoid: false,
          amount: 51000,
          pendingRefundAmount: 0,
          status: 'completed',
          statusLabel: 'Payment Completed',
        });
        expect(customers[0]).toEqual({ name, email });
      }
      expect((await find(rahul, text)).payments.map(({ paymentId }) => paymentId)).not.toContain(gold.paymentId);
    }
    expect(await find(rahul, 'GO-000001')).toEqual(nothing);
  });

  it('answers with the newest few, each customer once, and says that there are more', async () => {
    const customerData = { name: 'Ottilie Ganz', email: 'ottilie@example.com' };
    const made = [];
    for (let at = 0; at < 8; at += 1) made.push((await createLink(rahul, 'silver', { customerData })).paymentId);
    const found = await find(rahul, 'ottilie');
    expect(found.payments.map(({ paymentId }) => paymentId)).toEqual(made.reverse().slice(0, 6));
    expect(found).toMatchObject({ customers: [customerData], hasMore: true });
  });

  it('tells the money that is on its way back', async () => {
    await switchRefunds(test, true);
    const { paymentId } = await sellAndPay(test, priya);
    expect((await refund(priya, paymentId, 1000.5)).status).toBe(200);
    const shown = { paymentId, status: 'completed', pendingRefundAmount: 1000.5 };
    for (const client of [admin, priya]) expect((await find(client, paymentId)).payments).toMatchObject([shown]);
  });

  it.each(['', ' ', 'a', '%', '\0\0', "' OR 1=1 --"])('%j finds nothing', async (text) => {
    expect(await find(admin, text)).toEqual(nothing);
  });

  it('is bounded: sixty a minute', async () => {
    const statuses = [];
    for (let time = 0; time < 61; time += 1) statuses.push((await priya.get('/api/find?search=x')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
