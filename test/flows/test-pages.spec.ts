import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { hashMessageV1, secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import type { Client } from '../support/client.js';
import { createLink, pressPay } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const HEX = /[0-9a-f]{64}/i;
const PAYLOAD = { merchantId: 'T_SANDBOX1', chargeAmount: '1.00', invoiceNo: 'TP1', addlParam2: '' };
const PAGES = ['/test-payment', '/test-payment/return', '/gateway-test', '/components'];
const POSTS = ['test-link', 'test-status', 'test-icici-hash', 'test-icici-api', 'test-icici-documentation'].concat(
  'test-icici-complete-flow',
);
const html = { headers: { accept: 'text/html' } };

describe('the test pages', () => {
  let test: TestApp;
  let visitor: Client;
  const post = (name: string, body: unknown = {}) => visitor.post(`/api/payments/${name}`, body);
  /** What every list, number and export is made of. */
  const sales = async () => {
    const dataSource = test.get(DataSource);
    const counts: number[] = [];
    for (const table of ['payments', 'payment_attempts', 'tokens', 'customers', 'refunds', 'mail_outbox']) {
      const [row] = (await dataSource.query(`SELECT COUNT(*) AS n FROM ${table}`)) as { n: number | string }[];
      counts.push(Number(row?.n));
    }
    const admin = await test.as(ADMIN);
    const analysis = await admin.get('/api/payments/admin/analysis');
    const list = await admin.get('/api/payments/admin/all');
    return { counts, analysis: analysis.body.data, total: list.body.data.pagination.totalPayments };
  };

  beforeAll(async () => {
    test = await TestApp.start();
    visitor = test.client();
  });
  afterAll(() => test.close());

  it('one rupee goes to the bank and comes back, and is no sale', async () => {
    const before = await sales();
    const { status, body } = await post('test-link');
    expect([status, body.data.amount, body.data.currency]).toEqual([201, 1, 'INR']);
    const { reference, paymentUrl } = body.data as { reference: string; paymentUrl: string };
    expect(reference).toMatch(/^TP\w{18}$/);
    const invoice = (await test.bank.list()).invoices.find(
      (each: { invoiceNo: string }) => each.invoiceNo === reference,
    );
    expect(invoice.amountPaise).toBe(100);
    // Nobody has paid yet.
    expect((await post('test-status', { reference })).body.data).toMatchObject({ state: 'not-found', hashValid: true });

    const fields = await test.bank.press(paymentUrl, 'pay-nb');
    const returned = await visitor.postForm('/test-payment/return', fields ?? {});
    const location = returned.headers.get('location') ?? '';
    expect([returned.status, location]).toEqual([303, expect.stringMatching(/^\/test-payment\/return\?event=\w{26}$/)]);
    expect(returned.headers.getSetCookie()).toEqual([]);
    const page = await visitor.get(location, html);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`"reference":"${reference}"`);
    expect(page.text).not.toContain(fields?.get('secureHash'));
    // Coming back twice is coming back once.
    expect((await visitor.postForm('/test-payment/return', fields ?? {})).headers.get('location')).toBe(location);

    expect((await post('test-status', { reference })).body.data).toMatchObject({
      state: 'paid',
      amount: 1,
      hashValid: true,
      httpStatus: 200,
    });
    await test.poll();
    expect(await sales()).toEqual(before);
  });

  it.each([
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ])('%s at the bank is %s', async (button, state) => {
    const { reference, paymentUrl } = (await post('test-link')).body.data;
    const fields = await test.bank.press(paymentUrl, button);
    expect((await visitor.postForm('/test-payment/return', fields ?? {})).status).toBe(303);
    expect((await post('test-status', { reference })).body.data.state).toBe(state);
  });

  it('a return with a wrong hash is shown as such; the return by address is led away from', async () => {
    const { reference } = (await post('test-link')).body.data;
    const wrong = await visitor.postForm('/test-payment/return', { invoiceNo: reference, secureHash: 'ab'.repeat(32) });
    const page = await visitor.get(wrong.headers.get('location') ?? '', html);
    expect(page.text).toContain('bad_hash');
    expect(page.text).not.toContain('ab'.repeat(32));
    const moved = await visitor.get(`/test-payment/return?invoiceNo=${reference}&responseCode=0000`, html);
    expect([moved.status, moved.headers.get('location')]).toEqual([303, expect.stringContaining('?event=')]);
    // The Back button of the bank's page.
    expect((await visitor.get('/test-payment/return', html)).status).toBe(200);
  });

  it('knows test payments alone: a sale can be asked about by none of its numbers', async () => {
    const link = await createLink(await test.as(SALES), 'silver');
    const fields = await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-nb');
    for (const reference of [link.invoiceNo, link.paymentId, 'TP111111111111111111', '']) {
      expect((await post('test-status', { reference })).status).toBe(404);
    }
    expect((await visitor.postForm('/test-payment/return', fields ?? {})).status).toBe(404);
    expect((await post('test-status', { reference: 7 })).status).toBe(400);
    // Its own way back still works, and its return is none of these pages'.
    const own = await visitor.postForm('/payment/verify', fields ?? {});
    const event = new URL(own.headers.get('location') ?? '', test.url).search;
    expect((await visitor.get(`/test-payment/return${event}`, html)).text).not.toContain(link.invoiceNo);
  });

  it('the hash test shows message and digest while the published key is in use', async () => {
    const right = secureHashV1(PAYLOAD, 'sandbox-key-1');
    const { status, body } = await post('test-icici-hash', { ...PAYLOAD, expectedHash: right });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      messageString: hashMessageV1(PAYLOAD),
      generatedHash: right,
      expectedHash: right,
      match: true,
      docMatch: true,
    });
    const nested = await post('test-icici-hash', { merchantId: { no: 1 } });
    expect([nested.status, nested.body.error, nested.body.message]).toEqual([
      400,
      'PAYLOAD_NOT_HASHABLE',
      'Error debugging hash generation',
    ]);
  });

  it('the other tests: a question to the bank, the documented examples, the complete flow', async () => {
    expect((await post('test-icici-api')).body.data).toMatchObject({
      outcome: 'not-found',
      code: 'P0039',
      httpStatus: 200,
      hashValid: true,
    });
    expect((await post('test-icici-documentation')).body.data.allMatch).toBe(true);
    const flow = (await post('test-icici-complete-flow')).body.data;
    expect(flow.steps.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual(
      [
        'Request built',
        'Hash accepted by the bank',
        'Invoice made',
        'Payment page on an allowed host',
        'STATUS answer',
        'Callback hash check',
      ].map((name) => [name, 'ok']),
    );
    expect(flow.passed).toBe(true);
  });

  it('a bank that fails is told as it is', async () => {
    await test.bank.fault('status', 'wrong-hash');
    expect((await post('test-icici-api')).body.data).toMatchObject({ outcome: 'unknown', hashValid: false });
    await test.bank.clearFaults();
    await test.bank.fault('create', 'http-500');
    const refused = await post('test-link');
    expect([refused.status, refused.body.message]).toEqual([503, 'Failed to create payment request']);
    await test.bank.clearFaults();
    await test.bank.fault('create', 'http-500');
    const flow = (await post('test-icici-complete-flow')).body.data;
    expect(flow.steps.map(({ state }: { state: string }) => state)).toEqual([
      'ok',
      'skipped',
      'failed',
      'skipped',
      'skipped',
      'ok',
    ]);
    expect(flow.passed).toBe(false);
    await test.bank.clearFaults();
  });

  it("other people's payments are an admin's, without whole addresses", async () => {
    const path = '/api/payments/debug/all-payments';
    expect((await visitor.get(path)).status).toBe(401);
    expect((await (await test.as(SALES)).get(path)).status).toBe(403);
    const { status, body, text } = await (await test.as(ADMIN)).get(path);
    expect(status).toBe(200);
    expect(body.data.payments.length).toBeGreaterThan(0);
    expect(body.data.payments[0].customer.email).toMatch(/^.•••@example\.com$/);
    expect(text).not.toMatch(/customer\d+@example\.com|9876543210/);
  });

  it('asks the bank only so often for one address', async () => {
    let last = await post('test-icici-documentation');
    for (let calls = 0; calls < 31 && last.status === 200; calls += 1) last = await post('test-icici-documentation');
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the test pages with a key of its own', () => {
  let test: TestApp;
  const KEY = 'a-key-of-the-merchant';
  beforeAll(async () => {
    test = await TestApp.start({ env: { GATEWAY_SECRET_KEY: KEY } });
  });
  afterAll(() => test.close());

  it('compare, and show no digest that was made with it', async () => {
    const visitor = test.client();
    const right = secureHashV1(PAYLOAD, KEY);
    const matched = await visitor.post('/api/payments/test-icici-hash', { ...PAYLOAD, expectedHash: right });
    expect(matched.body.data).toMatchObject({ generatedHash: null, generatedLength: 64, match: true });
    const asked = await visitor.post('/api/payments/test-icici-hash', PAYLOAD);
    expect(asked.body.data).toMatchObject({ generatedHash: null, match: null });
    expect(asked.text).not.toContain(right);
    // The bank has another key: it refuses, and the flow says so.
    const flow = await visitor.post('/api/payments/test-icici-complete-flow', {});
    expect(flow.body.data.passed).toBe(false);
    expect(flow.body.data.steps[1]).toMatchObject({ state: 'failed' });
    expect(flow.text).not.toMatch(HEX);
    const api = await visitor.post('/api/payments/test-icici-api', {});
    expect(api.text).not.toMatch(HEX);
    expect(api.text).not.toContain(KEY);
    const link = await visitor.post('/api/payments/test-link', {});
    expect([link.status, link.body.error]).toEqual([503, 'BANK_REFUSED']);
  });
});

describe('where the test pages are switched off', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start({ env: { ENABLE_TEST_PAGES: 'false' } });
  });
  afterAll(() => test.close());

  it('they do not exist, for an admin either', async () => {
    for (const client of [test.client(), await test.as(ADMIN)]) {
      const unknown = await client.get('/no-such-page', html);
      for (const path of PAGES) expect([path, (await client.get(path, html)).status]).toEqual([path, unknown.status]);
      for (const name of POSTS) {
        const { status, body } = await client.post(`/api/payments/${name}`, {});
        expect([name, status, body.success]).toEqual([name, 404, false]);
      }
      expect((await client.get('/api/payments/debug/all-payments')).status).toBe(404);
      expect((await client.postForm('/test-payment/return', { invoiceNo: 'TP1' })).status).toBe(404);
    }
  });
});

describe('the test pages in production, switched on', () => {
  let before: TestApp;
  let test: TestApp;
  beforeAll(async () => {
    // Production makes no demo staff: they are there from earlier.
    before = await TestApp.start();
    await before.stop();
    const { bank, databaseUrl: url } = before;
    test = await TestApp.start({ bank, database: { url }, adjust: { production: true } });
  });
  afterAll(async () => {
    await test?.close();
    await before.close();
  });

  it("are an admin's alone; to everybody else they do not exist", async () => {
    for (const client of [test.client(), await test.as(SALES)]) {
      const unknown = await client.get('/no-such-page');
      for (const path of PAGES) {
        const { status, body } = await client.get(path);
        expect([path, status, body]).toEqual([path, 404, unknown.body]);
      }
      for (const name of POSTS) {
        const { status, text } = await client.post(`/api/payments/${name}`, PAYLOAD);
        expect([name, status]).toEqual([name, 404]);
        expect(text).not.toMatch(HEX);
      }
      expect([401, 403]).toContain((await client.get('/api/payments/debug/all-payments')).status);
    }
    const admin = await test.as(ADMIN);
    for (const path of PAGES) expect([path, (await admin.get(path, html)).status]).toEqual([path, 200]);
    expect((await admin.get('/api/payments/debug/all-payments')).status).toBe(200);
  });

  it('an admin comes back from the bank without a session, and shows no digest either', async () => {
    const admin = await test.as(ADMIN);
    const { paymentUrl } = (await admin.post('/api/payments/test-link', {})).body.data;
    const fields = await test.bank.press(paymentUrl, 'pay-nb');
    const browser = test.client();
    const { status, headers } = await browser.postForm('/test-payment/return', fields ?? {});
    expect(status).toBe(303);
    const location = headers.get('location') ?? '';
    expect((await browser.get(location, html)).status).toBe(404);
    expect((await admin.get(location, html)).status).toBe(200);
    const hash = await admin.post('/api/payments/test-icici-hash', PAYLOAD);
    expect(hash.body.data.generatedHash).toBeNull();
    expect((await admin.post('/api/payments/test-icici-complete-flow', {})).text).not.toMatch(HEX);
  });
});
