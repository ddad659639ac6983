import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { PasswordHasher } from '../../src/modules/auth/password-hasher.js';
import { RateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import { SecurityRateLimiter } from '../../src/runtime/rate-limits/security-rate-limiter.js';
import { HOUR, MINUTE, SECOND } from '../support/fake-clock.js';
import { atLogin } from '../support/accounts.js';
import type { Reply } from '../support/client.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const LONGEST_DELAY_SECONDS = 900;
const VICTIM = SALES;

describe('guessing passwords', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start({ env: { TRUST_PROXY: '1' } });
    // Delays of a second must not pass by themselves on a busy machine.
    test.clock.stop();
  });
  afterAll(() => test.close());
  beforeEach(() => test.clock.advance(24 * HOUR));

  const from = (address: string, who: { email: string; password: string }) =>
    test.client().post('/api/login', who, { 'x-forwarded-for': address });
  const wrong = (email: string) => ({ email, password: 'not the right one' });
  /** A wrong password as soon as the last refusal allows another. */
  const guess = async (address: string, email: string): Promise<Reply> => {
    const reply = await from(address, wrong(email));
    if (reply.status !== 429) return reply;
    test.clock.advance(Number(reply.headers.get('retry-after')) * SECOND);
    return from(address, wrong(email));
  };

  it('one account from one address: each wait is longer, up to fifteen minutes', async () => {
    const waits: number[] = [];
    for (let time = 0; time < 18; time += 1) {
      const reply = await from('203.0.113.1', wrong(VICTIM.email));
      if (reply.status === 401) continue;
      expect([reply.status, reply.body.error]).toEqual([429, 'LOGIN_THROTTLED']);
      const seconds = Number(reply.headers.get('retry-after'));
      expect(reply.body.message).toBe(MESSAGES.login.throttled(seconds));
      waits.push(seconds);
      test.clock.advance(seconds * SECOND);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64]);
    for (let time = 0; time < 5; time += 1) await guess('203.0.113.1', VICTIM.email);
    const last = await from('203.0.113.1', VICTIM);
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, String(LONGEST_DELAY_SECONDS)]);
  });

  it('an account under attack from everywhere is shut to strangers, and stays open to the address its owner uses', async () => {
    const home = '198.51.100.7';
    expect((await from(home, ADMIN)).status).toBe(200);
    const statuses: number[] = [];
    for (let time = 0; time < 110; time += 1)
      statuses.push((await from(`203.0.113.${time}`, wrong(ADMIN.email))).status);
    // A hundred wrong passwords in a row, wherever they come from, and no more.
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.slice(100).every((status) => status === 429)).toBe(true);
    expect((await from('203.0.113.250', ADMIN)).status).toBe(429);
    expect((await from(home, ADMIN)).status).toBe(200);
    // The owner's success has ended the row.
    expect((await from('203.0.113.251', ADMIN)).status).toBe(200);
  });

  it('one address that tries many accounts is stopped; a known address is not stopped by the others there', async () => {
    const office = '198.51.100.8';
    expect((await from(office, VICTIM)).status).toBe(200);
    const statuses: number[] = [];
    for (let time = 0; time < 203; time += 1)
      statuses.push((await from(office, wrong(`somebody${time}@tokendesk.test`))).status);
    expect(statuses.indexOf(429)).toBe(200);
    expect((await from(office, ADMIN)).status).toBe(429);
    expect((await from(office, VICTIM)).status).toBe(200);
    expect((await from('198.51.100.9', ADMIN)).status).toBe(200);
  });

  it('many addresses with many accounts are stopped together', async () => {
    for (let time = 0; time < 1199; time += 1) await test.get(SecurityRateLimiter).consume('login-all|', 1200, MINUTE);
    expect((await from('203.0.113.1', wrong('one@tokendesk.test'))).status).toBe(401);
    const stopped = await from('203.0.113.2', wrong('two@tokendesk.test'));
    expect([stopped.status, stopped.body.error]).toEqual([429, 'LOGIN_THROTTLED']);
    test.clock.advance(2 * MINUTE);
    expect((await from('203.0.113.2', wrong('two@tokendesk.test'))).status).toBe(401);
  });

  it('a flood of other keys does not open what is locked', async () => {
    for (let time = 0; time < 18; time += 1) await guess('203.0.113.20', VICTIM.email);
    for (let time = 0; time < 200; time += 1) await from('203.0.113.21', wrong(`spray${time}@tokendesk.test`));
    const limiter = test.get(RateLimiter);
    for (let time = 0; time < 20_500; time += 1) await limiter.consume(`initiate:address:flood ${time}`, 120, MINUTE);
    for (const [address, who] of [
      ['203.0.113.20', VICTIM],
      ['203.0.113.21', ADMIN],
    ] as const)
      expect((await from(address, who)).body).toMatchObject({ error: 'LOGIN_THROTTLED' });
  });

  it('a network of IPv6 is one caller, and an IPv4 address is the same in both spellings', async () => {
    const inNetwork = (host: number) => `2001:db8:7:1:${host.toString(16)}::1`;
    for (let time = 1; time <= 5; time += 1)
      expect((await from(inNetwork(time), wrong(VICTIM.email))).status).toBe(401);
    expect((await from(inNetwork(99), VICTIM)).status).toBe(429);
    expect((await from('2001:db8:7:2::1', VICTIM)).status).toBe(200);
    for (let time = 1; time <= 5; time += 1) {
      const spelling = time % 2 ? '203.0.113.30' : '::ffff:203.0.113.30';
      expect((await from(spelling, wrong(ADMIN.email))).status).toBe(401);
    }
    for (const spelling of ['203.0.113.30', '::ffff:cb00:711e']) expect((await from(spelling, ADMIN)).status).toBe(429);
  });

  it('an account that does not exist is slowed down like any other', async () => {
    const answers = async (email: string, address: string) => {
      const seen: string[] = [];
      for (let time = 0; time < 7; time += 1) {
        const { status, text, headers } = await from(address, wrong(email));
        seen.push(`${status} ${headers.get('retry-after')} ${text}`);
      }
      return seen;
    };
    const [known, unknown] = [await answers(VICTIM.email, '203.0.113.5'), await answers('no@one.test', '203.0.113.6')];
    expect(unknown).toEqual(known);
  });

  it('the page says the same as the API, and counts with it', async () => {
    const browser = test.client();
    await browser.get('/login');
    for (let time = 0; time < 5; time += 1) await from('127.0.0.1', wrong(VICTIM.email));
    const { status, headers } = await browser.postForm('/login', { email: VICTIM.email, password: VICTIM.password });
    expect([status, headers.get('location')]).toEqual([303, '/login']);
    expect((await browser.get('/login')).text).toContain('Too many sign-in attempts. Please try again in');
  });
});

describe('what a failed sign-in tells', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start({ hashesAsInProduction: true });
  });
  afterAll(() => test.close());

  it.each([
    ['a wrong password', { email: SALES.email, password: 'not the right one' }],
    ['an unknown account', { email: 'nobody@tokendesk.test', password: 'not the right one' }],
    ['no address at all', { email: 'nobody', password: 'not the right one' }],
    ['a password that cannot be one', { email: SALES.email, password: 'x'.repeat(20_000) }],
  ])('%s: one password is hashed, one answer given', async (_name, who) => {
    const matches = jest.spyOn(test.get(PasswordHasher), 'matches');
    try {
      const { status, body } = await test.client().post('/api/login', who);
      expect([status, body]).toEqual([
        401,
        { success: false, message: SERVER_MESSAGES.login.invalid, error: 'INVALID_CREDENTIALS' },
      ]);
      expect(matches).toHaveBeenCalledTimes(1);
    } finally {
      matches.mockRestore();
    }
  });

  it.each(['/login', '/login/code'])('%s answers a program with JSON, and a person with the page', async (path) => {
    const asked = (headers: Record<string, string>, body?: unknown) =>
      atLogin(test).then((browser) => browser.call('POST', path, { ...(body ? { body } : {}), headers }));
    const xhr = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
    for (const headers of [xhr, { accept: 'application/json' }])
      for (const body of [undefined, {}]) {
        const { status, text, headers: answered } = await asked(headers, body);
        expect([path, status >= 400 && status < 500, answered.get('location')]).toEqual([path, true, null]);
        expect(JSON.parse(text)).toMatchObject({ success: false, error: expect.any(String) });
      }
    expect((await asked({ accept: 'text/html' }, {})).status).toBe(303);
    expect((await asked({ ...xhr, 'x-inertia': 'true' }, {})).status).toBe(303);
  });

  it('known and unknown accounts take the same time', async () => {
    const hasher = test.get(PasswordHasher);
    const known = await hasher.hash('some password or other');
    const took: Record<string, number[]> = { known: [], unknown: [] };
    await hasher.matches('warm', null);
    for (let round = 0; round < 60; round += 1)
      for (const kind of ['known', 'unknown']) {
        const since = process.cpuUsage();
        await hasher.matches('not the right one', kind === 'known' ? known : null);
        const { user, system } = process.cpuUsage(since);
        took[kind]?.push((user + system) / 1000);
      }
    // Processor time, in the fastest quarter: free of what else the machine and this process did. The kernel knows the sum exactly, and
    // divides it into user and system by where a clock tick finds the process: a hash of 5 ms sees one tick or none.
    const typical = (values: number[] = []) => values.sort((a, b) => a - b)[15] ?? 0;
    const [one, other] = [typical(took.known), typical(took.unknown)];
    expect(one).toBeGreaterThan(2);
    expect(Math.abs(one - other) / Math.max(one, other)).toBeLessThan(0.35);
  });

  it('a flood of sign-ins waits in a queue of a fixed length; who finds it full is turned away, and the next are served', async () => {
    const hasher = test.get(PasswordHasher);
    let answered = false;
    // Kept full until the answer is there, however long the request takes to come in.
    const flooding = Array.from({ length: 104 }, async () => {
      const results = [];
      do results.push(await hasher.matches('not the right one', null).catch(() => 'turned away'));
      while (!answered);
      return results;
    });
    const { status, headers, body } = await test.client().post('/api/login', ADMIN);
    answered = true;
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect(body).toMatchObject({ success: false, error: 'UNAVAILABLE' });
    expect((await Promise.all(flooding)).flat()).not.toContain(true);
    expect((await test.client().post('/api/login', ADMIN)).status).toBe(200);
  });

  it('three hundred at once: each is answered, and memory does not grow with them', async () => {
    const before = process.memoryUsage().rss;
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const who = { email: `flood${at}@tokendesk.test`, password: 'not the right one' };
        return (await test.client().post('/api/login', who)).status;
      }),
    );
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    // Four are hashed at a time, 19 MiB each; all together would take nearly 6 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024);
  });
});
