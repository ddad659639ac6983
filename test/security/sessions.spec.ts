import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiLogin, atLogin, codeAt, OTHER_PASSWORD, staffId, submit, switchOn } from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { MINUTE, SECOND } from '../support/fake-clock.js';
import { query } from '../support/links.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const me = async (client: Client) => (await client.get('/api/auth/me')).status;
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
type Fields = Record<string, unknown>;

describe('a token', () => {
  let test: TestApp;
  let token: string;
  let claims: Fields;

  beforeAll(async () => {
    test = await TestApp.start();
    token = (await test.as(SALES)).token ?? '';
    claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Fields;
  });
  afterAll(() => test.close());

  const made = (payload: Fields, header: Fields = {}, key = test.settings.jwtSecret) => {
    const body = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(payload)}`;
    return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
  };
  /** By a key pair of the attacker's, which the header offers for checking. */
  const selfSigned = (header: Fields) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'RS256', use: 'sig' };
    const body = `${part({ alg: 'RS256', typ: 'JWT', jwk, ...header })}.${part(claims)}`;
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    return { token: `${body}.${sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64url')}`, pem };
  };

  it('of one person with the cookie of another is refused: nobody acts as two people', async () => {
    const cookie = async (who: { email: string; password: string }) => {
      const browser = test.client();
      await apiLogin(browser, who);
      return `td_session=${browser.cookies.get('td_session')}`;
    };
    const send = async (path: string, session: string) => {
      const client = await test.as(SALES);
      return client.get(path, { headers: { cookie: session } });
    };
    const [own, other] = [await cookie(SALES), await cookie(OTHER_SALES)];
    for (const path of ['/api/auth/me', '/dashboard', '/api/payments/0000000000000000000000000g/status'])
      expect([path, (await send(path, other)).status]).toEqual([path, 400]);
    expect((await send('/api/auth/me', other)).body).toMatchObject({ success: false, error: 'IDENTITY_CONFLICT' });
    expect((await send('/api/auth/me', own)).status).toBe(200);
    // What is no session names nobody.
    expect((await send('/api/auth/me', 'td_session=nonsense')).status).toBe(200);
  });

  it('of another person than the page is of does nothing, and shows nothing', async () => {
    const browser = test.client();
    await apiLogin(browser, OTHER_SALES);
    const [mine, first] = await Promise.all([OTHER_SALES, SALES].map(({ email }) => staffId(test, email)));
    const of = (person = '') => ({ 'X-Person': person });
    const inertia = {
      'X-Inertia': 'true',
      'X-Inertia-Version': /"version":"([^"]*)"/.exec((await browser.get('/dashboard')).text)?.[1] ?? '',
    };

    expect((await browser.get('/api/auth/me', { headers: of(mine) })).status).toBe(200);
    for (const wrong of [first, '', `0${mine}`, 'undefined']) {
      const { status, body } = await browser.get('/api/auth/me', { headers: of(wrong) });
      expect([wrong, status, body.error]).toEqual([wrong, 409, 'PERSON_CHANGED']);
    }
    const shown = await browser.get('/transactions?page=2', { headers: { ...inertia, ...of(first) } });
    expect([shown.status, shown.headers.get('X-Inertia-Location'), shown.headers.get('X-Session-End')]).toEqual([
      409,
      '/transactions?page=2',
      'otherPerson',
    ]);
    // The other person is not even signed out.
    const out = await browser.post('/api/logout', {}, of(first));
    expect([out.status, out.body.error, await me(browser)]).toEqual([409, 'PERSON_CHANGED', 200]);
    const form = { ...inertia, ...of(first), Referer: `${test.url}/dashboard?search=a` };
    const sent = await browser.post('/logout', {}, form);
    expect([sent.status, sent.headers.get('X-Inertia-Location'), await me(browser)]).toEqual([
      409,
      '/dashboard?search=a',
      200,
    ]);
    expect((await browser.get('/transactions', { headers: { ...inertia, ...of(mine) } })).status).toBe(200);
    // Nobody is signed in: the page of nobody comes as a document too.
    const nobody = test.client();
    const login = await nobody.get('/login', { headers: { ...inertia, ...of(first) } });
    expect([login.status, login.headers.get('X-Inertia-Location'), login.headers.get('X-Session-End')]).toEqual([
      409,
      '/login',
      null,
    ]);
    expect((await nobody.get('/api/auth/me', { headers: of(first) })).body.error).toBe('AUTH_REQUIRED');
  });

  it('is judged by our key and our algorithm alone, in the header and in the cookie', async () => {
    const [head = '', payload = '', mac = ''] = token.split('.');
    const unsigned = ['none', 'None', 'NONE', 'nOnE'].flatMap((alg) => [
      `${part({ alg, typ: 'JWT' })}.${payload}.`,
      `${part({ alg, typ: 'JWT' })}.${payload}.${mac}`,
    ]);
    const offered = selfSigned({ jku: 'https://evil.example/keys', x5u: 'https://evil.example/cert', kid: 'mine' });
    // Known to everybody: none of it may be a key.
    const publicTexts = ['', '\0', test.settings.appUrl, 'tokendesk', 'undefined', 'null', 'secret', head, offered.pem];
    const forged = [
      ...unsigned,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      offered.token,
      ...publicTexts.map((key) => made(claims, {}, key)),
      ...['../../dev/null', "x' UNION SELECT 'k", '/proc/self/environ'].map((kid) => made(claims, { kid }, '')),
      made(claims, { jwk: { kty: 'oct', k: part('k') }, alg: 'HS256' }, 'k'),
      made(claims, { alg: 'HS384' }),
      made(claims, { alg: ['HS256'] }),
      made(claims, { typ: 'at+jwt' }),
      made(claims, { typ: undefined }),
      `${head}.${part({ ...claims, sub: '1', role: 'admin' })}.${mac}`,
      `${head}.${part({ ...claims, exp: 9_999_999_999 })}.${mac}`,
    ];
    for (const bad of forged) {
      for (const via of ['bearer', 'cookie']) {
        const client = test.client();
        if (via === 'bearer') client.token = bad;
        else client.cookies.set('td_session', bad);
        expect([bad, via, await me(client)]).toEqual([bad, via, 401]);
      }
    }
  });

  it('says only what a token of ours says, even under our key', async () => {
    const now = Math.floor(test.clock.now().getTime() / 1000);
    const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));
    const wrong: Fields[] = [
      ...['exp', 'iat', 'sub', 'jti', 'aud', 'iss', 'use'].map(without),
      { ...claims, exp: now - 1 },
      { ...claims, exp: String(claims['exp']) },
      { ...claims, exp: null },
      { ...claims, nbf: now + 60 },
      { ...claims, nbf: 'soon' },
      { ...claims, aud: 'other' },
      { ...claims, iss: 'https://evil.example' },
      { ...claims, use: 'reset' },
      ...[[claims['sub']], { id: claims['sub'] }, Number(claims['sub']), '1 OR 1=1', '0', '-1', null].map((sub) => ({
        ...claims,
        sub,
      })),
      ...[['x'], { $ne: null }, '', "' OR 1=1"].map((jti) => ({ ...claims, jti })),
    ];
    for (const payload of wrong) {
      const client = test.client();
      client.token = made(payload);
      expect([payload, await me(client)]).toEqual([payload, 401]);
    }
    const good = test.client();
    // What is said of the role counts for nothing, and neither does where a key is to be found.
    good.token = made({ ...claims, role: 'admin', isAdmin: true }, { kid: 'x', jku: 'https://evil.example' });
    expect((await good.get('/api/auth/me')).body.data.role).toBe('sales_manager');
    expect((await good.get('/api/admin/staff')).status).toBe(403);
  });

  it('gives the role that the account has now, request by request', async () => {
    const client = await test.as(SALES);
    const id = await staffId(test, SALES.email);
    for (const [role, status] of [['admin', 200], ['sales_manager', 403]] as const) {
      await query(test, 'UPDATE users SET role = ? WHERE id = ?', [role, id]);
      expect((await client.get('/api/admin/staff')).status).toBe(status);
    } // prettier-ignore
  });

  it('planted before the login is worth nothing after it; the session that was there ends', async () => {
    const attacker = await atLogin(test);
    await submit(attacker, '/login', OTHER_SALES);
    const planted = attacker.cookies.get('td_session') ?? '';
    for (const value of [planted, 'made.up.token']) {
      const victim = await atLogin(test);
      victim.cookies.set('td_session', value);
      // The page tells the browser which form token fits what it carries.
      await victim.get('/account');
      await victim.get('/login');
      await submit(victim, '/login', SALES);
      const own = victim.cookies.get('td_session') ?? '';
      expect(own).not.toBe(value);
      expect((await victim.get('/api/auth/me')).body.data.email).toBe(SALES.email);
    }
    expect(await me(attacker)).toBe(401);
    const program = await test.as(SALES);
    await apiLogin(program, SALES);
    expect(await me(program)).toBe(200);
  });
});

describe('whatever ends a session ends it at once, cookie and bearer, on every instance', () => {
  // Only a database server can be shared; with a file the one instance has to do.
  const isShared = isOnServer();
  const env = { APP_URL: 'http://tokendesk.example.test', JWT_SECRET: 'the-same-for-both-instances-0123456789' };
  let one: TestApp;
  let two: TestApp;
  let admin: Client;
  let id: string;

  beforeAll(async () => {
    one = await TestApp.start({ env });
    two = isShared ? await TestApp.start({ env, database: { url: one.databaseUrl }, bank: one.bank }) : one;
    admin = await one.as(ADMIN);
    id = await staffId(one, SALES.email);
  });
  afterAll(async () => {
    if (two !== one) await two.stop();
    await one.close();
  });

  const change = (role: string) => () => admin.call('PUT', `/api/admin/staff/${id}/role`, { body: { role } });
  const put = (act: string) => () => admin.post(`/api/admin/staff/${id}/${act}`);

  it.each<[string, (program: Client, browser: Client) => Promise<{ status: number }>[]]>([
    ['logout', (program, browser) => [program.post('/api/logout'), browser.post('/api/logout')]],
    ['logout by the form', (program, browser) => [program.post('/api/logout'), browser.post('/logout')]],
    ['another role', () => [change('admin')()]],
    ['and the role of before', () => [change('sales_manager')()]],
    ['ending them all', () => [put('end-sessions')()]],
    ['disabling', () => [put('disable')()]],
  ])('%s', async (what, act) => {
    const program = await one.as(SALES);
    const browser = await atLogin(one);
    await submit(browser, '/login', SALES);
    const copies = [program, browser].flatMap((client) =>
      [one, two].map((app) => {
        const copy = app.client();
        copy.token = client.token;
        for (const [name, value] of client.cookies) copy.cookies.set(name, value);
        return copy;
      }),
    );
    expect(await Promise.all(copies.map(me))).toEqual([200, 200, 200, 200]);
    for (const done of act(program, browser)) expect([200, 302, 303]).toContain((await done).status);
    expect(await Promise.all(copies.map(me))).toEqual([401, 401, 401, 401]);
    if (what === 'disabling') expect((await put('enable')()).status).toBe(200);
  });

  it('a new password, and a reset by an admin', async () => {
    const changing = await one.as(SALES);
    const elsewhere = two.client();
    elsewhere.token = (await one.as(SALES)).token;
    const old = two.client();
    old.token = changing.token;
    expect([await me(elsewhere), await me(old)]).toEqual([200, 200]);
    const body = { currentPassword: SALES.password, newPassword: OTHER_PASSWORD };
    expect((await changing.post('/api/account/password', body)).status).toBe(200);
    expect([await me(elsewhere), await me(old)]).toEqual([401, 401]);
    const again = two.client();
    again.token = (await one.as({ ...SALES, password: OTHER_PASSWORD })).token;
    expect((await put('reset-password')()).status).toBe(200);
    expect(await me(again)).toBe(401);
  });
});

it('a code is good once, also between signing in and being asked again', async () => {
  const test = await TestApp.start();
  try {
    const { secret } = await switchOn(test, await test.as(ADMIN));
    test.clock.advance(MINUTE);
    const code = codeAt(secret, test.clock.now());
    const client = test.client();
    const login = await apiLogin(client, { ...ADMIN, code });
    client.token = login.body.data.token as string;
    expect((await client.post('/api/auth/step-up', { code })).body).toMatchObject({ error: 'CODE_WRONG' });
    expect((await apiLogin(test.client(), { ...ADMIN, code })).body).toMatchObject({ error: 'TOTP_INVALID' });
    test.clock.advance(31 * SECOND);
    const next = codeAt(secret, test.clock.now());
    expect((await client.post('/api/auth/step-up', { code: next })).status).toBe(200);
    expect((await client.post('/api/auth/step-up', { code: next })).status).toBe(422);
  } finally {
    await test.close();
  }
});
