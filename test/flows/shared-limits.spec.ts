import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Settings } from '../../src/config/env.js';
import { MemoryRateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import { RedisRateLimiter } from '../../src/runtime/rate-limits/redis-rate-limiter.js';
import {
  MemorySecurityRateLimiter,
  RedisSecurityRateLimiter,
} from '../../src/runtime/rate-limits/security-rate-limiter.js';
import { MemoryTally, RedisTally, type TallyKey } from '../../src/runtime/rate-limits/tally.js';
import type { Clock } from '../../src/runtime/clock.js';
import { RedisLink } from '../../src/runtime/redis-link.js';
import { describeLimiter, StandingClock } from '../support/limiter-cases.js';
import { eventually } from '../support/product-process.js';
import { SECOND } from '../support/fake-clock.js';
import { type PrivateRedis, startRedis } from '../support/redis.mjs';
import { freePort } from '../support/free-port.mjs';
import { LONG_REDIS_PATIENCE_MS, SALES, TestApp } from '../support/test-app.js';

const redisUrl = process.env.TEST_REDIS_URL ?? '';
/** Less than fifty waits of `REDIS_PATIENCE_MS`, more than one of them takes on a busy machine. */
const WAITED_ONCE_MS = 8_000;
const links: RedisLink[] = [];
let products = 0;

/** As of one instance; those with the same address belong together. It waits for Redis as long as the product does. */
function linkTo(url: string, appUrl = `http://limits-${process.pid}-${(products += 1)}.example.test`): RedisLink {
  const link = new RedisLink({ redisUrl: url, appUrl } as Settings);
  links.push(link);
  return link;
}

/** Of an instance that a busy machine does not make count alone. */
function patientLink(appUrl?: string): RedisLink {
  const link = linkTo(redisUrl, appUrl);
  link.patienceMs = LONG_REDIS_PATIENCE_MS;
  return link;
}

function tallied(subject: string): TallyKey {
  return { kind: { name: 'test', ttlMs: 60_000, maxEntries: 10, evicts: 'nothing' }, subject };
}

function limiterOn(link: RedisLink, clock: Clock): RedisRateLimiter {
  return new RedisRateLimiter(link, new MemoryRateLimiter(clock), clock);
}

afterAll(() => Promise.all(links.map((link) => link.onApplicationShutdown())));

describe('limits that several instances share', () => {
  const inspector = new Redis(redisUrl, { lazyConnect: true });
  beforeAll(() => inspector.connect());
  afterAll(() => inspector.disconnect());

  describeLimiter('RedisRateLimiter', (clock) => limiterOn(patientLink(), clock));

  it('count together, though one clock lags behind the other', async () => {
    const [early, late] = [new StandingClock(), new StandingClock()];
    late.ms -= 1_500;
    const one = limiterOn(patientLink('http://together.example.test'), early);
    const two = limiterOn(patientLink('http://together.example.test'), late);
    const key = `both ${process.pid} ${Math.random()}`;
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? one : two).consume(key, 4, 10_000)),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(4);
    expect((await two.peek(key, 4, 10_000)).allowed).toBe(false);
    await two.reset(key);
    expect((await one.consume(key, 4, 10_000)).allowed).toBe(true);
  });

  it('leave keys that are short, tell nothing, and end by themselves', async () => {
    const link = patientLink();
    await limiterOn(link, new StandingClock()).consume(`login|ip:203.0.113.9|${'x'.repeat(5_000)}`, 4, 10_000);
    const tally = new RedisTally(link, new MemoryTally(new StandingClock()), new StandingClock());
    await tally.add(tallied('login|account|somebody@example.com'));
    const keys = await inspector.keys(`${link.prefix}*`);
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(key).toMatch(/^tokendesk:[0-9a-f]{12}:(limit|tally):[\w-]{43}$/);
      expect(await inspector.pttl(key)).toBeGreaterThan(20_000);
    }
  });

  it('tally in a row until cleared, together', async () => {
    const clock = new StandingClock();
    const [one, two] = ['', ''].map(
      () => new RedisTally(patientLink(`http://tally-${process.pid}.example.test`), new MemoryTally(clock), clock),
    );
    await one?.clear(tallied('k'));
    expect(await one?.read(tallied('k'))).toBeNull();
    await Promise.all(Array.from({ length: 8 }, (_, at) => Promise.resolve((at % 2 ? one : two)?.add(tallied('k')))));
    expect(await two?.read(tallied('k'))).toEqual({ count: 8, lastAt: clock.ms });
    await two?.clear(tallied('k'));
    expect(await one?.read(tallied('k'))).toBeNull();
  });

  it('a wrong password on an instance whose clock is ahead keeps nobody waiting on another', async () => {
    const env = { APP_URL: `http://ahead-${process.pid}.example.test`, REDIS_URL: redisUrl };
    const one = await TestApp.start({ env });
    const two = await TestApp.start({ env });
    try {
      one.clock.advance(40 * SECOND);
      expect((await one.client().post('/api/login', { ...SALES, password: 'wrong wrong wrong' })).status).toBe(401);
      expect((await two.client().post('/api/login', SALES)).status).toBe(200);
    } finally {
      await one.close();
      await two.close();
    }
  });

  it('wrong passwords on one instance are held against the next try on another', async () => {
    const env = { APP_URL: `http://login-${process.pid}.example.test`, REDIS_URL: redisUrl };
    const one = await TestApp.start({ env });
    // A database of its own shows that nothing but Redis is shared.
    const two = await TestApp.start({ env });
    try {
      // A delay of a second must not pass by itself on a busy machine.
      for (const { clock } of [one, two]) clock.stop();
      const guess = { email: 'priya@tokendesk.test', password: 'wrong wrong wrong' };
      const statuses: number[] = [];
      for (let at = 0; at < 5; at += 1)
        statuses.push((await (at % 2 ? one : two).client().post('/api/login', guess)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401]);
      for (const app of [one, two])
        expect((await app.client().post('/api/login', SALES)).body).toMatchObject({ error: 'LOGIN_THROTTLED' });
    } finally {
      await one.close();
      await two.close();
    }
  });
});

describe('with Redis away', () => {
  it('each instance counts by itself, without waiting long, and together again when it is back', async () => {
    const port = await freePort();
    const clock = new StandingClock();
    const limiter = limiterOn(linkTo(`redis://127.0.0.1:${port}`), clock);
    const started = Date.now();
    for (let i = 0; i < 50; i += 1) expect((await limiter.consume('k', 50, 10_000)).allowed).toBe(true);
    expect((await limiter.consume('k', 50, 10_000)).allowed).toBe(false);
    expect(Date.now() - started).toBeLessThan(WAITED_ONCE_MS);
    const server = await startRedis({ port });
    try {
      // Nothing has been counted there yet.
      await eventually('counted by Redis', async () => (await limiter.peek('k', 50, 10_000)).allowed);
    } finally {
      await server.stop();
    }
    expect((await limiter.consume('k', 50, 10_000)).allowed).toBe(false);
  });

  it('a server without memory refuses writes: what this instance counts meanwhile holds, though reads are answered', async () => {
    const server: PrivateRedis = await startRedis();
    const admin = new Redis(server.url);
    try {
      const clock = new StandingClock();
      const link = linkTo(server.url);
      link.patienceMs = LONG_REDIS_PATIENCE_MS;
      const limiter = new RedisSecurityRateLimiter(link, new MemorySecurityRateLimiter(clock), clock);
      const tally = new RedisTally(link, new MemoryTally(clock), clock);
      await admin.config('SET', 'maxmemory-policy', 'noeviction');
      await limiter.consume('before', 1, 10_000);
      await admin.config('SET', 'maxmemory', '1');
      const answers = () =>
        eventually('reads are answered', async () => (await link.ask((redis) => redis.ping())) !== null);
      for (let at = 0; at < 3; at += 1) {
        await answers();
        await limiter.consume('login', 3, 10_000);
        await answers();
        await tally.add(tallied('guess'));
      }
      await answers();
      expect((await limiter.peek('login', 3, 10_000)).allowed).toBe(false);
      await answers();
      expect((await tally.read(tallied('guess')))?.count).toBe(3);
      expect((await limiter.peek('before', 1, 10_000)).allowed).toBe(false);
      // What was counted here while the clock ran ahead must not hide the time of what is counted there.
      clock.ms -= 120_000;
      await admin.config('SET', 'maxmemory', '0');
      await answers();
      await tally.add(tallied('guess'));
      await answers();
      expect(await tally.read(tallied('guess'))).toEqual({ count: 4, lastAt: clock.ms });
    } finally {
      admin.disconnect();
      await server.stop();
    }
  });

  it('a server that hangs is waited for once, not by everybody', async () => {
    const server: PrivateRedis = await startRedis();
    const pauser = new Redis(server.url);
    try {
      const limiter = limiterOn(linkTo(server.url), new StandingClock());
      await limiter.consume('before', 50, 10_000);
      await pauser.call('CLIENT', 'PAUSE', '10000', 'ALL');
      const started = Date.now();
      for (let i = 0; i < 50; i += 1) expect((await limiter.consume('k', 50, 10_000)).allowed).toBe(true);
      expect((await limiter.consume('k', 50, 10_000)).allowed).toBe(false);
      expect(Date.now() - started).toBeLessThan(WAITED_ONCE_MS);
    } finally {
      pauser.disconnect();
      await server.stop();
    }
  });
});
