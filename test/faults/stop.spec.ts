import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { eventually, ProductSite } from '../support/product-process.js';
import { createLink, linkBody, pressPay } from '../support/sales.js';
import { StallingProxy } from '../support/stalling-proxy.js';
import { SALES } from '../support/test-app.js';

/** Logged once the time limit of a shutdown has passed. */
const ABORTED = 'requests aborted by shutdown';
const CUT_OFF = 'status checks cut off by shutdown';

describe('SIGTERM while people are at work', () => {
  let site: ProductSite;
  let line: StallingProxy;
  let seller: Client;

  beforeEach(async () => {
    site = await ProductSite.make({ GATEWAY_TIMEOUT_MS: '20000', LOG_LEVEL: 'info' });
    line = await StallingProxy.open(site.bank.url);
    await site.start({ GATEWAY_BASE_URL: line.url, GATEWAY_ALLOWED_HOSTS: new URL(site.bank.url).host });
    seller = await site.client().signIn(SALES.email, SALES.password);
  });
  afterEach(async () => {
    line.close();
    await site.close();
  });

  it('what has begun is answered, idle connections and newcomers are not waited for, and it ends with 0', async () => {
    // A character at a time, and held back from the moment at which the bank has the order until newcomers are refused.
    await site.bank.fault('create', 'slow-drip', { ms: 5, times: 1 });
    let isAnswered = false;
    const order = seller.post('/api/payments/create-link', linkBody('silver')).finally(() => (isAnswered = true));
    await eventually('the order is at the bank', async () => (await site.bank.list()).invoices.length === 1);
    line.stall();
    const ended = site.running.stop();
    await eventually('newcomers are refused', () => isRefused(site));
    expect(isAnswered).toBe(false);
    line.resume();
    const { status, body } = await order;
    expect([status, body.data.hasRedirectionURL]).toEqual([201, true]);
    expect(await ended).toBe(0);
    expect(site.running.log).not.toContain(ABORTED);
    expect(await site.count('payments WHERE public_id = ?', [body.data.paymentId])).toBe(1);
  });

  it('with nothing under way it waits for nobody', async () => {
    const started = performance.now();
    expect(await site.running.stop()).toBe(0);
    // Requests under way are waited for that long, and there are none that would be logged.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

/** The port takes no new connection; a request that gets one is answered. */
async function isRefused(site: ProductSite): Promise<boolean> {
  return site
    .client()
    .get('/healthz')
    .then(
      () => false,
      () => true,
    );
}

describe('SIGTERM while the poll job asks a bank that stays silent', () => {
  const ATTEMPTS = 6;
  const CONCURRENCY = 2;
  /** More than are asked, so that the bank counts them. */
  const MAX_CALLS = 1_000;
  let site: ProductSite;

  /** Stops with the first checks under way and others due. @returns how long it took */
  const stopAsking = async (timeoutMs: number): Promise<number> => {
    site = await ProductSite.make({
      GATEWAY_TIMEOUT_MS: `${timeoutMs}`,
      POLL_CONCURRENCY: `${CONCURRENCY}`,
      LOG_LEVEL: 'info',
    });
    await site.start();
    const seller = await site.client().signIn(SALES.email, SALES.password);
    for (let made = 0; made < ATTEMPTS; made += 1)
      await pressPay(site.client(), (await createLink(seller, 'silver')).paymentId);
    await site.bank.fault('status', 'hang', { ms: 120_000, times: MAX_CALLS });
    await site.dataSource.query('UPDATE payment_attempts SET next_check_at = ? WHERE next_check_at IS NOT NULL', [
      '2020-01-01 00:00:00.000',
    ]);
    await eventually('the bank is asked', async () => (await asked()) >= CONCURRENCY);
    const started = performance.now();
    expect(await site.running.stop()).toBe(0);
    return performance.now() - started;
  };
  const asked = async () => MAX_CALLS - ((await site.bank.list()).faults[0].times as number);
  const leased = () => site.count('payment_attempts WHERE lease_owner IS NOT NULL');

  afterEach(() => site.close());

  it('checks under way end, and those that are due are left to others', async () => {
    await stopAsking(6_000);
    expect(site.running.log).not.toContain(CUT_OFF);
    expect(await site.count("gateway_calls WHERE kind = 'status' AND outcome = 'unknown:timeout'")).toBe(CONCURRENCY);
    expect([await asked(), await leased()]).toEqual([CONCURRENCY, 0]);
  });

  it('what the bank leaves unanswered is cut off after ten seconds', async () => {
    expect(await stopAsking(30_000)).toBeLessThan(15_000);
    expect(site.running.log).toContain(CUT_OFF);
  });
});

describe('MIGRATE_ON_START=false', () => {
  it('a server refuses a schema that is behind, says what to do, and changes nothing', async () => {
    const site = await ProductSite.make({ MIGRATE_ON_START: 'false' }, { isEmpty: true });
    try {
      await expect(site.start()).rejects.toThrow(/MIGRATE_ON_START is false\. Run "tokendesk db migrate"/);
      await site.dataSource.initialize();
      const runner = site.dataSource.createQueryRunner();
      expect(await runner.hasTable('payments')).toBe(false);
      await runner.release();
    } finally {
      await site.close();
    }
  });
});
