import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { type Caller, MATRIX_ROUTES, type MatrixRoute, pathOf, WRITES } from './role-matrix.js';
import { Stage } from './stage.js';
import type { Targets } from './targets.js';

const EVIL = ['https://evil.example', 'null', 'http://localhost:3000.evil.example'];
const SENT_BY_FORMS = {
  'text/plain': (fields: object) => JSON.stringify(fields),
  'multipart/form-data; boundary=x': (fields: object) =>
    `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${JSON.stringify(fields)}\r\n--x--\r\n`,
};
const named = (rows: MatrixRoute[]) => rows.map((row) => [row.name, row] as const);

interface Attack {
  what: string;
  headers: Record<string, string>;
  type?: keyof typeof SENT_BY_FORMS;
  expected: 403 | 415;
  /** Needs no token, so its want is no attack. */
  byToken?: true;
}

/** Everything but what the attack is about is as it should be, the token included. */
const ATTACKS: Attack[] = [
  { what: 'no token', headers: { 'x-xsrf-token': '' }, expected: 403, byToken: true },
  { what: 'a made-up token', headers: { 'x-xsrf-token': `${'a'.repeat(22)}.${'b'.repeat(43)}` }, expected: 403, byToken: true },
  { what: 'Sec-Fetch-Site: cross-site', headers: { 'sec-fetch-site': 'cross-site' }, expected: 403 },
  { what: 'Sec-Fetch-Site: same-site', headers: { 'sec-fetch-site': 'same-site' }, expected: 403 },
  ...EVIL.map((origin) => ({ what: `Origin: ${origin}`, headers: { origin }, expected: 403 as const })),
  ...(Object.keys(SENT_BY_FORMS) as (keyof typeof SENT_BY_FORMS)[]).map((type) => ({
    what: type,
    headers: { 'content-type': type },
    type,
    expected: 415 as const,
  })),
]; // prettier-ignore

describe('a page of another site', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  /** Signed in with the strongest session that the route takes. */
  const victimOf = (route: MatrixRoute): Client => {
    const caller: Caller = route.visitorForm ? 'anonymous' : 'admin';
    return stage.as(caller, 'cookie');
  };

  const send = (route: MatrixRoute, target: Targets, { headers, type }: Attack, token?: string) => {
    const fields = route.body?.(target) ?? {};
    const client = victimOf(route);
    const body = type ? SENT_BY_FORMS[type](fields) : (route.upload?.text ?? fields);
    const own: Record<string, string> = route.upload ? { 'content-type': route.upload.type } : {};
    const shown: Record<string, string> = token === undefined ? {} : { 'x-xsrf-token': token };
    return client.call(route.method, pathOf(route, target), { body, headers: { ...own, ...shown, ...headers } });
  };

  const guarded = WRITES.filter(({ bankPost, policyReport }) => !bankPost && !policyReport);

  describe('makes nobody do anything', () => {
    it.each(named(guarded))('%s', async (_name, route) => {
      const target = await stage.one(route.target);
      const before = await stage.before();
      // The login of programs uses no session: there is nothing to misuse, and its JSON cannot be sent by a form.
      const attacks = ATTACKS.filter(({ byToken }) => !byToken || route.name !== 'POST /api/login');
      for (const attack of attacks) {
        const reply = await send(route, target, attack);
        expect([attack.what, reply.status]).toEqual([attack.what, attack.expected]);
      }
      if (route.name !== 'POST /api/login') {
        const strangers = await send(route, target, ATTACKS[0]!, stage.as('other', 'cookie').cookies.get('XSRF-TOKEN'));
        expect(strangers.status).toBe(403);
      }
      expect(await stage.after()).toEqual(before);
    });
  });

  it('the bank posts without a session, and one that comes along is not looked at', () => {
    const exempt = WRITES.filter(({ bankPost }) => bankPost).map(({ name }) => name);
    expect(exempt).toEqual(['POST /payment/verify', 'POST /api/gateway/callback', 'POST /test-payment/return']);
  });

  it.each([['POST /payment/verify'], ['POST /api/gateway/callback'], ['POST /test-payment/return']])(
    '%s sets no cookie and ends no session, whatever comes along',
    async (name) => {
      const browser = stage.as('admin', 'cookie');
      const path = name.slice('POST '.length);
      const headers = { origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' };
      const reply = await browser.call('POST', path, { form: { a: '1' }, headers });
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect((await browser.get('/api/auth/me')).status).toBe(200);
    },
  );

  describe('reads nothing', () => {
    it.each(named(MATRIX_ROUTES))('%s', async (_name, route) => {
      const target = await stage.one(route.target);
      const url = new URL(pathOf(route, target), stage.test.url);
      const { cookies } = stage.as('admin', 'cookie');
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      for (const origin of EVIL) {
        const asked = {
          'Access-Control-Request-Method': route.method,
          'Access-Control-Request-Headers': 'x-xsrf-token',
        };
        const requests = [
          { method: 'OPTIONS', headers: { origin, cookie, ...asked } },
          { method: route.method, headers: { origin, cookie } },
        ];
        for (const request of requests) {
          const response = await fetch(url, { ...request, redirect: 'manual' });
          await response.body?.cancel();
          const corsHeaders = [...response.headers.keys()].filter((key) => key.startsWith('access-control-'));
          expect([request.method, origin, corsHeaders]).toEqual([request.method, origin, []]);
        }
      }
    });
  });
});
