import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { listRoutes } from '../../src/http/index.js';
import { RateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import { CLIENT_DIR } from '../../src/inertia-options.js';
import { type Expected, nonceOf, policyOf, weaknessesOf } from '../support/hardened.js';
import { rawRequest, type RawReply } from '../support/raw-request.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const CUSTOMER = /^\/(?:payment|customer-payment|upgrade|receipt)(?:\/|$)|^\/(?:thank-you|offline)$/i;
const FILE = /^\/build(?:\/|$)/;
const HTML = { accept: 'text/html' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each([
  ['in development', false],
  ['with production settings', true],
])('what every answer says to the browser, %s', (_name, production) => {
  let test: TestApp;
  let before: TestApp | undefined;
  let callers: Record<string, Record<string, string>>;
  let paymentId: string;
  const nonces = new Set<string>();

  beforeAll(async () => {
    test = await TestApp.start();
    paymentId = (await createLink(await test.as(SALES))).paymentId;
    if (production) {
      // Production refuses demo staff: they were there before.
      before = test;
      await before.stop();
      const { bank, databaseUrl: url } = before;
      test = await TestApp.start({ bank, database: { url }, adjust: { production: true, testPages: false } });
    }
    const bearer = async (who: typeof SALES) => ({ authorization: `Bearer ${(await test.as(who)).token}` });
    callers = { nobody: {}, seller: await bearer(SALES), admin: await bearer(ADMIN) };
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await test?.close();
    await before?.close();
  });

  const expected = (path: string): Expected => ({
    path,
    production,
    bank: [new URL(test.bank.url).origin],
    kind: FILE.test(path) ? 'file' : CUSTOMER.test(path.split('?')[0] ?? '') ? 'customer' : 'staff',
  });

  /** Asks, and notes whatever is weak about the answer. */
  async function ask(path: string, options: Parameters<typeof rawRequest>[2] = {}, faults: string[] = []): Promise<RawReply> {
    const reply = await rawRequest(test.url, path, options);
    const nonce = nonceOf(reply.headers);
    const found = weaknessesOf(reply, expected(path));
    if (nonce !== undefined && nonces.has(nonce)) found.push('a nonce used before');
    if (nonce !== undefined) nonces.add(nonce);
    faults.push(...found.map((fault) => `${options.method ?? 'GET'} ${path} ${reply.status}: ${fault}`));
    return reply;
  } // prettier-ignore

  const filled = (pattern: string, payment: string) =>
    pattern.replaceAll(/:(\w+)/g, (_whole, name: string) =>
      name === 'paymentId' ? payment : name === 'day' ? '2026-01-01' : name === 'tokenNumber' ? 'GO-000001' : '999999',
    );

  it('holds on every route, for everybody', async () => {
    const faults: string[] = [];
    const statuses = new Set<number>();
    // The ways out come last: they end the sessions that the others need.
    const routes = listRoutes(test.app).sort((a, b) => Number(/logout/.test(a.path)) - Number(/logout/.test(b.path)));
    expect(routes.length).toBeGreaterThan(80);
    for (const { method, path: pattern } of routes) {
      for (const headers of Object.values(callers)) {
        const body = method === 'GET' ? '' : '{}';
        const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) };
        const path = filled(pattern, paymentId);
        statuses.add((await ask(path, { method, headers: { ...HTML, ...sent }, body }, faults)).status);
        if (pattern.includes(':paymentId')) await ask(filled(pattern, 'nothing'), { method, headers: sent, body }, faults);
      }
    }
    expect(faults).toEqual([]);
    for (const status of [200, 303, 400, 401, 404, 422]) expect(statuses).toContain(status);
  }, 180_000); // prettier-ignore

  it('Inertia’s JSON is private, and not mistaken for the page', async () => {
    const admin = { authorization: `Bearer ${(await test.as(ADMIN)).token}` };
    const page = await rawRequest(test.url, '/admin/dashboard', { headers: { ...HTML, ...admin } });
    const version = /"version":"([^"]+)"/.exec(page.text)?.[1] ?? '';
    const faults: string[] = [];
    for (const path of ['/dashboard', '/admin/dashboard', '/admin/transactions', '/transactions', '/admin/staff', '/nope']) {
      const headers = { ...admin, 'x-inertia': 'true', 'x-inertia-version': version };
      const { headers: got } = await ask(path, { headers }, faults);
      expect([path, got.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
      expect(got.get('x-inertia')).toBe('true');
      expect(got.get('vary')).toMatch(/\bX-Inertia\b/);
      const stale = await ask('/dashboard', { headers: { ...headers, 'x-inertia-version': 'old' } }, faults);
      expect([stale.status, stale.headers.get('vary')]).toEqual([409, expect.stringMatching(/\bX-Inertia\b/)]);
    }
    expect(faults).toEqual([]);
  }); // prettier-ignore

  it('downloads are named, typed and kept nowhere', async () => {
    const headers = { authorization: `Bearer ${(await test.as(ADMIN)).token}` };
    const faults: string[] = [];
    const files: [path: string, type: string][] = [
      ['/api/payments/admin/export?format=csv', 'text/csv; charset=utf-8'],
      ['/api/payments/admin/export?format=xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['/api/admin/audit/export', 'text/csv; charset=utf-8'],
      ['/api/settlements/sample.csv', 'text/csv; charset=utf-8'],
      ['/api/settlements/exceptions.csv', 'text/csv; charset=utf-8'],
    ];
    for (const [path, type] of files) {
      const reply = await ask(path, { headers }, faults);
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, type]);
      expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
    }
    expect(faults).toEqual([]);
  });

  it('error pages keep it, and tell nothing of the machine', async () => {
    const faults: string[] = [];
    const seller = { authorization: `Bearer ${(await test.as(SALES)).token}` };
    const big = `a=${'x'.repeat(70_000)}`;
    const cases: [status: number, path: string, options: Parameters<typeof rawRequest>[2]][] = [
      [400, '/%zz', {}],
      [400, '/payment/%00', {}],
      [400, '//evil.example', {}],
      [403, '/login', { method: 'POST', headers: FORM, body: 'email=a%40b.c&password=x' }],
      [403, '/api/admin/staff', { headers: seller }],
      [404, '/nope', {}],
      [404, '/api/nope', {}],
      [404, `/payment/${'0'.repeat(26)}`, {}],
      [404, '/payment/a/b/c', {}],
      [405, '/dashboard', { method: 'DELETE' }],
      [405, '/api/payments/create-link', { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }],
      [405, '/login', { method: 'TRACE' }],
      [413, '/login', { method: 'POST', headers: FORM, body: big }],
      [413, '/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(big) }],
      [415, '/login', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
      [415, '/api/login', { method: 'POST', headers: FORM, body: 'a=1' }],
    ];
    for (const [status, path, options] of cases) {
      const { headers } = options ?? {};
      const reply = await ask(path, { ...options, headers: { ...HTML, ...headers } }, faults);
      expect([path, reply.status]).toEqual([path, status]);
    }
    expect(faults).toEqual([]);
  }); // prettier-ignore

  it.each<[number, unknown]>([
    [500, new Error('SELECT secret FROM users at /src/main.js:1:1')],
    [503, Object.assign(new Error('SQLITE_BUSY: database is locked'), { code: 'SQLITE_BUSY' })],
  ])('an answer of %i keeps it as well, as a page and as JSON', async (status, error) => {
    const faults: string[] = [];
    const limiter = jest.spyOn(test.get(RateLimiter), 'require');
    for (const path of [`/payment/${paymentId}/initiate`, `/api/payments/${paymentId}/initiate`]) {
      limiter.mockRejectedValueOnce(error);
      const headers = path.startsWith('/api') ? { 'content-type': 'application/json' } : { ...FORM, ...HTML };
      const body = path.startsWith('/api') ? '{}' : '';
      expect((await ask(path, { method: 'POST', headers, body }, faults)).status).toBe(status);
    }
    expect(limiter).toHaveBeenCalledTimes(2);
    expect(faults).toEqual([]);
  });

  it('an answer of 429 keeps it as well', async () => {
    const faults: string[] = [];
    const headers = { 'content-type': 'application/csp-report' };
    let status = 204;
    for (let tries = 0; tries < 100 && status === 204; tries += 1)
      ({ status } = await ask('/api/csp-report', { method: 'POST', headers, body: '{}' }, faults));
    expect(status).toBe(429);
    expect(faults).toEqual([]);
  });

  it('every built file is what it says, and no source map is served or named', async () => {
    const faults: string[] = [];
    const files = readdirSync(CLIENT_DIR, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(CLIENT_DIR.length));
    const shown = files.filter((file) => /\.(?:js|css|woff2|png|svg|ico|webmanifest)$/.test(file));
    expect(shown.length).toBeGreaterThan(10);
    for (const file of shown) {
      const { status, headers } = await ask(`/build${file}`, {}, faults);
      expect([file, status, headers.getSetCookie()]).toEqual([file, 200, []]);
      expect((await ask(`/build${file}.map`, {}, faults)).status).toBe(404);
    }
    for (const file of files.filter((each) => !shown.includes(each)))
      expect([file, (await ask(`/build${file}`, {}, faults)).status]).toEqual([file, 404]);
    expect(faults).toEqual([]);
  });

  it.each([
    '/.env', '/.env.example', '/.git/HEAD', '/.git/config', '/package.json', '/package-lock.json', '/dist/src/main.js', '/src/main.ts',
    '/build/assets', '/build/assets/', '/build/.vite/manifest.json', '/build/../package.json', '/build/assets/../../.env',
    '/build/..%2f..%2fpackage.json', '/build/%2e%2e/%2e%2e/package.json', '/build/..%5c..%5cpackage.json', '/build/..\\..\\package.json',
    '/build/%252e%252e%252fpackage.json', '/build/%252e%252e/package.json', '/build/..;/package.json', '/build/.vite%2fmanifest.json',
    '/build/%2evite/manifest.json', '/build/assets/x.js%00.css', '/build/%00', '/..%2f..%2f.env', '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\.env', '/%5c..%5c.env', '/%252e%252e%252f.env', '/payment/..%2f..%2f.env', '/api/payments/..%2f..%2f.env',
    '/server-status', '/phpinfo.php', '/pg/__control', '/swagger', '/graphql', '/actuator/env', '/.well-known/openid-configuration',
  ])('%s is not there', async (path) => {
    const faults: string[] = [];
    const { status, text } = await ask(path, { headers: HTML }, faults);
    expect(status).toBe(404);
    expect(text).not.toMatch(/"dependencies"|"isEntry"|DATABASE_URL|root:/);
    expect(faults).toEqual([]);
  }); // prettier-ignore

  it.each(['/.env%00.html', '/%2e%2e//.env', '//etc/passwd', '/build//assets', '/%', '/%c0%ae%c0%ae/.env', `/${'a'.repeat(9000)}`])(
    '%.30s is refused or not there', async (path) => {
      const faults: string[] = [];
      expect([400, 404]).toContain((await ask(path, { headers: HTML }, faults)).status);
      expect(faults).toEqual([]);
    },
  ); // prettier-ignore

  it('logging out empties the browser of this host’s pages and stores, and leaves other hosts alone', async () => {
    for (const path of ['/logout', '/api/logout']) {
      const { token } = await test.as(SALES);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const reply = await ask(path, { method: 'POST', headers, body: '{}' });
      expect(reply.status).toBeLessThan(400);
      expect(reply.headers.get('clear-site-data')).toBe('"cache", "storage"');
    }
  });

  it('no policy anywhere allows inline scripts or eval', async () => {
    for (const path of ['/', '/dashboard', `/payment/${paymentId}`, '/api/docs', '/nope']) {
      const policy = policyOf((await ask(path)).headers);
      expect(policy.get('script-src')?.join(' ')).toMatch(/^'self' 'nonce-[\w+/=]+'$/);
      expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe-(?:eval|hashes)|strict-dynamic|\*/);
    }
  });
});
