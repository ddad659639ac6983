import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Client } from '../support/client.js';
import { DAY, HOUR, MINUTE, SECOND } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { sampled } from '../support/long.js';
import { comeBack, createLink, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('a bank that misbehaves', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start({ env: { GATEWAY_TIMEOUT_MS: '4000' } });
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

  const paidAtBank = async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    return { ...link, fields: await test.bank.press(page, 'pay-nb') };
  };

  /** One of each: an error, silence, a forgery, not known yet, under way, a success without its number. */
  const OF_EACH_KIND = ['http-500', 'hang', 'wrong-hash', 'lag-not-found', 'req', 'no-txn-id'];
  it.each(sampled([
    ['http-500', {}], ['http-502-html', {}], ['http-403-html', {}], ['http-429', {}], ['redirect-30x', {}], ['empty', {}],
    ['truncated', {}], ['oversize', {}], ['hang', { ms: 5000 }], ['reset-before', {}], ['wrong-hash', {}],
    ['missing-hash', {}], ['other-key', {}], ['resplit', {}], ['wrong-types', {}], ['err', {}], ['unknown-word', {}],
    ['req', {}], ['lag-not-found', {}], ['no-txn-id', {}], ['refund-type', {}],
  ] as const, ([kind]) => OF_EACH_KIND.includes(kind)))('STATUS answer %s: not completed, and completed once the bank is well', async (kind, more) => {
    const sold = await paidAtBank();
    await test.bank.fault('status', kind, { times: 0, ...more });
    const event = await comeBack(customer, sold.fields);
    const answer = await verify(customer, event);
    expect(answer.body.success).toBe(false);
    expect(answer.body.data?.tokenNumber ?? 'N/A').toBe('N/A');
    expect(['initiated', 'pending']).toContain(await statusOf(customer, sold.paymentId));
    await test.bank.clearFaults();
    test.clock.advance(20 * MINUTE);
    await test.poll();
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
  }); // prettier-ignore

  it.each([
    ['refused', { text: 'REJ', code: '039' }],
    ['cancelled', { text: 'REJ', code: '020' }],
    ['under way', { text: 'REQ', code: 'P0030' }],
  ])('a STATUS answer about a refund that is %s ends neither the attempt nor its link', async (_name, more) => {
    const { paymentId, invoiceNo } = await paidAtBank();
    await test.bank.fault('status', 'refund-type', { times: 0, invoiceNo, ...more });
    await seller.post(`/api/payments/check-status/${paymentId}`);
    expect(await statusOf(customer, paymentId)).toBe('initiated');
    test.clock.advance(4 * DAY);
    await test.poll();
    expect(await statusOf(customer, paymentId)).toBe('initiated');
    await test.bank.clearFaults();
    test.clock.advance(20 * MINUTE);
    await test.poll();
    expect(await statusOf(customer, paymentId)).toBe('completed');
  });

  it.each([['http-500', {}], ['hang', { ms: 5000 }], ['wrong-hash', {}], ['code', { code: 'P1006' }], ['code', { code: '400' }]])('Check Status, STATUS answer %s: refused, twice in a row too, and the payment is followed on', async (kind, more) => {
    const { paymentId, invoiceNo } = await paidAtBank();
    const check = () => seller.post(`/api/payments/check-status/${paymentId}`);
    await test.bank.fault('status', kind, { times: 0, ...more });
    const first = await check();
    const second = await check();
    for (const { status, headers, body } of [first, second]) {
      expect([status, headers.get('retry-after')]).toEqual([503, null]);
      expect(body).toMatchObject({ success: false, error: 'BANK_NO_ANSWER', message: SERVER_MESSAGES.link.checkUnanswered });
    }
    expect(await statusOf(customer, paymentId)).toBe('initiated');
    expect(await query(test, 'SELECT next_check_at IS NOT NULL AS followed FROM payment_attempts WHERE invoice_no = ?', [invoiceNo])).toEqual([{ followed: 1 }]);
    await test.bank.clearFaults();
    test.clock.advance(3 * SECOND);
    expect(await check()).toMatchObject({ status: 200, body: { data: { status: 'completed' }, message: MESSAGES.status.completed } });
    // Nothing is asked about what is paid.
    await test.bank.fault('status', kind, { times: 0, ...more });
    expect((await check()).status).toBe(200);
  }); // prettier-ignore

  it('a question that the bank refuses is one without an answer: for the poll job, in the log and in the figures', async () => {
    const { paymentId, invoiceNo } = await paidAtBank();
    const warn = jest.spyOn(Logger.prototype, 'warn');
    await test.bank.fault('status', 'code', { times: 0, code: 'P1006' });
    test.clock.advance(20 * MINUTE);
    const { checked, failed } = await test.poll();
    const warnings = warn.mock.calls.map(([line]) => line as unknown);
    warn.mockRestore();
    expect(failed).toBe(checked);
    expect(warnings).toContainEqual(
      expect.objectContaining({ msg: 'no usable status answer from the bank', reason: 'refused-question' }),
    );
    expect(
      await query(test, 'SELECT outcome FROM gateway_calls WHERE reference = ? ORDER BY id DESC LIMIT 1', [invoiceNo]),
    ).toEqual([{ outcome: 'unknown:refused-question' }]);
    expect(await statusOf(customer, paymentId)).toBe('initiated');
  });

  it('Check Status right after a usable answer: that answer, whatever the bank says by now', async () => {
    const { paymentId } = await createLink(seller, 'silver');
    const check = () => seller.post(`/api/payments/check-status/${paymentId}`);
    await test.clock.hold(async () => {
      expect((await check()).status).toBe(200);
      await test.bank.fault('status', 'http-500', { times: 0 });
      expect((await check()).status).toBe(200);
    });
  });

  it('a bank that asks for two minutes is left in peace for as long', async () => {
    const sold = await paidAtBank();
    await test.bank.fault('status', 'http-429', { times: 0, ms: 120_000 });
    await verify(customer, await comeBack(customer, sold.fields));
    await test.bank.clearFaults();
    test.clock.advance(100 * SECOND);
    await test.poll();
    expect(await statusOf(customer, sold.paymentId)).toBe('initiated');
    test.clock.advance(25 * SECOND);
    await test.poll();
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
  });

  it.each([
    ['different-amount', 'amount_mismatch'],
    ['other-currency', 'currency_mismatch'],
    ['wrong-merchant', 'merchant_mismatch'],
  ])('STATUS answer %s: never completed, a person has to look', async (kind, review) => {
    const sold = await paidAtBank();
    await test.bank.fault('status', kind, { times: 0 });
    await verify(customer, await comeBack(customer, sold.fields));
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statusOf(customer, sold.paymentId)).toBe('initiated');
    const [row] = (await test
      .get(DataSource)
      .query('SELECT review_reason AS reason FROM payments WHERE public_id = ?', [sold.paymentId])) as {
      reason: string;
    }[];
    expect(row?.reason).toBe(review);
  });

  it.each(['oth-charge', 'boolean-oth-charge', 'amount-without-decimals', 'upper-hash'])(
    'STATUS answer %s is in order',
    async (kind) => {
      const sold = await paidAtBank();
      await test.bank.fault('status', kind, { times: 0 });
      const { body } = await verify(customer, await comeBack(customer, sold.fields));
      expect(body.data.state).toBe('completed');
    },
  );

  it('a bank reversal days later is recorded and flagged; the payment stays completed', async () => {
    const sold = await paidAtBank();
    await verify(customer, await comeBack(customer, sold.fields));
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
    await test.bank.control({ op: 'reverse', invoiceNo: sold.invoiceNo });
    await test.bank.control({ op: 'configure', adviceUrl: `${test.url}/api/gateway/callback` });
    await test.bank.advise(sold.invoiceNo);
    await test.settle();
    await test.poll();
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
    const [row] = (await test
      .get(DataSource)
      .query('SELECT review_reason AS reason FROM payments WHERE public_id = ?', [sold.paymentId])) as {
      reason: string;
    }[];
    expect(row?.reason).toBe('bank_reversal');
    await test.bank.control({ op: 'configure', adviceUrl: null });
  });
});

describe('forged messages', () => {
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
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const calls = async () => {
    const [row] = (await test.get(DataSource).query('SELECT COUNT(*) AS n FROM gateway_calls')) as { n: number }[];
    return Number(row?.n);
  };

  it.each(['wrong-hash', 'missing-hash', 'other-key', 'repeated-field'])(
    'a return with %s asks nobody and changes nothing',
    async (kind) => {
      const link = await createLink(seller, 'silver');
      await test.bank.fault('return', kind);
      const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'decline');
      const before = await calls();
      const { status, body } = await verify(customer, await comeBack(customer, fields));
      expect([status, body.success]).toEqual([400, false]);
      expect(await calls()).toBe(before);
      expect(await statusOf(customer, link.paymentId)).toBe('initiated');
    },
  );

  it('a declined return cut into a success completes nothing', async () => {
    const link = await createLink(seller, 'silver');
    await test.bank.fault('return', 'resplit');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'decline');
    await verify(customer, await comeBack(customer, fields));
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).not.toBe('completed');
  });

  it("somebody else's successful return does not pay for this link", async () => {
    const paid = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, paid.paymentId), 'pay-nb');
    await verify(customer, await comeBack(customer, fields));
    const other = await createLink(seller, 'silver');
    await pressPay(customer, other.paymentId);
    const forged = new URLSearchParams(fields ?? '');
    forged.set('invoiceNo', other.invoiceNo);
    expect((await verify(customer, await comeBack(customer, forged))).status).toBe(400);
    expect(await statusOf(customer, other.paymentId)).toBe('initiated');
  });

  it('an advice with a bad hash is refused, a good one answered at once and again', async () => {
    const link = await createLink(seller, 'silver');
    const fields = (await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb')) ?? new URLSearchParams();
    const bad = new URLSearchParams(fields);
    bad.set('secureHash', 'f'.repeat(64));
    expect((await customer.postForm('/api/gateway/callback', bad)).status).toBe(400);
    for (let i = 0; i < 3; i += 1) expect((await customer.postForm('/api/gateway/callback', fields)).status).toBe(200);
    await test.settle();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
  });

  it.each(['a=\0b', 'a'.repeat(65_536), '%', '=&=&', ''])(
    '%# nonsense from anybody is kept and refused, never a fault',
    async (body) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const send = (path: string) => fetch(`${test.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
      expect((await send('/payment/verify')).status).toBe(303);
      expect((await send('/api/gateway/callback')).status).toBe(400);
    },
  );

  it('an advice as JSON counts as well', async () => {
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    const body = Object.fromEntries(fields ?? []);
    expect((await customer.post('/api/gateway/callback', body)).status).toBe(200);
    await test.settle();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
  });

  it('the page of the old product may send the whole callback: same answer', async () => {
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    const { status, body } = await customer.post('/api/payments/verify-callback', Object.fromEntries(fields ?? []));
    expect([status, body.data.state]).toEqual([200, 'completed']);
  });

  it.each([{}, { eventId: 'nope' }, { eventId: '0'.repeat(26) }, { invoiceNo: 'X' }, [], { eventId: ['a'] }])(
    'verify-callback %j: missing parameters',
    async (body) => {
      const answer = await customer.post('/api/payments/verify-callback', body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ success: false });
    },
  );

  it('a return by GET is stored and leaves the address bar; a bare visit changes nothing', async () => {
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    const moved = await customer.get(`/payment/verify?${String(fields)}`);
    expect(moved.status).toBe(303);
    expect(moved.headers.get('location')).toMatch(/^\/payment\/verify\?event=[0-9a-z]{26}$/);
    await test.settle();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    const bare = await customer.get('/payment/verify');
    expect(bare.status).toBe(200);
    expect(bare.text).toContain('Missing required payment verification parameters');
  });

  it('neither the return nor the advice sets a cookie', async () => {
    for (const path of ['/payment/verify', '/api/gateway/callback']) {
      const { headers } = await customer.postForm(path, { invoiceNo: 'X' });
      expect(headers.getSetCookie()).toEqual([]);
    }
  });
});
