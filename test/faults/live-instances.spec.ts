import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { EventReader } from '../support/event-reader.js';
import { eventually, type ProductProcess, ProductSite } from '../support/product-process.js';
import { type PrivateRedis, startRedis } from '../support/redis.mjs';
import { createLink, pressPay, statusOf } from '../support/sales.js';
import { freePort } from '../support/free-port.mjs';
import { ADMIN, SALES } from '../support/test-app.js';

const SETTINGS = { POLL_INTERVAL_SECONDS: '0', LOG_LEVEL: 'info' };

const COMMANDS = 8;
const UNREACHED = 'Redis unreachable';
/** Redis is back only later: a request that waits for it does not end within this. */
const REDIS_WAITED_FOR_MS = 8_000;

const completed = (reader: EventReader, paymentId: string) =>
  reader.until('completed', () => reader.about(paymentId).some(({ status }) => status === 'completed'));

/** Paid at the bank, of which nobody has told the product. */
async function paidInSilence(site: ProductSite, seller: Client): Promise<string> {
  const { paymentId } = await createLink(seller, 'silver');
  await site.bank.press(await pressPay(site.client(), paymentId), 'pay-close-tab');
  return paymentId;
}

describe('through Redis', () => {
  let site: ProductSite;
  let seller: Client;

  beforeAll(async () => {
    site = await ProductSite.make({ ...SETTINGS, REDIS_URL: process.env.TEST_REDIS_URL ?? '' });
    await site.start();
    seller = await site.client().signIn(SALES.email, SALES.password);
  });
  afterAll(() => site.close());

  it('a change that a command makes is heard by the streams of the server', async () => {
    const reader = await EventReader.open(seller);
    let paymentId = '';
    let log = UNREACHED;
    // On a busy machine a command may not reach Redis in time: it says so, and another one is heard.
    for (let tries = 0; tries < COMMANDS && log.includes(UNREACHED); tries += 1) {
      paymentId = await paidInSilence(site, seller);
      const { stdout, stderr } = await site.command('payments', 'check', paymentId, '--json');
      expect(stdout).toContain('completed');
      log = stderr;
    }
    expect(log).not.toContain(UNREACHED);
    await completed(reader, paymentId);
    reader.close();
  }, 240_000);

  it('what a stranger publishes there is ignored', async () => {
    const { Redis } = await import('ioredis');
    const { createHash } = await import('node:crypto');
    const reader = await EventReader.open(seller);
    const stranger = new Redis(process.env.TEST_REDIS_URL ?? '');
    const channel = `tokendesk:${createHash('sha256').update(site.url).digest('hex').slice(0, 12)}:live`;
    const hearers: number[] = [];
    const payment = { paymentId: 'p1', kind: 'status', status: 'completed', statusLabel: 'x', tokenNumber: 'N/A' };
    for (const text of [
      'nonsense',
      '{}',
      'null',
      JSON.stringify({ from: 'x', message: { type: 'payment', salesManagerId: 'all', payment } }),
      JSON.stringify({ from: 'x', message: { type: 'payment', salesManagerId: 1, payment: { ...payment, at: '1' } } }),
    ])
      hearers.push(await stranger.publish(channel, text));
    stranger.disconnect();
    expect(hearers).toEqual([1, 1, 1, 1, 1]);
    const paymentId = await paidInSilence(site, seller);
    await seller.post(`/api/payments/check-status/${paymentId}`);
    await completed(reader, paymentId);
    expect(new Set(reader.named('payment').map(({ data }) => data.paymentId))).toEqual(new Set([paymentId]));
    reader.close();
  });

  // A file is not shared between servers.
  if (isOnServer()) {
    describe('on two servers', () => {
      let second: ProductProcess;
      let secondUrl: string;
      const readers: EventReader[] = [];

      beforeAll(async () => {
        const port = await freePort();
        secondUrl = `http://127.0.0.1:${port}`;
        second = site.spawn({ PORT: `${port}` });
        await eventually(
          'the second serves',
          async () => (await fetch(`${secondUrl}/readyz`).catch(() => null))?.ok === true,
        );
      });
      afterEach(() => readers.splice(0).forEach((reader) => reader.close()));
      afterAll(() => second.kill());

      const listenThere = async (client: Client) => {
        const reader = await EventReader.open(client, secondUrl);
        readers.push(reader);
        return reader;
      };

      it('a change made on one is heard on the other, by its seller and by admins', async () => {
        const admin = await site.client().signIn(ADMIN.email, ADMIN.password);
        const there = [await listenThere(seller), await listenThere(admin)];
        const paymentId = await paidInSilence(site, seller);
        await seller.post(`/api/payments/check-status/${paymentId}`);
        for (const reader of there) {
          await completed(reader, paymentId);
          expect(reader.about(paymentId).map(({ status }) => status)).toEqual(['initiated', 'completed']);
        }
      });

      it('a logout on one ends the streams on the other', async () => {
        const leaving = await site.client().signIn(SALES.email, SALES.password);
        const reader = await listenThere(leaving);
        const stays = await listenThere(seller);
        expect((await leaving.post('/api/logout')).status).toBe(200);
        await reader.until('the end', () => reader.ended);
        expect(stays.ended).toBe(false);
      });

      it('wrong passwords are counted together', async () => {
        const urls = [site.url, secondUrl].map((url) => new URL('/api/login', url).href);
        const said = (text: string) =>
          [site.running, second].map(({ log }) => log.split(text).length - 1).join(' and ');
        const isReached = async () => {
          for (const url of urls) await site.client().post(url, SALES);
          return said(UNREACHED) === said('Redis reachable again');
        };
        let statuses: number[] = [];
        // On a busy machine Redis may answer late: an instance counts alone for a while then, and says so.
        for (const email of ['rahul@tokendesk.test', 'nobody@tokendesk.test', 'no-one@tokendesk.test']) {
          await eventually('both reach Redis', isReached);
          const before = said(UNREACHED);
          statuses = [];
          for (let at = 0; at < 6; at += 1) {
            const guess = { email, password: 'wrong wrong wrong' };
            statuses.push((await site.client().post(urls[at % 2] ?? '', guess)).status);
          }
          if (statuses.at(-1) === 429) break;
          await eventually('an instance says that Redis was late', () => said(UNREACHED) !== before);
        }
        expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      });
    });
  }
});

it('without Redis everything else goes on, and the streams look again when it is back', async () => {
  const port = await freePort();
  let redis: PrivateRedis = await startRedis({ port });
  const site = await ProductSite.make({ ...SETTINGS, REDIS_URL: redis.url });
  const lines = (text: string) => site.running.log.split('\n').filter((line) => line.includes(text));
  try {
    await site.start();
    const before = await site.client().signIn(SALES.email, SALES.password);
    const reader = await EventReader.open(before);
    await redis.stop();
    // On a busy machine Redis may have answered late before, and after: that is an outage of its own, with a line for its end.
    const isAway = () => lines(UNREACHED).length > lines('Redis reachable again').length;
    await eventually('the outage is noticed', isAway);
    const outages = lines(UNREACHED).length;
    const seller = await site.client().signIn(SALES.email, SALES.password);
    const paymentId = await paidInSilence(site, seller);
    const started = Date.now();
    await seller.post(`/api/payments/check-status/${paymentId}`);
    expect(Date.now() - started).toBeLessThan(REDIS_WAITED_FOR_MS);
    await completed(reader, paymentId);
    expect(await statusOf(site.client(), paymentId)).toBe('completed');
    expect(reader.named('hello')).toHaveLength(1);
    expect([lines(UNREACHED).length, isAway()]).toEqual([outages, true]);
    redis = await startRedis({ port });
    await reader.until('a new hello', () => reader.named('hello').length === 2);
    await eventually('the end of the outage is told', async () => {
      await before.get('/api/auth/me');
      await before.post('/api/login', SALES);
      return !isAway();
    });
    expect(await site.running.stop()).toBe(0);
    expect(lines('requests aborted by shutdown')).toEqual([]);
    await reader.until('the end', () => reader.ended);
  } finally {
    await site.close();
    await redis.stop();
  }
}, 120_000);
