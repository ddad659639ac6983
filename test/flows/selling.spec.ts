import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { comeBack, createLink, linkBody, pressPay, statusOf, verify } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

describe('selling a token', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const sell = async (outcome: string, tier: 'gold' | 'silver' | 'platinum' = 'gold') => {
    const link = await createLink(seller, tier);
    const page = await pressPay(customer, link.paymentId);
    return { ...link, page, fields: await test.bank.press(page, outcome) };
  };

  it('to a customer whose name is longer in lower case', async () => {
    const [one, other] = ['a', 'b'].map((end) => `${'İ'.repeat(119)}${end}`);
    const email = 'ipek@example.com';
    const sellTo = async (name: string | undefined) => {
      const { status, body } = await seller.post('/api/payments/create-link', {
        ...linkBody('silver', { duplicateReason: 'for a brother' }),
        customerData: { name, email },
      });
      expect(status).toBe(201);
      return body.data.paymentId as string;
    };
    const ids = [await sellTo(one), await sellTo(other), await sellTo(one)];
    const rows = (await test
      .get(DataSource)
      .query(
        `SELECT p.public_id AS id, c.id AS customer, c.name AS name FROM payments p JOIN customers c ON c.id = p.customer_id WHERE c.email = ?`,
        [email],
      )) as { id: string; customer: number; name: string }[];
    const sold = ids.map((id) => rows.find((row) => row.id === id));
    expect(sold.map((row) => row?.name)).toEqual([one, other, one]);
    expect(sold[2]?.customer).toBe(sold[0]?.customer);
  });

  it('link, bank, return, verification, token number, dashboard', async () => {
    const link = await createLink(seller, 'gold');
    expect(link.data).toMatchObject({
      amount: 51000,
      status: 'pending',
      hasRedirectionURL: true,
      iciciResponseCode: '0000',
      chargeAmount: '51000.00',
      currencyCode: '356',
      addlParam1: 'gold',
      warning: null,
    });
    expect(link.data.paymentUrl).toBe(`${test.settings.appUrl}/payment/${link.paymentId}`);
    const page = await pressPay(customer, link.paymentId);
    expect(await statusOf(customer, link.paymentId)).toBe('initiated');
    const event = await comeBack(customer, await test.bank.press(page, 'pay-nb'));
    const verified = await verify(customer, event);
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({
      success: true,
      message: 'Payment verified successfully!',
      data: { state: 'completed', paymentId: link.paymentId, tokenNumber: 'GO-000001' },
    });
    const { body } = await seller.get('/api/sales-manager/dashboard?search=GO-000001');
    expect(body.data.allCustomers).toHaveLength(1);
    expect(body.data.allCustomers[0]).toMatchObject({ status: 'completed', tokenNumber: 'GO-000001', amount: 51000 });
    expect(body.data.tokenCounts).toEqual({ gold: 1, silver: 0, platinum: 0 });
  });

  it('each tier counts for itself', async () => {
    for (const [tier, number] of [
      ['silver', 'SI-000001'],
      ['platinum', 'PL-000001'],
      ['gold', 'GO-000002'],
    ] as const) {
      const sold = await sell('pay-upi', tier);
      const { body } = await verify(customer, await comeBack(customer, sold.fields));
      expect(body.data.tokenNumber).toBe(number);
    }
  });

  it.each([
    ['decline', 'failed', 'Payment failed: Your bank declined the payment'],
    ['cancel', 'cancelled', 'Payment failed: You cancelled the payment'],
  ])('%s at the bank: said so, and the link can be paid again', async (outcome, status, message) => {
    const sold = await sell(outcome);
    const { status: code, body } = await verify(customer, await comeBack(customer, sold.fields));
    expect(code).toBe(400);
    expect(body).toMatchObject({ success: false, message });
    expect(await statusOf(customer, sold.paymentId)).toBe(status);
    const page = await pressPay(customer, sold.paymentId);
    expect(page).not.toBe(sold.page);
    const again = await verify(customer, await comeBack(customer, await test.bank.press(page, 'pay-card')));
    expect(again.body.data.state).toBe('completed');
  });

  it('declined, then paid on the same bank page: the customer sees the success, the payment completes late', async () => {
    const sold = await sell('decline');
    await verify(customer, await comeBack(customer, sold.fields));
    expect(await statusOf(customer, sold.paymentId)).toBe('failed');
    const second = await test.bank.press(sold.page, 'pay-nb');
    const { body } = await verify(customer, await comeBack(customer, second));
    expect(body.data.state).toBe('completed');
  });

  it('a bank with numbers of its own: asked for by the number that its return named', async () => {
    await test.bank.control({ op: 'configure', ownMerchantTxnNo: true });
    const sold = await sell('pay-nb');
    await test.bank.control({ op: 'configure', ownMerchantTxnNo: false });
    expect(sold.fields?.get('merchantTxnNo')).not.toBe(sold.invoiceNo);
    const { body } = await verify(customer, await comeBack(customer, sold.fields));
    expect(body.data.state).toBe('completed');
  });

  it('the tab is closed after paying: the poll job completes it', async () => {
    const sold = await sell('pay-close-tab');
    expect(sold.fields).toBeNull();
    expect(await statusOf(customer, sold.paymentId)).toBe('initiated');
    test.clock.advance(11_000);
    expect((await test.poll()).checked).toBeGreaterThanOrEqual(1);
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
  });

  it('pending at the bank, then paid: being confirmed first, never a success too early', async () => {
    const sold = await sell('pending-success');
    const event = await comeBack(customer, sold.fields);
    const waiting = await verify(customer, event);
    expect(waiting.status).toBe(202);
    expect(waiting.body).toMatchObject({ success: false, data: { state: 'confirming', tokenNumber: 'N/A' } });
    await test.bank.control({ op: 'advance-clock', ms: 20_000 });
    test.clock.advance(15_000);
    expect((await verify(customer, event)).body.data.state).toBe('completed');
  });

  it('the bank cannot be reached after the return: being confirmed, and followed until it can', async () => {
    const sold = await sell('pay-nb');
    await test.bank.fault('status', 'http-500', { times: 0 });
    const event = await comeBack(customer, sold.fields);
    expect((await verify(customer, event)).body.data.state).toBe('confirming');
    expect(await statusOf(customer, sold.paymentId)).toBe('initiated');
    await test.bank.clearFaults();
    test.clock.advance(20 * MINUTE);
    await test.poll();
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
  });

  it.each([
    ['http-500', SERVER_MESSAGES.link.bankUnavailable],
    ['reset-before', SERVER_MESSAGES.link.bankUnavailable],
    ['http-502-html', SERVER_MESSAGES.link.bankUnavailable],
    ['code', SERVER_MESSAGES.link.bankRefused],
  ])(
    'bank trouble at creation (%s): the link exists, staff are warned, the customer pays later',
    async (kind, warning) => {
      await test.bank.fault('create', kind, { code: '400', text: 'Hash mismatch' });
      const { status, body } = await seller.post('/api/payments/create-link', linkBody('silver'));
      expect(status).toBe(201);
      expect(body).toMatchObject({ success: true, data: { warning, status: 'pending' } });
      const page = await pressPay(customer, body.data.paymentId);
      const done = await verify(customer, await comeBack(customer, await test.bank.press(page, 'pay-upi')));
      expect(done.body.data.state).toBe('completed');
    },
  );

  it('the answer to the creation is lost after the bank acted: the same invoice is used, not a second one', async () => {
    await test.bank.fault('create', 'reset-after-commit');
    const link = await createLink(seller, 'silver');
    expect(link.data.hasRedirectionURL).toBe(false);
    const page = await pressPay(customer, link.paymentId);
    const { invoices } = await test.bank.list();
    expect(invoices.filter((invoice: { invoiceNo: string }) => invoice.invoiceNo === link.invoiceNo)).toHaveLength(1);
    const done = await verify(customer, await comeBack(customer, await test.bank.press(page, 'pay-upi')));
    expect(done.body.data.state).toBe('completed');
  });

  it('pressing pay while the bank is down says so, charges nothing, and works later', async () => {
    await test.bank.fault('create', 'http-500', { times: 0 });
    const link = await createLink(seller, 'silver');
    const { status, body, headers } = await customer.post(`/api/payments/${link.paymentId}/initiate`);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      success: false,
      error: 'BANK_UNAVAILABLE',
      message: CUSTOMER_MESSAGES.payment.urlNotYet,
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await test.bank.clearFaults();
    await pressPay(customer, link.paymentId);
  });

  it('a bank page on another host is refused', async () => {
    await test.bank.fault('create', 'other-host', { times: 0 });
    const link = await createLink(seller, 'silver');
    expect(link.data.hasRedirectionURL).toBe(false);
    const { status } = await customer.post(`/api/payments/${link.paymentId}/initiate`);
    expect(status).toBe(503);
  });

  it('an expired link cannot start a payment; reissued it can; money on the old attempt still counts', async () => {
    const sold = await sell('pending-success');
    test.clock.advance(73 * HOUR);
    expect((await customer.post(`/api/payments/${sold.paymentId}/initiate`)).body.error).toBe('LINK_EXPIRED');
    const renewed = await (await test.as(SALES)).post(`/api/payments/${sold.paymentId}/reissue-link`);
    expect(renewed.status).toBe(200);
    expect(renewed.body.data.invoiceNo).not.toBe(sold.invoiceNo);
    expect(await statusOf(customer, sold.paymentId)).toBe('pending');
    await test.bank.control({ op: 'advance-clock', ms: 60_000 });
    await verify(customer, await comeBack(customer, sold.fields));
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
  });

  it('a link that nobody pays gets one last look and ends', async () => {
    const link = await createLink(seller, 'silver');
    test.clock.advance(72 * HOUR + 1000);
    await test.poll();
    const { body } = await customer.get(`/api/payments/${link.paymentId}`);
    expect(body.data).toMatchObject({ status: 'cancelled', statusReason: 'link_expired', canPay: false });
  });

  it('only the owner and admins may ask the bank; another gets the answer for an unknown payment', async () => {
    const link = await createLink(seller);
    const unknown = await (await test.as(OTHER_SALES)).post('/api/payments/check-status/00000000000000000000000000');
    const foreign = await (await test.as(OTHER_SALES)).post(`/api/payments/check-status/${link.paymentId}`);
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
    expect(foreign.status).toBe(404);
    const admin = await (await test.as(ADMIN)).post(`/api/payments/check-status/${link.paymentId}`);
    expect(admin.body).toMatchObject({ success: true, message: 'Payment status: Payment Pending' });
    expect((await customer.post(`/api/payments/check-status/${link.paymentId}`)).status).toBe(401);
  });

  it('what the bank took is what the books say', async () => {
    test.clock.advance(HOUR);
    for (let i = 0; i < 3; i += 1) await test.poll();
    await expectBooksAgree(test);
  });
});
