import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atLogin, submit } from '../support/accounts.js';
import { Client, type Reply } from '../support/client.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** The length of a compressed page tells what it repeats: who may add to the text beside a secret can guess the secret (BREACH). */
describe('staff pages are compressed', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  const inBrowser = async (who: typeof SALES): Promise<Client> => {
    const browser = await atLogin(test);
    const signedIn = await submit(browser, '/login', who);
    // The first page greets, once.
    await browser.get(signedIn.headers.get('location') ?? '');
    return browser;
  };
  const codingOf = ({ headers }: Reply) => headers.get('content-encoding');
  const ask = (who: Client, path: string, headers: Record<string, string> = {}) =>
    who.get(path, { headers: { 'accept-encoding': 'br', accept: 'text/html', ...headers } });

  beforeAll(async () => {
    test = await TestApp.start();
    seller = await inBrowser(SALES);
    admin = await inBrowser(ADMIN);
  });
  afterAll(() => test.close());

  it('at their bare address, where nothing repeats the request', async () => {
    for (const [who, path] of [
      [new Client(test.url), '/login'],
      [seller, '/dashboard'],
      [seller, '/transactions'],
      [admin, '/admin/dashboard'],
    ] as const) {
      const page = await ask(who, path);
      expect({ path, status: page.status, coding: codingOf(page) }).toEqual({ path, status: 200, coding: 'br' });
      expect(page.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(codingOf(await ask(who, path, { 'accept-encoding': 'identity' }))).toBeNull();
      expect(codingOf(await ask(who, path, { 'sec-fetch-site': 'none' }))).toBe('br');
    }
  });

  it('never with a query, under a spelling or an id of the sender’s, or with words carried over', async () => {
    const { paymentId } = await createLink(await test.as(SALES));
    for (const path of [
      '/dashboard?search=zq9zq9',
      '/dashboard?',
      '/Dashboard',
      '/dashboard/',
      `/sales/${paymentId}`,
      '/nothing-there',
    ])
      expect({ path, coding: codingOf(await ask(seller, path)) }).toEqual({ path, coding: null });
    expect(codingOf(await ask(new Client(test.url), '/login?next=%2Fdashboard'))).toBeNull();
    // Refused with a word why, which the next page repeats; the page after it does not.
    expect((await ask(seller, '/admin/dashboard')).status).toBe(302);
    expect(codingOf(await ask(seller, '/dashboard'))).toBeNull();
    expect(codingOf(await ask(seller, '/dashboard'))).toBe('br');
  });

  it('never when another site has asked, nor as data', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect(codingOf(await ask(seller, '/dashboard', { 'sec-fetch-site': site }))).toBeNull();
    expect(codingOf(await ask(seller, '/dashboard', { 'x-inertia': 'true' }))).toBeNull();
    expect(codingOf(await ask(seller, '/api/auth/me'))).toBeNull();
  });
});
