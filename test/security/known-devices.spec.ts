import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { choosePassword, submit } from '../support/accounts.js';
import type { Client, Reply } from '../support/client.js';
import { DAY, HOUR } from '../support/fake-clock.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

type Who = { email: string; password: string };

const COOKIE = 'td_device';

describe('a device that has signed in before', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterAll(() => test.close());
  beforeEach(() => test.clock.advance(25 * HOUR));

  const wrong = (who: Who) => ({ ...who, password: 'not the right one' });
  /** A browser whose session is over, and whose device cookie is not. */
  const knownTo = async (...people: Who[]): Promise<Client> => {
    const browser = test.client();
    for (const who of people) {
      expect((await browser.post('/api/login', who)).status).toBe(200);
      const cookie = browser.cookies.get(COOKIE) ?? '';
      browser.cookies.clear();
      browser.cookies.set(COOKIE, cookie);
    }
    return browser;
  };
  const strangersGuess = async (who: Who, times = 6): Promise<Reply> => {
    let last: Reply | undefined;
    for (let time = 0; time < times; time += 1) last = await test.client().post('/api/login', wrong(who));
    return last!;
  };

  /** Delays of a second must not pass by themselves on a busy machine. */
  const still = (work: () => Promise<void>) => () => test.clock.hold(work);

  it(
    'does not wait for the wrong passwords of others at its address, who go on waiting',
    still(async () => {
      const device = await knownTo(SALES);
      expect((await strangersGuess(SALES)).status).toBe(429);
      expect((await device.post('/api/login', SALES)).status).toBe(200);
      expect((await test.client().post('/api/login', SALES)).status).toBe(429);
    }),
  );

  it(
    'nor at the login page, nor for the code or password that is asked for again',
    still(async () => {
      const browser = await knownTo(SALES);
      await strangersGuess(SALES);
      await browser.get('/login');
      const reply = await browser.postForm('/login', SALES);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/dashboard']);
      expect((await strangersGuess(SALES)).status).toBe(429);
      expect((await browser.post('/api/auth/step-up', { password: SALES.password })).status).toBe(200);
    }),
  );

  it(
    'waits for its own wrong passwords, also from another address',
    still(async () => {
      const device = await knownTo(SALES);
      const statuses: number[] = [];
      for (let time = 0; time < 6; time += 1) statuses.push((await device.post('/api/login', wrong(SALES))).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      expect((await device.post('/api/login', SALES)).body).toMatchObject({ error: 'LOGIN_THROTTLED' });
      // Nobody else waits for them.
      expect((await test.client().post('/api/login', SALES)).status).toBe(200);
    }),
  );

  it(
    'is known to the accounts that signed in on it, and to no other',
    still(async () => {
      const device = await knownTo(SALES, OTHER_SALES);
      for (const who of [SALES, OTHER_SALES, ADMIN]) await strangersGuess(who);
      expect((await device.post('/api/login', ADMIN)).status).toBe(429);
      for (const who of [SALES, OTHER_SALES]) {
        expect((await device.post('/api/login', who)).status).toBe(200);
        device.cookies.delete('td_session');
      }
    }),
  );

  it('is known for ninety days', async () => {
    const device = await knownTo(SALES);
    test.clock.advance(89 * DAY);
    await strangersGuess(SALES);
    const early = device.cookies.get(COOKIE) ?? '';
    expect((await device.post('/api/login', wrong(SALES))).status).toBe(401);
    test.clock.advance(2 * DAY);
    device.cookies.set(COOKIE, early);
    await test.clock.hold(async () => {
      await strangersGuess(SALES);
      expect((await device.post('/api/login', SALES)).status).toBe(429);
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['signing out everywhere', async () => (await test.as(OTHER_SALES)).post('/api/account/sessions/end-others')],
    [
      'an admin who ends all sessions',
      async () => (await test.as(ADMIN)).post(`/api/admin/staff/${await idOf(OTHER_SALES)}/end-sessions`),
    ],
    [
      'disabling the account',
      async () => {
        const admin = await test.as(ADMIN);
        const id = await idOf(OTHER_SALES);
        await admin.post(`/api/admin/staff/${id}/disable`);
        return admin.post(`/api/admin/staff/${id}/enable`);
      },
    ],
  ])('is a stranger after %s', async (_name, end) => {
    const device = await knownTo(OTHER_SALES);
    expect(await end()).toMatchObject({ status: 200 });
    await still(async () => {
      await strangersGuess(OTHER_SALES);
      expect((await device.post('/api/login', OTHER_SALES)).status).toBe(429);
    })();
  });

  it(
    'is a stranger after the password was changed',
    still(async () => {
      const device = await knownTo(OTHER_SALES);
      const changed = { ...OTHER_SALES, password: 'seven green lanterns at dawn' };
      const owner = await test.as(OTHER_SALES);
      const body = { currentPassword: OTHER_SALES.password, newPassword: changed.password };
      expect((await owner.post('/api/account/password', body)).status).toBe(200);
      await strangersGuess(OTHER_SALES);
      expect((await device.post('/api/login', changed)).status).toBe(429);
    }),
  );

  it(
    'is the browser that changed the password, from then on',
    still(async () => {
      const owner = test.client();
      await owner.get('/login');
      await submit(owner, '/login', ADMIN);
      const other = await knownTo(ADMIN);
      const changed = { ...ADMIN, password: 'nine copper kettles at noon' };
      const body = { currentPassword: ADMIN.password, newPassword: changed.password };
      expect((await owner.post('/api/account/password', body)).status).toBe(200);
      await strangersGuess(changed);
      owner.cookies.delete('td_session');
      expect((await owner.post('/api/login', changed)).status).toBe(200);
      for (const stranger of [other, test.client()])
        expect((await stranger.post('/api/login', changed)).status).toBe(429);
      test.clock.advance(HOUR);
      const back = { currentPassword: changed.password, newPassword: ADMIN.password };
      expect((await (await test.as(changed)).post('/api/account/password', back)).status).toBe(200);
    }),
  );

  it(
    'is the browser that signed out everywhere else',
    still(async () => {
      const owner = test.client();
      await owner.get('/login');
      await submit(owner, '/login', ADMIN);
      const other = await knownTo(ADMIN);
      expect((await owner.post('/api/account/sessions/end-others')).status).toBe(200);
      await strangersGuess(ADMIN);
      owner.cookies.delete('td_session');
      expect((await owner.post('/api/login', ADMIN)).status).toBe(200);
      const session = owner.cookies.get('td_session') ?? '';
      const thief = test.client();
      thief.cookies.set('td_session', session);
      await thief.get('/account');
      expect((await thief.post('/api/account/sessions/end-others')).status).toBe(200);
      expect(thief.cookies.has(COOKIE)).toBe(false);
      expect((await other.post('/api/login', ADMIN)).status).toBe(429);
    }),
  );

  it(
    'is the browser in which a new password was chosen by a link, whatever strangers have tried',
    still(async () => {
      const before = await knownTo(SALES);
      expect((await strangersGuess(SALES)).status).toBe(429);
      const admin = await test.as(ADMIN);
      const { body } = await admin.post(`/api/admin/staff/${await idOf(SALES)}/reset-password`);
      const { pathname, search } = new URL(body.data.link);
      const link = pathname + search;
      const browser = test.client();
      const refused = await choosePassword(browser, link, 'short');
      expect([refused.status, browser.cookies.has(COOKIE)]).toEqual([303, false]);
      const done = await choosePassword(browser, link, SALES.password);
      expect([done.status, done.headers.get('location')]).toEqual([303, '/login']);
      // No session: whoever has the link still signs in, with the second factor where there is one.
      expect((await browser.get('/api/auth/me')).status).toBe(401);
      await browser.get('/login');
      const reply = await submit(browser, '/login', SALES);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/dashboard']);
      await strangersGuess(SALES);
      for (const stranger of [before, test.client()])
        expect((await stranger.post('/api/login', SALES)).status).toBe(429);
      const wrongs: number[] = [];
      browser.cookies.delete('td_session');
      for (let time = 0; time < 6; time += 1) wrongs.push((await browser.post('/api/login', wrong(SALES))).status);
      expect(wrongs).toEqual([401, 401, 401, 401, 401, 429]);
    }),
  );

  it(
    'shows a cookie that tells nobody anything, opens nothing, and cannot be made up',
    still(async () => {
      const browser = test.client();
      const reply = await browser.post('/api/login', SALES);
      const line = reply.headers.getSetCookie().find((each) => each.startsWith(`${COOKIE}=`)) ?? '';
      expect(line).toMatch(/^td_device=v1\.[\w-]+; Max-Age=7776000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
      const device = test.client();
      device.cookies.set(COOKIE, browser.cookies.get(COOKIE) ?? '');
      expect((await device.get('/api/auth/me')).status).toBe(401);
      await strangersGuess(SALES);
      device.cookies.set(COOKIE, `${browser.cookies.get(COOKIE)?.slice(0, -4)}AAAA`);
      expect((await device.post('/api/login', SALES)).status).toBe(429);
    }),
  );

  async function idOf(who: Who): Promise<number> {
    const { body } = await (await test.as(ADMIN)).get(`/api/admin/staff?search=${encodeURIComponent(who.email)}`);
    return Number(body.data.rows[0].id);
  }
});
