import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MINUTE } from '../support/fake-clock.js';
import type { Client } from '../support/client.js';
import { comeBack, createLink, pressPay, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const TOKEN = 'a-token-for-the-watchers';

describe('GET /metrics', () => {
  let test: TestApp;
  let customer: Client;
  const figures = async (headers: Record<string, string> = {}) => (await customer.get('/metrics', { headers })).text;
  /** The value of one line, e.g. `tokendesk_poll_due`, or with labels in the order given. */
  const valueOf = (text: string, line: string) => {
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? null : Number(found.slice(line.length + 1));
  };

  beforeAll(async () => {
    test = await TestApp.start({ env: { METRICS_TOKEN: TOKEN } });
    customer = test.client();
  });
  afterAll(() => test.close());

  it('answers this machine and the bearer of the token, nobody else', async () => {
    const direct = await customer.get('/metrics');
    expect(direct.status).toBe(200);
    expect(direct.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(direct.text).toContain('nodejs_eventloop_lag_seconds');
    // A reverse proxy beside the product speaks for anybody.
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const proxied = await customer.get('/metrics', { headers: { [name]: '203.0.113.9' } });
      expect([name, proxied.status]).toEqual([name, 404]);
      const named = { [name]: '203.0.113.9', authorization: `Bearer ${TOKEN}` };
      expect((await customer.get('/metrics', { headers: named })).status).toBe(200);
      const wrong = { [name]: '203.0.113.9', authorization: `Bearer ${TOKEN}x` };
      expect((await customer.get('/metrics', { headers: wrong })).status).toBe(404);
    }
  });

  it('counts answers by route pattern, exchanges with the bank, and how long a confirmation took', async () => {
    const seller = await test.as(SALES);
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    await verify(customer, await comeBack(customer, fields));
    await customer.get('/no/such/page');
    const text = await figures();
    const http = 'tokendesk_http_request_duration_seconds_count';
    expect(valueOf(text, `${http}{method="POST",route="/api/payments/create-link",status="201"}`)).toBe(1);
    expect(valueOf(text, `${http}{method="POST",route="/api/payments/:paymentId/initiate",status="200"}`)).toBe(1);
    expect(valueOf(text, `${http}{method="GET",route="(none)",status="404"}`)).toBe(1);
    const bank = 'tokendesk_bank_call_duration_seconds_count';
    expect(valueOf(text, `${bank}{kind="create-invoice",outcome="created"}`)).toBe(1);
    expect(valueOf(text, `${bank}{kind="status",outcome="paid"}`)).toBe(1);
    expect(valueOf(text, 'tokendesk_return_to_completed_seconds_count')).toBe(1);
    expect(valueOf(text, 'tokendesk_payment_transitions_total{to="completed",source="return"}')).toBe(1);
    expect(text).not.toContain(link.paymentId);
    expect(text).not.toContain(link.invoiceNo);
  });

  it('tells what waits at the bank, and since when', async () => {
    const before = await figures();
    expect(valueOf(before, 'tokendesk_attempts_unresolved')).toBe(0);
    expect(valueOf(before, 'tokendesk_oldest_unresolved_attempt_seconds')).toBe(0);
    const link = await createLink(await test.as(SALES), 'gold');
    await pressPay(customer, link.paymentId);
    test.clock.advance(20 * MINUTE);
    const after = await figures();
    expect(valueOf(after, 'tokendesk_attempts_unresolved')).toBe(1);
    expect(valueOf(after, 'tokendesk_oldest_unresolved_attempt_seconds')).toBeGreaterThanOrEqual(20 * 60);
    expect(valueOf(after, 'tokendesk_poll_due')).toBe(1);
    expect(valueOf(after, 'tokendesk_poll_lag_seconds')).toBeGreaterThan(60);
    expect(valueOf(after, 'tokendesk_refunds_open{status="unknown"}')).toBe(0);
    expect(valueOf(after, 'tokendesk_reviews_open{reason="amount_mismatch"}')).toBe(0);
  });

  describe('an attempt is old by the time without a usable answer of the bank', () => {
    const age = async () => Math.round(valueOf(await figures(), 'tokendesk_oldest_unresolved_attempt_seconds')! / 60);
    /** The poll job at work for so long. */
    const polled = async (minutes: number) => {
      for (let at = 0; at < minutes; at += 10) {
        test.clock.advance(10 * MINUTE);
        await test.poll();
        await test.settle();
      }
    };
    const fault = async (kind: string) => {
      await test.bank.clearFaults();
      await test.bank.fault('status', kind, { times: 0 });
    };
    const expectSinceTheLastAnswer = async (kind: string) => {
      await polled(30);
      expect(await age()).toBe(0);
      await fault(kind);
      await polled(30);
      expect(await age()).toBeGreaterThanOrEqual(30);
      expect(await age()).toBeLessThan(60);
      await polled(60);
      expect(await age()).toBeGreaterThanOrEqual(90);
      await test.bank.clearFaults();
    };
    let page: string;

    beforeAll(async () => {
      await polled(4 * 24 * 60);
      expect(valueOf(await figures(), 'tokendesk_attempts_unresolved')).toBe(0);
      page = await pressPay(customer, (await createLink(await test.as(SALES), 'silver')).paymentId);
    });
    afterEach(() => test.bank.clearFaults());

    it('a customer who left the page: the bank answers that nobody has paid', async () => {
      await polled(120);
      expect(await age()).toBe(0);
      expect(valueOf(await figures(), 'tokendesk_attempts_unresolved')).toBe(1);
    });

    it('out of reach: since the last usable answer', async () => {
      await expectSinceTheLastAnswer('reset-before');
      await polled(30);
      expect(await age()).toBe(0);
    });

    it('under way at the bank is an answer, and one that is not final is none', async () => {
      await test.bank.press(page, 'pay-close-tab');
      await fault('req');
      await polled(120);
      expect(await age()).toBe(0);
      await expectSinceTheLastAnswer('err');
      await polled(30);
      expect(valueOf(await figures(), 'tokendesk_attempts_unresolved')).toBe(0);
    });

    it('sent there again: what was answered before says nothing about it', async () => {
      const link = await createLink(await test.as(SALES), 'silver');
      await pressPay(customer, link.paymentId);
      await polled(60);
      await pressPay(customer, link.paymentId);
      test.clock.advance(5 * MINUTE);
      expect(await age()).toBe(5);
    });
  });

  it('counts what waits for a person, by reason', async () => {
    const link = await createLink(await test.as(SALES), 'gold');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    // As long as it is looked at: a customer who returns may make the bank be asked twice.
    await test.bank.fault('status', 'different-amount', { times: 0 });
    const { body } = await verify(customer, await comeBack(customer, fields));
    expect(body.data.state).toBe('confirming');
    const { body: listed } = await (await test.as(ADMIN)).get('/api/admin/reviews');
    expect(listed.data.reviews.map(({ reason }: { reason: string }) => reason)).toEqual(['amount_mismatch']);
    test.clock.advance(MINUTE);
    expect(valueOf(await figures(), 'tokendesk_reviews_open{reason="amount_mismatch"}')).toBe(1);
  });
});
