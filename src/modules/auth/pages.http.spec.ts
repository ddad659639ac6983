import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { type AuthApp, startAuthApp } from '../../../test/support/auth-app.js';
import { MESSAGES } from '../../contracts/messages.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';

const ADMIN = { email: 'admin@tokendesk.test', password: 'admin-demo-2026' };
const PRIYA = { email: 'priya@tokendesk.test', password: 'sales-demo-2026' };
const INERTIA = { 'X-Inertia': 'true', 'X-Inertia-Version': 'dev' };

let server: AuthApp;
beforeAll(async () => {
  server = await startAuthApp();
});
afterAll(() => server.close());

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (bytes) => (answer += String(bytes)));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

/** Keeps cookies as a browser does. */
class Browser {
  readonly jar = new Map<string, string>();

  get(path: string, headers: Record<string, string> = {}) {
    return this.send(request(server.url).get(path).set(headers));
  }

  post(path: string, body: object | string, headers: Record<string, string> = {}) {
    return this.send(request(server.url).post(path).set(headers).send(body));
  }

  get xsrf(): Record<string, string> {
    return { 'X-XSRF-TOKEN': this.jar.get('XSRF-TOKEN') ?? '' };
  }

  private async send(req: request.Test): Promise<Response> {
    if (this.jar.size > 0) req.set('Cookie', [...this.jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const res = await req.redirects(0);
    for (const line of (res.get('Set-Cookie') as string[] | undefined) ?? []) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return res;
  }

  async signIn(who = PRIYA, next?: string): Promise<Response> {
    await this.get('/login');
    return this.post('/login', { ...who, next }, { ...INERTIA, ...this.xsrf });
  }
}

const pageOf = (res: Response) =>
  res.body as { component: string; props: Record<string, unknown>; flash?: object; clearHistory?: boolean };

describe('the login page', () => {
  it.each(['/', '/login'])('is at %s', async (path) => {
    const browser = new Browser();
    const res = await browser.get(`${path}?next=/transactions`, INERTIA);
    expect(res.status).toBe(200);
    expect(pageOf(res)).toMatchObject({ component: 'Auth/Login', props: { next: '/transactions' } });
    expect(browser.jar.has('XSRF-TOKEN')).toBe(true);
    const html = await new Browser().get(path);
    expect(html.text).toContain('data-page="app"');
    expect(html.get('Content-Security-Policy')).toMatch(/script-src 'self' 'nonce-[\w+/=]+'/);
  });

  it('signs in and leads to the home of the role', async () => {
    const browser = new Browser();
    const before = (await browser.get('/login'), browser.jar.get('XSRF-TOKEN'));
    const res = await browser.post('/login', PRIYA, { ...INERTIA, ...browser.xsrf });
    expect(res.status).toBe(303);
    expect(res.get('Location')).toBe('/dashboard');
    expect(browser.jar.get('XSRF-TOKEN')).not.toBe(before);
    expect((await browser.get('/')).get('Location')).toBe('/dashboard');
    expect((await browser.get('/dashboard')).status).toBe(200);
    const admin = new Browser();
    expect((await admin.signIn(ADMIN)).get('Location')).toBe('/admin/dashboard');
    expect((await admin.get('/dashboard')).status).toBe(200);
  });

  it.each([
    ['/dashboard?page=2', '/dashboard?page=2'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    ['/admin/dashboard', '/dashboard'],
    ['/api/auth/me', '/dashboard'],
  ])('leads from next=%s to %s', async (next, target) => {
    expect((await new Browser().signIn(PRIYA, next)).get('Location')).toBe(target);
  });

  it('shows what went wrong', async () => {
    const browser = new Browser();
    const res = await browser.signIn({ ...PRIYA, password: 'not the right one' });
    expect(res.status).toBe(303);
    expect(browser.jar.has('td_session')).toBe(false);
    const page = await browser.get('/login', INERTIA);
    expect(pageOf(page).props['errors']).toEqual({ form: SERVER_MESSAGES.login.invalid });
    const empty = new Browser();
    await empty.signIn({ email: '', password: '' });
    expect(pageOf(await empty.get('/login', INERTIA)).props['errors']).toEqual({ form: MESSAGES.login.missing });
  });

  it('signs out, and the history is forgotten', async () => {
    const browser = new Browser();
    await browser.signIn();
    const res = await browser.post('/logout', {}, { ...INERTIA, ...browser.xsrf });
    expect([res.status, res.get('Location')]).toEqual([303, '/']);
    expect(browser.jar.has('td_session')).toBe(false);
    expect(pageOf(await browser.get('/', INERTIA)).clearHistory).toBe(true);
    expect((await browser.get('/dashboard')).get('Location')).toBe('/?next=%2Fdashboard');
  });
});

describe('guards', () => {
  it('leads a visitor to the login', async () => {
    const browser = new Browser();
    expect((await browser.get('/dashboard?search=a b')).get('Location')).toBe('/?next=%2Fdashboard%3Fsearch%3Da%2520b');
    expect((await browser.get('/admin/dashboard')).get('Location')).toBe('/login?next=%2Fadmin%2Fdashboard');
    expect((await browser.get('/dashboard', INERTIA)).get('Location')).toBe('/?next=%2Fdashboard');
  });

  it('leads a page whose session is over to a login page of its own document, which says why it comes', async () => {
    const browser = new Browser();
    browser.jar.set('td_session', 'ended');
    const res = await browser.get('/dashboard', { ...INERTIA, 'X-Person': '7' });
    expect([res.status, res.get('X-Inertia-Location'), res.get('X-Session-End'), res.get('X-Inertia')]).toEqual([
      409,
      '/?next=%2Fdashboard',
      'expired',
      undefined,
    ]);
    expect(pageOf(await browser.get('/', INERTIA)).flash).toEqual({ error: MESSAGES.auth.expired });
  });

  it('leads a sales manager home from admin pages', async () => {
    const browser = new Browser();
    await browser.signIn();
    const res = await browser.get('/admin/dashboard', INERTIA);
    expect([res.status, res.get('Location')]).toEqual([302, '/dashboard']);
    expect(pageOf(await browser.get('/nowhere', INERTIA))).toMatchObject({
      component: 'Error',
      flash: { error: SERVER_MESSAGES.auth.adminOnly },
    });
    expect((await browser.get('/api/admin-only')).body).toMatchObject({
      error: 'FORBIDDEN',
      message: SERVER_MESSAGES.auth.adminOnly,
    });
  });

  it('closes a route that names nobody', async () => {
    expect((await new Browser().get('/api/forgotten')).status).toBe(404);
  });

  it('takes a broken cookie for none', async () => {
    const browser = new Browser();
    browser.jar.set('td_session', 'rubbish');
    const res = await browser.get('/login', INERTIA);
    expect(pageOf(res).component).toBe('Auth/Login');
    expect(browser.jar.has('td_session')).toBe(false);
    browser.jar.set('td_session', 'j:{"a":1}');
    expect((await browser.get('/dashboard')).status).toBe(302);
  });
});

describe('CSRF', () => {
  const note = { name: 'A note', email: 'a@b.example', amount: 10 };

  it('asks for the token with a cookie, not with a bearer header', async () => {
    const browser = new Browser();
    await browser.signIn();
    expect((await browser.post('/api/notes', note)).body).toMatchObject({ success: false, error: 'CSRF_FAILED' });
    expect((await browser.post('/api/notes', note, { 'X-XSRF-TOKEN': 'x' })).status).toBe(403);
    expect((await browser.post('/api/notes', note, browser.xsrf)).status).toBe(201);
    const api = await request(server.url).post('/api/login').send(PRIYA);
    const { token } = (api.body as { data: { token: string } }).data;
    const bearer = { Authorization: `Bearer ${token}`, Origin: 'https://evil.example' };
    expect((await request(server.url).post('/api/notes').set(bearer).send(note)).status).toBe(201);
  });

  it('binds the token to its session', async () => {
    const [one, other] = [new Browser(), new Browser()];
    await one.signIn();
    await other.signIn(ADMIN);
    one.jar.set('XSRF-TOKEN', other.jar.get('XSRF-TOKEN')!);
    expect((await one.post('/api/notes', note, one.xsrf)).status).toBe(403);
    const anonymous = new Browser();
    await anonymous.get('/login');
    one.jar.set('XSRF-TOKEN', anonymous.jar.get('XSRF-TOKEN')!);
    expect((await one.post('/api/notes', note, one.xsrf)).status).toBe(403);
    await one.get('/dashboard');
    expect((await one.post('/api/notes', note, one.xsrf)).status).toBe(201);
  });

  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:3000.evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('refuses %j whatever else it shows', async (headers) => {
    const browser = new Browser();
    await browser.signIn();
    expect((await browser.post('/api/notes', note, { ...browser.xsrf, ...(headers as object) })).status).toBe(403);
    expect((await browser.post('/api/login', PRIYA, { ...browser.xsrf, ...(headers as object) })).status).toBe(403);
    expect((await new Browser().post('/api/login', PRIYA, headers as object as Record<string, string>)).status).toBe(
      403,
    );
  });

  it.each([
    { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  ])('takes %j from a page of ours', async (headers) => {
    const browser = new Browser();
    await browser.signIn();
    expect((await browser.post('/api/notes', note, { ...browser.xsrf, ...headers })).status).toBe(201);
  });

  it('protects the login, whose page is shown again', async () => {
    expect((await new Browser().post('/login', PRIYA)).status).toBe(403);
    expect((await new Browser().post('/LOGIN/', PRIYA)).status).toBe(403);
    const browser = new Browser();
    await browser.get('/login');
    const res = await browser.post('/login', PRIYA, { ...INERTIA, Referer: `${server.url}/login?next=/x` });
    expect([res.status, res.get('Location')]).toEqual([303, '/login?next=/x']);
    expect(pageOf(await browser.get('/login', INERTIA)).flash).toEqual({ error: SERVER_MESSAGES.auth.pageExpired });
  });

  it('takes the token of a plain form', async () => {
    const browser = new Browser();
    await browser.get('/login');
    const form = new URLSearchParams({ ...PRIYA, _token: browser.jar.get('XSRF-TOKEN')! });
    const res = await browser.post('/login', form.toString());
    expect([res.status, res.get('Location')]).toEqual([303, '/dashboard']);
  });

  it('lets the bank in without a session, reads nothing of its body, and sets no cookie', async () => {
    const res = await request(server.url)
      .post('/payment/verify')
      .set({ Origin: 'https://bank.example', 'Sec-Fetch-Site': 'cross-site' })
      .type('form')
      .send('invoiceNo=1&a=1&a=2&respDescription=%FF');
    expect(res.status).toBe(200);
    expect(res.body).toEqual({});
    expect(res.get('Set-Cookie')).toBeUndefined();
  });

  it('keeps the pages of customers free of cookies', async () => {
    const stranger = new Browser();
    const res = await stranger.get('/payment/abc');
    expect(res.get('Set-Cookie')).toBeUndefined();
    expect(res.get('Referrer-Policy')).toBe('no-referrer');
    expect(res.get('Content-Security-Policy')).toMatch(/style-src 'self' 'nonce-[\w+/=]+';/);
    const staff = new Browser();
    await staff.signIn();
    staff.jar.delete('XSRF-TOKEN');
    await staff.get('/payment/abc');
    expect(staff.jar.has('XSRF-TOKEN')).toBe(true);
  });
});

describe('errors', () => {
  it('leaks nothing', async () => {
    const res = await new Browser().get('/api/broken');
    expect(res.status).toBe(500);
    expect(res.body).toEqual({
      success: false,
      message: MESSAGES.general.internal,
      error: 'INTERNAL',
      details: { requestId: res.get('X-Request-Id') },
    });
    expect(res.get('X-Powered-By')).toBeUndefined();
  });

  it('says when to come back', async () => {
    const res = await new Browser().get('/api/bank-down');
    expect([res.status, res.get('Retry-After')]).toEqual([503, '7']);
    const limited = [];
    for (let i = 0; i < 3; i += 1) limited.push(await new Browser().get('/api/limited'));
    expect(limited.map((answer) => answer.status)).toEqual([200, 200, 429]);
    expect(Number(limited[2]!.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('answers unknown addresses in the language of the asker', async () => {
    expect((await new Browser().get('/api/nowhere')).body).toMatchObject({ success: false, error: 'NOT_FOUND' });
    expect((await new Browser().get('/nowhere', { Accept: 'application/json' })).body).toMatchObject({
      error: 'NOT_FOUND',
    });
    const html = await new Browser().get('/nowhere', { Accept: 'text/html' });
    expect([html.status, html.type]).toEqual([404, 'text/html']);
    expect(pageOf(await new Browser().get('/nowhere', INERTIA))).toMatchObject({
      component: 'Error',
      props: { status: 404 },
    });
    expect((await new Browser().get('/build/app-1234.js')).type).toBe('text/plain');
  });

  it('knows a wrong verb', async () => {
    const res = await new Browser().get('/api/notes');
    expect([res.status, res.get('Allow')]).toEqual([405, 'POST']);
    expect((await request(server.url).delete('/api/auth/me')).status).toBe(405);
    expect((await request(server.url).trace('/api/auth/me')).status).toBe(405);
  });

  it.each([
    '/%',
    '/%zz',
    '//',
    '/%00',
    '/..%2f',
    '/payment/%',
    '/payment/%00',
    '/%5cevil',
    '/api/%c0%af',
    `/${'a'.repeat(9000)}`,
  ])('survives %.40s', async (path) => {
    const res = await new Browser().get(path);
    expect([400, 404]).toContain(res.status);
  });

  it.each([
    'GET //',
    'GET /\\\\evil',
    'GET http://evil.example/',
    'OPTIONS *',
    'PURGE /',
    'GET /%',
    'LINK /login',
    'HEAD /api/notes',
  ])('survives "%s" on the wire', async (start) => {
    const answer = await raw(`${start} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:200|302|400|403|404|405) /);
    expect(answer).not.toMatch(/ at .*\.[jt]s:\d/);
  });

  it('tells a malformed request from a wrongly filled field', async () => {
    const api = await request(server.url).post('/api/login').send(PRIYA);
    const { token } = (api.body as { data: { token: string } }).data;
    const send = async (body: object) =>
      (await request(server.url).post('/api/notes').auth(token, { type: 'bearer' }).send(body)).body as object;
    const fine = { name: ' A note ', email: 'a@b.example', amount: '10.50' };
    expect(await send(fine)).toMatchObject({ data: { name: 'A note', amount: '10.50' } });
    expect(await send({ ...fine, name: 'x', email: 'x' })).toMatchObject({
      error: 'FIELD_ERRORS',
      details: { name: 'Name must be at least 2 characters', email: 'Invalid email format' },
    });
    expect(await send({ email: 'a@b.example', amount: 1 })).toMatchObject({
      error: 'FIELD_ERRORS',
      details: { name: expect.any(String) },
    });
    for (const bad of [
      { name: 1 },
      { name: 'a\u202eb' },
      { amount: '0x10' },
      { amount: -1 },
      { amount: null, name: [] },
      { status: 'completed' },
    ]) {
      expect(await send({ ...fine, ...bad })).toMatchObject({ error: 'VALIDATION_FAILED' });
    }
  });
});
