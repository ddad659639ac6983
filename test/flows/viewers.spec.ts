import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE, SECOND } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { createLink, type Link, pressPay } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

/** Who looks at a payment that the bank has not decided, and how soon the poll job asks about it. */
describe('viewers and the poll schedule', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  beforeEach(async () => {
    seller = await test.as(SALES);
    customer = test.client();
  });
  afterEach(async () => {
    // What one case leaves open must not be due in the next.
    test.clock.advance(100 * HOUR);
    await test.poll();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const atBank = async (): Promise<Link> => {
    const link = await createLink(seller, 'silver');
    await pressPay(customer, link.paymentId);
    return link;
  };
  const questions = async ({ invoiceNo }: Link): Promise<number> => {
    const [row] = await test
      .get(DataSource)
      .query("SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'status' AND reference = ?", [invoiceNo]);
    return Number(row.n);
  };
  const waitMs = async ({ invoiceNo }: Link): Promise<number> => {
    const [row] = await test
      .get(DataSource)
      .query('SELECT next_check_at AS at FROM payment_attempts WHERE invoice_no = ?', [invoiceNo]);
    const at = typeof row.at === 'string' ? new Date(`${row.at.replace(' ', 'T')}Z`) : (row.at as Date);
    return at.getTime() - test.clock.now().getTime();
  };
  const look = ({ paymentId }: Link) => customer.get(`/api/payments/${paymentId}/status`);
  const check = ({ paymentId }: Link) => seller.post(`/api/payments/check-status/${paymentId}`);
  /** Nobody has looked for so long that the job asks only every quarter of an hour. */
  const forgotten = async (): Promise<Link> => {
    const link = await atBank();
    for (let round = 0; round < 9; round += 1) {
      test.clock.advance(16 * MINUTE);
      await test.poll();
    }
    expect(await waitMs(link)).toBeGreaterThan(14 * MINUTE);
    return link;
  };

  it('checks asked for by staff do not slow the job down', async () => {
    const link = await atBank();
    for (let times = 0; times < 15; times += 1) {
      test.clock.advance(3 * SECOND);
      await check(link);
      expect(await waitMs(link)).toBeLessThanOrEqual(10 * SECOND);
    }
    const before = await questions(link);
    expect(before).toBe(15);
    test.clock.advance(120 * SECOND);
    await test.poll();
    expect(await questions(link)).toBe(before + 1);
    expect(await waitMs(link)).toBeLessThanOrEqual(20 * SECOND);
  });

  it('while the payment page is open the job asks every ten seconds, and no more often', async () => {
    const link = await forgotten();
    const before = await questions(link);
    const since = test.clock.now().getTime();
    for (let second = 0; second < 60; second += 1) {
      test.clock.advance(SECOND);
      if (second % 2 === 0) await look(link);
      await test.poll();
      if (second > 0) expect(await waitMs(link)).toBeLessThanOrEqual(10 * SECOND);
    }
    const asked = (await questions(link)) - before;
    expect(asked).toBeGreaterThanOrEqual(6);
    // The clock goes on while the machine works.
    expect(asked).toBeLessThanOrEqual(1 + (test.clock.now().getTime() - since) / (9 * SECOND));
  });

  it('the last look is followed by a check within two minutes, and then by the schedule from before', async () => {
    const link = await forgotten();
    await look(link);
    expect(await waitMs(link)).toBeLessThanOrEqual(10 * SECOND);
    const before = await questions(link);
    for (let run = 0; run < 12; run += 1) {
      test.clock.advance(10 * SECOND);
      await test.poll();
    }
    const asked = (await questions(link)) - before;
    expect(asked).toBeGreaterThanOrEqual(1);
    test.clock.advance(2 * MINUTE);
    await test.poll();
    expect(await waitMs(link)).toBeGreaterThan(10 * MINUTE);
  });

  it("staff's desk is a viewer, too", async () => {
    const link = await forgotten();
    seller = await test.as(SALES);
    expect((await seller.get(`/api/payments/${link.paymentId}/desk`)).status).toBe(200);
    expect(await waitMs(link)).toBeLessThanOrEqual(10 * SECOND);
  });

  it('many look at once: one check', async () => {
    const link = await forgotten();
    test.clock.advance(MINUTE);
    const before = await questions(link);
    // The ten seconds until the next check must not pass by themselves on a busy machine.
    await test.clock.hold(async () => {
      await Promise.all(Array.from({ length: 10 }, () => look(link)));
      await Promise.all([test.poll(), test.poll()]);
      await Promise.all(Array.from({ length: 10 }, () => look(link)));
      await test.poll();
    });
    expect(await questions(link)).toBe(before + 1);
  });

  it('nobody was sent to the bank: looking changes nothing', async () => {
    const link = await createLink(seller, 'silver');
    for (let round = 0; round < 9; round += 1) {
      test.clock.advance(16 * MINUTE);
      await test.poll();
    }
    await look(link);
    expect(await waitMs(link)).toBeGreaterThan(14 * MINUTE);
  });
});
