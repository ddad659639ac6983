import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { submit, switchOn } from '../support/accounts.js';
import { Client } from '../support/client.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** A client behind the proxy that speaks TLS. */
describe('cookies in production', () => {
  let before: TestApp;
  let test: TestApp;

  beforeAll(async () => {
    // Production makes no demo staff: they are there from earlier.
    before = await TestApp.start();
    const { databaseUrl, bank, settings } = before;
    await before.stop();
    const env = { JWT_SECRET: settings.jwtSecret, APP_URL: settings.appUrl, DEMO_SEED: 'false' };
    test = await TestApp.start({ database: { url: databaseUrl }, bank, env, adjust: { production: true } });
  });
  afterAll(async () => {
    await test?.close();
    await before.close();
  });

  it('are Secure, Lax and for this host alone; scripts see the form token and nothing else', async () => {
    const owner = await test.as(ADMIN);
    await switchOn(test, owner);
    const browser = new Client(test.url);
    const lines: string[] = [];
    const note = (reply: { headers: Headers }) => lines.push(...reply.headers.getSetCookie());
    note(await browser.get('/login'));
    note(await submit(browser, '/login', { email: 'nobody@x.test', password: 'x' }));
    note(await submit(browser, '/login', ADMIN));
    note(await submit(browser, '/login/code', { code: 'abc' }));
    note(await submit(browser, '/login', SALES));
    note(await browser.get('/dashboard'));
    note(await browser.get('/account/reset?token=' + 'x'.repeat(43)));
    note(await browser.post('/logout'));
    note(await browser.get('/thank-you?lang=hi'));
    const names = new Set(lines.map((line) => line.split('=')[0]));
    const own = ['__Host-td_session', '__Host-td_device', '__Host-td_sign_in', '__Host-td_reset', FLASH];
    expect(names).toEqual(new Set(['XSRF-TOKEN', 'lang', ...own]));
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/(?:;|$)/);
      expect(line).toMatch(/; Secure(?:;|$)/);
      expect(line).toMatch(/; SameSite=Lax(?:;|$)/);
      expect(line).not.toMatch(/; Domain=/i);
      if (line.startsWith('XSRF-TOKEN=')) expect(line).not.toMatch(/HttpOnly/);
      else expect(line).toMatch(/; HttpOnly(?:;|$)/);
    }
  });

  it('under a name that another host of the domain could set count for nothing', async () => {
    const browser = new Client(test.url);
    await browser.get('/login');
    await submit(browser, '/login', SALES);
    const session = browser.cookies.get('__Host-td_session') ?? '';
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    const tossed = new Client(test.url);
    tossed.cookies.set('td_session', session);
    expect((await tossed.get('/api/auth/me')).status).toBe(401);
  });
});

const FLASH = '__Host-td_flash';
