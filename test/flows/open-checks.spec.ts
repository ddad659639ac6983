import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { CheckOpenData } from '../../src/contracts/open-checks.js';
import type { Client } from '../support/client.js';
import { MINUTE, SECOND } from '../support/fake-clock.js';
import { createLink, type Link, linkBody, pressPay } from '../support/sales.js';
import { OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const OPEN = '/api/sales-manager/check-open';
const PAGE = 5;

describe('checking all open payments of a list', () => {
  let test: TestApp;
  let seller: Client;
  const links: Link[] = [];
  let seeded = 0;

  beforeAll(async () => {
    test = await TestApp.start();
    seller = await test.as(SALES);
    // The demo customers have links without anything at the bank.
    seeded = (await check(seller)).passed;
    for (let made = 0; made < 12; made += 1) links.push(await createLink(seller, 'silver'));
    await createLink(await test.as(OTHER_SALES), 'silver');
  });
  beforeEach(() => test.clock.advance(2 * MINUTE));
  afterAll(() => test.close());

  const check = async (client: Client, query = ''): Promise<CheckOpenData> => {
    const { status, body, text } = await client.post(`${OPEN}?${query}`);
    if (status !== 200) throw new Error(`${OPEN} answered ${status}: ${text}`);
    return body.data as CheckOpenData;
  };
  const walk = async (client: Client, filter = '', after = ''): Promise<CheckOpenData[]> => {
    const answers = [await check(client, `${filter}&after=${after}`)];
    const next = answers[0]?.next ?? null;
    return next === null ? answers : [...answers, ...(await walk(client, filter, next))];
  };
  const sum = (answers: CheckOpenData[], of: 'passed' | 'asked' | 'failed' | 'completed') =>
    answers.reduce((total, answer) => total + answer[of], 0);
  const asked = async () => {
    const [row] = await test.get(DataSource).query("SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'status'");
    return Number((row as { n: unknown }).n);
  };

  it('goes beyond the page in view, in bounded calls, to the own payments alone', async () => {
    const { body } = await seller.get('/api/sales-manager/dashboard');
    expect(body.data.allCustomers).toHaveLength(PAGE);
    // The oldest stands on the last page.
    const page = await pressPay(test.client(), links[0]!.paymentId);
    await test.bank.press(page, 'pay-upi');
    const before = await asked();
    const answers = await walk(seller);
    expect(answers.map(({ remaining }) => remaining)).toEqual([7, 2, 0]);
    expect([sum(answers, 'passed'), sum(answers, 'asked'), sum(answers, 'completed')]).toEqual([12 + seeded, 12, 1]);
    expect(await asked()).toBe(before + 12);
    const paid = await seller.get(`/api/sales-manager/dashboard?search=${links[0]!.paymentId}`);
    expect(paid.body.data.allCustomers[0]).toMatchObject({ status: 'completed', tokenNumber: 'SI-000001' });
  });

  it('two tabs, and a tab that was reloaded, cost the bank one question a payment', async () => {
    // An answer stays young meanwhile, however long this takes.
    await test.clock.hold(async () => {
      const before = await asked();
      const [first, second] = await Promise.all([check(seller), check(seller)]);
      expect(await asked()).toBe(before + 5);
      expect([first.passed, second.passed]).toEqual([5 + seeded, 5 + seeded]);
      // The reloaded tab goes on where it was, the other one begins again.
      const rest = await walk(seller, '', first.next!);
      expect(sum(rest, 'asked')).toBe(6);
      const again = await walk(seller);
      expect([sum(again, 'passed'), sum(again, 'asked')]).toEqual([11 + seeded, 0]);
      expect(again).toHaveLength(1);
      expect(await asked()).toBe(before + 11);
    });
    test.clock.advance(11 * SECOND);
    expect(sum(await walk(seller), 'asked')).toBe(11);
  });

  it('keeps to the filter of the list', async () => {
    const named = await createLink(seller, 'silver', {
      customerData: { ...linkBody().customerData, name: 'Zenobia Quill', email: 'zenobia@example.com' },
    });
    test.clock.advance(MINUTE);
    for (const search of ['zenobia', 'zenobia@example.com', named.paymentId]) {
      test.clock.advance(MINUTE);
      expect(await check(seller, `search=${search}`)).toMatchObject({ passed: 1, asked: 1, remaining: 0, next: null });
    }
    expect(await check(seller, 'search=nobody-at-all')).toMatchObject({ passed: 0, asked: 0, next: null });
    expect(await check(seller, 'expires=today')).toMatchObject({ passed: 0, next: null });
    expect(await check(await test.as(OTHER_SALES))).toMatchObject({ asked: 1, remaining: 0 });
  });

  it('says how many the bank did not answer, and ends', async () => {
    await test.bank.fault('status', 'http-500', { times: 100 });
    const answers = await walk(seller);
    await test.bank.clearFaults();
    expect(sum(answers, 'failed')).toBe(sum(answers, 'asked'));
    expect(sum(answers, 'failed')).toBe(12);
  });

  it('is capped for each person, with the time to wait', async () => {
    let status = 200;
    let reply = await seller.post(OPEN);
    for (let calls = 0; calls < 40 && status === 200; calls += 1) {
      reply = await seller.post(OPEN);
      status = reply.status;
    }
    expect([status, reply.body.error]).toEqual([429, 'THROTTLED']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await (await test.as(OTHER_SALES)).post(OPEN)).status).toBe(200);
  });

  it('is nothing for strangers', async () => {
    expect((await test.client().post(OPEN)).status).toBe(401);
  });
});
