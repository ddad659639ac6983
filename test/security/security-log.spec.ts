import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import { createLogger, NestLogger } from '../../src/runtime/logger.js';
import type { Client } from '../support/client.js';
import { createLink } from '../support/sales.js';
import { HOUR } from '../support/fake-clock.js';
import { switchOn } from '../support/accounts.js';
import { OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

interface Scene {
  test: TestApp;
  visitor: Client;
  seller: Client;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ROUTE = { method: expect.any(String), route: expect.stringMatching(/^\//) };

/** What happens, and what the log says of it besides time, request id and address. `user`: the line names who was signed in. */
const EVENTS: [name: string, what: (scene: Scene) => Promise<unknown>, line: object, user?: boolean][] = [
  ['a sign-in', ({ test }) => test.client().post('/api/login', SALES), { event: 'sign-in.succeeded', level: 'info', account: expect.any(Number), via: 'bearer' }],
  ['a wrong password', ({ visitor }) => visitor.post('/api/login', { ...SALES, password: 'not the right one' }), { event: 'sign-in.refused', account: expect.any(Number), code: 'INVALID_CREDENTIALS' }],
  ['an unknown account', ({ visitor }) => visitor.post('/api/login', { ...SALES, email: 'no@one.test' }), { event: 'sign-in.refused', account: null, code: 'INVALID_CREDENTIALS' }],
  ['too many wrong passwords', async ({ visitor }) => { for (let time = 0; time < 6; time += 1) await visitor.post('/api/login', { email: 'six@one.test', password: 'not the right one' }); }, { event: 'sign-in.throttled', seconds: 1, failures: 5 }],
  ['nobody where somebody is wanted', ({ visitor }) => visitor.get('/api/payments/transactions/all'), { event: 'access.denied', code: 'AUTH_REQUIRED', ...ROUTE }],
  ['a seller where an admin is wanted', ({ seller }) => seller.get('/api/admin/staff'), { event: 'access.denied', code: 'FORBIDDEN', ...ROUTE }, true],
  ["another seller's payment", async ({ test, seller }) => { const { paymentId } = await createLink(await test.as(OTHER_SALES), 'silver'); await seller.get(`/api/payments/${paymentId}/desk`); }, { event: 'access.unknown', code: 'PAYMENT_NOT_FOUND', ...ROUTE, route: '/api/payments/:paymentId/desk' }, true],
  ['a form of another site', ({ visitor }) => visitor.call('POST', '/login', { body: 'email=a', headers: { ...FORM, origin: 'https://evil.example' } }), { event: 'csrf.refused', code: 'CSRF_FAILED', method: 'POST', route: expect.any(String) }],
  ['a wrong code or password of somebody signed in', ({ seller }) => seller.post('/api/auth/step-up', { password: 'not the right one' }), { event: 'step-up.failed', code: 'PASSWORD_WRONG', ...ROUTE }, true],
  ['a deed that wants a fresh code', async ({ test }) => { const own = await test.as(OTHER_SALES); await switchOn(test, own); test.clock.advance(HOUR / 6); await own.post('/api/account/totp/recovery-codes'); }, { event: 'step-up.required', code: 'STEP_UP_REQUIRED', ...ROUTE }, true],
  ['a message of the bank with a bad hash', ({ visitor }) => visitor.call('POST', '/api/gateway/callback', { body: 'invoiceNo=X&secureHash=f', headers: FORM }), { event: 'bank.bad-message', channel: 'advice', problem: 'bad_hash' }],
  ['a return with none', ({ visitor }) => visitor.call('POST', '/payment/verify', { body: 'invoiceNo=X', headers: FORM }), { event: 'bank.bad-message', channel: 'return', problem: 'missing_hash' }],
  ['too many requests', async ({ visitor }) => { for (let time = 0; time < 31; time += 1) await visitor.post('/api/payments/test-icici-hash', { payload: { a: '1' } }); }, { event: 'rate.limited', code: 'THROTTLED', method: 'POST', route: '/api/payments/test-icici-hash' }],
  ['too many presses of Pay without script', async ({ test, visitor }) => { for (let time = 0; time < 1200; time += 1) await test.get(RateLimiter).consume('initiate|ip:127.0.0.1', 1200, HOUR / 60); await visitor.call('POST', '/payment/x/initiate', { body: '', headers: FORM }); }, { event: 'rate.limited', code: 'THROTTLED', method: 'POST', route: '/payment/:paymentId/initiate' }],
]; // prettier-ignore

describe('the log tells of', () => {
  let scene: Scene;
  let text = '';
  beforeAll(async () => {
    const test = await TestApp.start({ env: { ENABLE_TEST_PAGES: 'true' } });
    const logger = createLogger({ logLevel: 'info' }, { write: (line) => void (text += line) });
    Logger.overrideLogger(new NestLogger(logger));
    scene = { test, visitor: test.client(), seller: await test.as(SALES) };
  });
  afterAll(async () => {
    Logger.overrideLogger(false);
    await scene.test.close();
  });

  it.each(EVENTS)('%s', async (_name, happens, expected, isSomebody = false) => {
    text = '';
    // A delay of a second must not pass by itself on a busy machine.
    await scene.test.clock.hold(() => happens(scene));
    const lines = text.split('\n').filter((line) => line.includes('"msg":"security"'));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const wanted = (expected as { event: string }).event;
    expect(entries.filter(({ event }) => event === wanted)).toContainEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: expect.stringMatching(/^[0-9a-z]{26}$/),
      context: 'Security',
      msg: 'security',
      userId: isSomebody ? expect.any(Number) : null,
      ip: '127.0.0.1',
      ...expected,
    });
    expect(text).not.toMatch(/not the right one|@one\.test|@tokendesk\.test/);
  });
});

describe('log injection', () => {
  it.each([
    ['line ends', 'a\r\n{"level":"fatal","msg":"forged"}'],
    ['escape sequences', 'a\u001b[2J\u001b]0;owned\u0007'],
    ['C1 codes', 'a\u009b2J\u0085b'],
    ['line and paragraph separators', 'a\u2028b\u2029c'],
    ['text that runs backwards', 'a\u202egnp.exe\u2066x\u2069'],
    ['NUL and DEL', 'a\0b\u007f'],
  ])('%s come out escaped, on one line', (_name, hostile) => {
    let text = '';
    const logger = createLogger({ logLevel: 'info' }, { write: (line) => void (text += line) });
    new NestLogger(logger).warn({ msg: hostile, name: hostile, nested: { list: [hostile] } }, 'Context');
    new NestLogger(logger).error(new Error(hostile), 'Context');
    new NestLogger(logger).log(hostile, 'Context');
    logger.info({ header: hostile }, 'request');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(info|warn|error)$/) });
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    }
  });
});
