import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KEEP_STORAGE_HEADER } from '../../src/contracts/auth.js';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import { apiLogin, atLogin, audited, OTHER_PASSWORD, staffId, submit } from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { EventReader } from '../support/event-reader.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

describe('sessions', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterAll(() => test.close());

  const me = async (client: Client) => (await client.get('/api/auth/me')).status;
  const asBrowser = async (who = SALES) => {
    const browser = await atLogin(test);
    await submit(browser, '/login', who);
    return browser;
  };

  it('end after 30 idle minutes; the event stream and background polls do not keep them alive', async () => {
    const client = await test.as(SALES);
    const idle = await test.as(SALES);
    for (let quarter = 0; quarter < 3; quarter += 1) {
      test.clock.advance(14 * MINUTE);
      expect(await me(client)).toBe(200);
      // After 42 minutes of nothing else it is over.
      if (quarter < 2) (await EventReader.open(idle)).close();
      await idle.get('/api/auth/me', { headers: { 'X-Background': '1' } });
    }
    expect(await me(idle)).toBe(401);
    test.clock.advance(12 * HOUR);
    expect(await me(client)).toBe(401);
  });

  it('are listed with device and shortened address, and ended one by one or all others at once', async () => {
    const browser = await asBrowser();
    const other = test.client();
    const login = await other.post('/api/login', SALES, { 'user-agent': WINDOWS });
    other.token = login.body.data.token as string;
    other.cookies.clear();
    const third = await test.as(SALES);
    const { data } = (await browser.get('/api/account/sessions')).body;
    const windows = data.find((row: { device: string }) => row.device === 'Chrome on Windows');
    expect(windows).toEqual({
      id: expect.any(String),
      isCurrent: false,
      kind: 'bearer',
      device: 'Chrome on Windows',
      address: '127.0.0.x',
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
    });
    expect(data.filter((row: { isCurrent: boolean }) => row.isCurrent)).toHaveLength(1);
    // Somebody else's session is as unknown as one that never was.
    const stranger = await test.as(OTHER_SALES);
    const foreign = await stranger.post(`/api/account/sessions/${windows.id}/end`);
    const unknown = await stranger.post('/api/account/sessions/999999/end');
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await browser.post(`/api/account/sessions/${windows.id}/end`)).status).toBe(200);
    expect([await me(other), await me(third), await me(browser)]).toEqual([401, 200, 200]);
    expect((await browser.post('/api/account/sessions/end-others')).body.message).toBe(
      OFFICE_MESSAGES.account.othersEnded,
    );
    expect([await me(third), await me(browser)]).toEqual([401, 200]);
  });

  it('a new password needs the present one, renews this session and ends the others', async () => {
    const browser = await asBrowser(OTHER_SALES);
    const other = await test.as(OTHER_SALES);
    const before = browser.cookies.get('td_session');
    const change = (currentPassword: string, newPassword: string, client = browser) =>
      client.post('/api/account/password', { currentPassword, newPassword });
    expect((await change('not the password', OTHER_PASSWORD)).body).toMatchObject({
      error: 'PASSWORD_WRONG',
      details: { currentPassword: OFFICE_MESSAGES.account.passwordWrong },
    });
    expect((await change(OTHER_SALES.password, 'password1234')).body).toMatchObject({
      error: 'PASSWORD_TOO_WEAK',
      details: { newPassword: expect.any(String) },
    });
    expect((await change(OTHER_SALES.password, OTHER_SALES.password)).body).toMatchObject({
      error: 'PASSWORD_TOO_WEAK',
      details: { newPassword: OFFICE_MESSAGES.account.passwordUnchanged },
    });
    const done = await change(OTHER_SALES.password, OTHER_PASSWORD);
    expect(done.body).toEqual({
      success: true,
      data: { token: null },
      message: OFFICE_MESSAGES.account.passwordChanged,
    });
    expect(browser.cookies.get('td_session')).not.toBe(before);
    expect([await me(browser), await me(other)]).toEqual([200, 401]);
    const old = test.client();
    old.cookies.set('td_session', before ?? '');
    expect(await me(old)).toBe(401);
    // A program gets its new token in the answer; the XSRF token of a browser fits its new session.
    const program = await test.as({ ...OTHER_SALES, password: OTHER_PASSWORD });
    const renewed = await change(OTHER_PASSWORD, OTHER_SALES.password, program);
    expect(await me(program)).toBe(401);
    program.token = renewed.body.data.token as string;
    expect(await me(program)).toBe(200);
    expect(await audited(test, 'auth.password-changed')).toHaveLength(2);
  });

  it('are 20 at most: the longest unused one ends', async () => {
    const first = await test.as(SALES);
    await first.post('/api/account/sessions/end-others');
    const second = await test.as(SALES);
    test.clock.advance(2 * MINUTE);
    await me(first);
    const { data } = (await first.get('/api/account/sessions')).body;
    for (let more = data.length as number; more <= 20; more += 1) {
      test.clock.advance(2000);
      await test.as(SALES);
    }
    expect([await me(first), await me(second)]).toEqual([200, 401]);
    expect((await first.get('/api/account/sessions')).body.data).toHaveLength(20);
  });

  it('logging out clears what the browser holds', async () => {
    const browser = await asBrowser();
    const out = await browser.post('/api/logout');
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
    expect(browser.cookies.has('td_session')).toBe(false);
    expect(await me(browser)).toBe(401);
  });

  it('logging out leaves the stores of a browser in which sales of other people wait', async () => {
    const browser = await asBrowser();
    const out = await browser.post('/api/logout', {}, { [KEEP_STORAGE_HEADER]: 'waiting-sales' });
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache"');
    expect(await me(browser)).toBe(401);
  });

  it('go on while the signing key is changed, and end with the old key', async () => {
    const { jwtSecret, appUrl } = test.settings;
    const next = 'the-next-signing-key-0123456789-abcdefgh';
    const browser = await asBrowser();
    await test.stop();
    const run = async (env: Record<string, string>, work: (app: TestApp) => Promise<void>) => {
      const app = await TestApp.start({
        database: { url: test.databaseUrl },
        bank: test.bank,
        env: { APP_URL: appUrl, ...env },
      });
      try {
        await work(app);
      } finally {
        await app.stop();
      }
    };
    const at = (app: TestApp) => {
      const moved = app.client();
      for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
      return moved;
    };
    let fresh = '';
    await run({ JWT_SECRET: next, JWT_SECRET_PREVIOUS: jwtSecret }, async (app) => {
      app.clock.advance(test.clock.now().getTime() - app.clock.now().getTime());
      // Reads and writes: the XSRF token holds as well.
      expect((await at(app).post('/api/account/sessions/end-others')).status).toBe(200);
      fresh = (await apiLogin(app.client(), ADMIN)).body.data.token as string;
    });
    await run({ JWT_SECRET: next }, async (app) => {
      app.clock.advance(test.clock.now().getTime() - app.clock.now().getTime());
      expect(await me(at(app))).toBe(401);
      const program = app.client();
      program.token = fresh;
      expect(await me(program)).toBe(200);
    });
  });
});

// Only a database server can be shared; with a file the one instance has to do.
it('a session ends at once with another role, by an admin, and by disabling, on every instance', async () => {
  const isShared = isOnServer();
  const env = { APP_URL: 'http://tokendesk.example.test', JWT_SECRET: 'the-same-for-both-instances-0123456789' };
  const one = await TestApp.start({ env });
  const two = isShared ? await TestApp.start({ env, database: { url: one.databaseUrl }, bank: one.bank }) : null;
  try {
    const admin = await one.as(ADMIN);
    const id = await staffId(one, SALES.email);
    const acts: (() => Promise<{ status: number }>)[] = [
      () => admin.call('PUT', `/api/admin/staff/${id}/role`, { body: { role: 'admin' } }),
      () => admin.call('PUT', `/api/admin/staff/${id}/role`, { body: { role: 'sales_manager' } }),
      () => admin.post(`/api/admin/staff/${id}/end-sessions`),
      () => admin.post(`/api/admin/staff/${id}/disable`),
    ];
    for (const act of acts) {
      const person = await one.as(SALES);
      const elsewhere = (two ?? one).client();
      elsewhere.token = person.token;
      expect((await elsewhere.get('/api/auth/me')).status).toBe(200);
      expect((await act()).status).toBe(200);
      for (const client of [person, elsewhere]) expect((await client.get('/api/auth/me')).status).toBe(401);
    }
  } finally {
    await two?.stop();
    await one.close();
  }
});
