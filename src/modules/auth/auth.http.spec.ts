import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { DataSource } from 'typeorm';
import { type AuthApp, startAuthApp } from '../../../test/support/auth-app.js';
import { MESSAGES } from '../../contracts/messages.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { AuditLogEntity } from '../../database/entities/audit-log.entity.js';
import { StaffService } from './index.js';

const ADMIN = { email: 'admin@tokendesk.test', password: 'admin-demo-2026' };
const PRIYA = { email: 'priya@tokendesk.test', password: 'sales-demo-2026' };

let server: AuthApp;
beforeAll(async () => {
  server = await startAuthApp();
});
afterAll(() => server.close());

const http = () => request(server.url);
const cookiesOf = (res: Response) => (res.get('Set-Cookie') as string[] | undefined) ?? [];
const cookieValue = (res: Response, name: string) =>
  cookiesOf(res)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]
    ?.slice(name.length + 1) ?? null;

async function apiLogin(who = PRIYA) {
  const res = await http().post('/api/login').send(who).expect(200);
  const { data } = res.body as { data: { token: string; user: Record<string, unknown> } };
  const session = cookieValue(res, 'td_session')!;
  const xsrf = cookieValue(res, 'XSRF-TOKEN')!;
  return {
    res,
    token: data.token,
    user: data.user,
    session,
    xsrf,
    cookie: `td_session=${session}; XSRF-TOKEN=${xsrf}`,
  };
}

function forged(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key = server.settings.jwtSecret,
) {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`;
  const mac = createHmac('sha256', key).update(body).digest('base64url');
  return header['alg'] === 'none' ? `${body}.` : `${body}.${mac}`;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

describe('POST /api/login', () => {
  it('answers user and token, and sets the cookies', async () => {
    const { res, user, token } = await apiLogin(ADMIN);
    expect(user).toEqual({ id: expect.any(String), name: 'Anita Desai', email: ADMIN.email, role: 'admin' });
    expect(token.split('.')).toHaveLength(3);
    const session = cookiesOf(res).find((line) => line.startsWith('td_session='))!;
    expect(session).toMatch(/HttpOnly/);
    expect(session).toMatch(/SameSite=Lax/);
    expect(session).toMatch(/Path=\//);
    expect(session).not.toMatch(/Secure|Domain/);
    expect(cookiesOf(res).find((line) => line.startsWith('XSRF-TOKEN='))).not.toMatch(/HttpOnly/);
    expect(res.get('Cache-Control')).toBe('no-store');
  });

  it('answers the same for unknown, wrong and disabled', async () => {
    const staff = server.app.get(StaffService);
    const user = await staff.create({
      name: 'Gone Away',
      email: 'gone@tokendesk.test',
      role: 'sales_manager',
      password: 'a fine long one 7',
    });
    await staff.disable(user.id);
    const bodies = [];
    for (const [email, password] of [
      ['nobody@tokendesk.test', 'a fine long one 7'],
      [PRIYA.email, 'wrong password 1'],
      ['gone@tokendesk.test', 'a fine long one 7'],
      ['príya@tokendesk.test', PRIYA.password],
      [PRIYA.email, `${PRIYA.password}\0`],
      [PRIYA.email, 'x'.repeat(20_000)],
    ]) {
      const res = await http().post('/api/login').send({ email, password }).expect(401);
      expect(res.get('Set-Cookie')).toBeUndefined();
      bodies.push(res.body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toEqual({ success: false, message: SERVER_MESSAGES.login.invalid, error: 'INVALID_CREDENTIALS' });
  });

  it.each([
    [{}, 400, 'LOGIN_INCOMPLETE'],
    [{ email: ' ', password: 'x' }, 400, 'LOGIN_INCOMPLETE'],
    [{ email: ['a@b.c'], password: 'x' }, 400, 'VALIDATION_FAILED'],
    [{ email: { $ne: 1 }, password: 'x' }, 400, 'VALIDATION_FAILED'],
    [{ ...PRIYA, role: 'admin' }, 400, 'VALIDATION_FAILED'],
    [[PRIYA], 400, 'VALIDATION_FAILED'],
  ])('refuses %j', async (body, status, code) => {
    const res = await http()
      .post('/api/login')
      .send(body as object)
      .expect(status);
    expect(res.body).toMatchObject({ success: false, error: code });
  });

  it('leaves an audit row that names the person and the request', async () => {
    const { res, user } = await apiLogin();
    const row = await server.app
      .get(DataSource)
      .getRepository(AuditLogEntity)
      .findOneByOrFail({ requestId: res.get('X-Request-Id') as string });
    expect(row).toMatchObject({ action: 'auth.login', actorKind: 'staff', subjectId: user['id'] });
    expect(String(row.actorUserId)).toBe(user['id']);
  });

  it('takes the e-mail in any letter case', async () => {
    await http()
      .post('/api/login')
      .send({ ...PRIYA, email: '  PRIYA@TokenDesk.test ' })
      .expect(200);
  });

  it('refuses what is no JSON', async () => {
    const text = JSON.stringify(PRIYA);
    await http().post('/api/login').set('Content-Type', 'text/plain').send(text).expect(415);
    await http().post('/api/login').type('form').send(PRIYA).expect(415);
    await http().post('/api/login').set('Content-Type', 'application/json').send('{"email":').expect(400);
    await http().post('/api/login').set('Content-Type', 'application/json').send('{"__proto__":{"a":1}}').expect(400);
    await http()
      .post('/api/login')
      .send({ email: 'x'.repeat(70_000), password: 'x' })
      .expect(413);
    await http().post('/api/login').set('Content-Type', 'application/json').send('['.repeat(60_000)).expect(400);
  });
});

describe('sessions', () => {
  it('works by bearer and by cookie until logout, which ends both', async () => {
    const { token, cookie, xsrf } = await apiLogin();
    const me = () => http().get('/api/auth/me');
    expect((await me().set('Authorization', `Bearer ${token}`).expect(200)).body).toMatchObject({
      data: { email: PRIYA.email },
    });
    await me().set('Cookie', cookie).expect(200);
    await me().query({ token, access_token: token }).expect(401);
    const out = await http().post('/api/logout').set('Cookie', cookie).set('X-XSRF-TOKEN', xsrf).expect(200);
    expect(cookieValue(out, 'td_session')).toBe('');
    expect(out.get('Clear-Site-Data')).toContain('cache');
    await me().set('Authorization', `Bearer ${token}`).expect(401);
    const dead = await me().set('Cookie', cookie).expect(401);
    expect(dead.body).toEqual({ success: false, message: MESSAGES.auth.required, error: 'AUTH_REQUIRED' });
    expect(cookieValue(dead, 'td_session')).toBe('');
  });

  it('prefers a bearer header, good or bad', async () => {
    const { cookie } = await apiLogin();
    const res = await http()
      .get('/api/auth/me')
      .set('Cookie', cookie)
      .set('Authorization', 'Bearer rubbish')
      .expect(401);
    expect(res.get('Set-Cookie')).toBeUndefined();
  });

  it('refuses every forged token', async () => {
    const { token } = await apiLogin();
    const good = claimsOf(token);
    const now = Math.floor(Date.now() / 1000);
    const { exp: _exp, ...endless } = good;
    const tokens = [
      forged(good, { alg: 'none' }),
      forged(good, { alg: 'None' }),
      `${token.split('.').slice(0, 2).join('.')}.`,
      forged(good, {}, 'another key that is long enough to be one'),
      forged(good, {}, ''),
      forged(good, { alg: 'HS512' }),
      forged(good, { typ: 'at+jwt' }),
      forged({ ...good, exp: now - 10 }),
      forged({ ...good, nbf: now + 600 }),
      forged({ ...good, aud: 'other' }),
      forged({ ...good, iss: 'https://evil.example' }),
      forged({ ...good, use: 'reset' }),
      forged(endless),
      forged({ ...good, sub: [good['sub']] }),
      forged({ ...good, sub: 1 }),
      forged({ ...good, sub: '1' === good['sub'] ? '2' : '1' }),
      forged({ ...good, jti: 'aaaaaaaaaaaaaaaaaaaaaaaaaa' }),
    ];
    for (const bad of tokens) await http().get('/api/auth/me').set('Authorization', `Bearer ${bad}`).expect(401);
    await http()
      .get('/api/auth/me')
      .set('Authorization', `Bearer ${forged(good)}`)
      .expect(200);
  });

  it('ends with the account, and a new password ends it as well', async () => {
    const staff = server.app.get(StaffService);
    const user = await staff.create({
      name: 'Meera Nair',
      email: 'meera@tokendesk.test',
      role: 'admin',
      password: 'first good one 11',
    });
    const first = await apiLogin({ email: user.email, password: 'first good one 11' });
    const password = await staff.resetPassword(user.id);
    await http().get('/api/auth/me').set('Authorization', `Bearer ${first.token}`).expect(401);
    const second = await apiLogin({ email: user.email, password });
    await staff.disable(user.id);
    await http().get('/api/auth/me').set('Authorization', `Bearer ${second.token}`).expect(401);
    await staff.enable(user.id);
    await http().get('/api/auth/me').set('Authorization', `Bearer ${second.token}`).expect(401);
  });

  it('keeps the last active admin', async () => {
    const staff = server.app.get(StaffService);
    const { id } = await staff.getByEmail(ADMIN.email);
    for (const user of await staff.list()) if (user.role === 'admin' && user.id !== id) await staff.disable(user.id);
    await expect(staff.disable(id)).rejects.toMatchObject({ code: 'LAST_ACTIVE_ADMIN' });
  });
});

describe('the limits of a session', () => {
  it('ends after 30 idle minutes, and after SESSION_HOURS in any case', async () => {
    const own = await startAuthApp();
    try {
      const login = await request(own.url).post('/api/login').send(PRIYA).expect(200);
      const { token } = (login.body as { data: { token: string } }).data;
      const me = () => request(own.url).get('/api/auth/me').set('Authorization', `Bearer ${token}`);
      for (let used = 0; used < 11 * 60; used += 29) {
        own.clock.advance(29 * 60_000);
        await me().expect(200);
      }
      own.clock.advance(29 * 60_000);
      await me().expect(200);
      own.clock.advance(29 * 60_000);
      await me().expect(401);
      const again = await request(own.url).post('/api/login').send(PRIYA).expect(200);
      own.clock.advance(31 * 60_000);
      const idle = (again.body as { data: { token: string } }).data.token;
      await request(own.url).get('/api/auth/me').set('Authorization', `Bearer ${idle}`).expect(401);
    } finally {
      await own.close();
    }
  });
});

describe('throttling', () => {
  it('delays with doubling steps and forgets after a success', async () => {
    const own = await startAuthApp();
    const login = (password: string) =>
      request(own.url).post('/api/login').send({ email: 'rahul@tokendesk.test', password });
    try {
      own.clock.stop();
      for (let i = 0; i < 5; i += 1) await login('wrong wrong wrong').expect(401);
      const blocked = await login('sales-demo-2026').expect(429);
      expect(blocked.get('Retry-After')).toBe('1');
      expect(blocked.body).toMatchObject({ error: 'LOGIN_THROTTLED', message: MESSAGES.login.throttled(1) });
      own.clock.advance(1100);
      await login('wrong wrong wrong').expect(401);
      expect((await login('sales-demo-2026').expect(429)).get('Retry-After')).toBe('2');
      await request(own.url).post('/api/login').send(PRIYA).expect(200);
      own.clock.advance(2100);
      await login('sales-demo-2026').expect(200);
      for (let i = 0; i < 4; i += 1) await login('wrong wrong wrong').expect(401);
      await login('sales-demo-2026').expect(200);
    } finally {
      await own.close();
    }
  });

  it('lets no burst through before its first failure is counted', async () => {
    const own = await startAuthApp();
    try {
      own.clock.stop();
      const tries = Array.from({ length: 30 }, () =>
        request(own.url).post('/api/login').send({ email: ADMIN.email, password: 'guess guess guess' }),
      );
      const statuses = (await Promise.all(tries)).map((res) => res.status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(25);
    } finally {
      await own.close();
    }
  });
});

it('hardens cookies and headers in production', async () => {
  const own = await startAuthApp({ production: true });
  try {
    const staff = own.app.get(StaffService);
    await staff.create({
      name: 'Asha Menon',
      email: 'asha@example.com',
      role: 'admin',
      password: 'a really good phrase',
    });
    const res = await request(own.url)
      .post('/api/login')
      .send({ email: 'asha@example.com', password: 'a really good phrase' });
    const session = cookiesOf(res).find((line) => line.startsWith('__Host-td_session='))!;
    expect(session).toMatch(/; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(cookiesOf(res).find((line) => line.startsWith('XSRF-TOKEN='))).toMatch(/Secure; SameSite=Lax$/);
    expect(res.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
    const origin = own.url.replace('127.0.0.1', 'localhost');
    await request(own.url).post('/api/login').set('Origin', origin).send(PRIYA).expect(403);
    await request(own.url).post('/api/login').send(PRIYA).expect(401);
  } finally {
    await own.close();
  }
});
