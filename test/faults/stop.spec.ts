import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { ProductSite } from '../support/product-process.js';
import { linkBody } from '../support/sales.js';
import { SALES } from '../support/test-app.js';

describe('SIGTERM while people are at work', () => {
  let site: ProductSite;
  let seller: Client;

  beforeEach(async () => {
    site = await ProductSite.make({ GATEWAY_TIMEOUT_MS: '8000' });
    await site.start();
    seller = await site.client().signIn(SALES.email, SALES.password);
  });
  afterEach(() => site.close());

  it('what has begun is answered, idle connections and newcomers are not waited for, and it ends with 0', async () => {
    // A character at a time: the bank's answer takes most of a second or more.
    await site.bank.fault('create', 'slow-drip', { ms: 2, times: 1 });
    const order = seller.post('/api/payments/create-link', linkBody('silver'));
    await pause(400);
    const started = performance.now();
    const ended = site.running.stop();
    await pause(200);
    await expect(site.client().get('/healthz')).rejects.toThrow();
    const { status, body } = await order;
    expect([status, body.data.hasRedirectionURL]).toEqual([201, true]);
    expect(await ended).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await site.count('payments WHERE public_id = ?', [body.data.paymentId])).toBe(1);
  });

  it('with nothing under way it ends at once', async () => {
    const started = performance.now();
    expect(await site.running.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(3000);
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
