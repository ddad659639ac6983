import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, SALES, goToBank, heading, payButton, says, sees, signIn, soon } from './steps.js';

/** What scripts can reach in the browser of somebody who uses the product. */
const STORES = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, document.cookie, await caches.keys(), history.state,
  (await indexedDB.databases()).map(({ name }) => name), (await navigator.serviceWorker.getRegistrations()).length,
]))()`;
const PAUSE = 'new Promise((resolve) => setTimeout(resolve, 300))';
/** The id and first name of whoever sells on the device, for the form without a network; gone with the session. */
const DEVICE_PERSON = /"tokendesk\.person":"[^}]*\}"/;
/** A session token shows in its two parts: the three letters that each begins with stand in a random value now and then. */
const SECRET = /eyJ[\w-]+\.eyJ|td_session|sales-demo|priya|Asha|Meera|\+?91\d{10}/i;

describe('what others could reach', () => {
  const on = stage();

  it('no script sees the session, neither in cookies nor in a store; the page left behind holds nothing', async () => {
    const { page, context } = await on.browser.visitor();
    await page.goto('/');
    await signIn(page);
    await sees(page, 'Asha Rao');
    expect(await page.evaluate('document.cookie')).toMatch(/^XSRF-TOKEN=[^;]+$/);
    let stored = '';
    await soon(async () => expect((stored = String(await page.evaluate(STORES)))).toMatch(DEVICE_PERSON));
    expect(stored.replace(DEVICE_PERSON, '')).not.toMatch(SECRET);
    const kept = await context.cookies();
    expect(kept.find(({ name }) => name.endsWith('td_session'))).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    await page.getByRole('link', { name: 'Transactions' }).click();
    await heading(page, 'Transaction History');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(/\/$/);
    await page.getByLabel('Email').waitFor();
    expect(await page.evaluate(STORES)).not.toMatch(SECRET);
    expect((await context.cookies()).some(({ name }) => name.endsWith('td_session'))).toBe(false);
    await page.goBack();
    await page.getByLabel('Email').waitFor();
    expect(await page.content()).not.toMatch(/Asha Rao|Meera Nair/);
    expect(await page.evaluate(STORES)).not.toMatch(SECRET);
  });

  it('password fields are those of a password manager, and take what is pasted', async () => {
    const { page, context } = await on.browser.visitor();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    const fields = async () =>
      page.locator('input[type="password"]').evaluateAll((all) =>
        all.map((field) => [field.getAttribute('autocomplete'), field.getAttribute('maxlength')]),
      );
    expect(await fields()).toEqual([['current-password', null]]);
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(SALES.password)})`);
    await page.getByLabel('Email').fill(SALES.email);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.press('Control+V');
    await soon(async () =>
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(SALES.password),
    );
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL('/dashboard');
    await page.goto('/account');
    await page.locator('input[type="password"]').first().waitFor();
    const names = (await fields()).map(([name]) => name);
    expect(names).toContain('current-password');
    expect(names).toContain('new-password');
    expect(names.every((name) => name === 'current-password' || name === 'new-password')).toBe(true);
  }); // prettier-ignore

  it('a window that we open cannot lead ours elsewhere, not even from the bank', async () => {
    await on.link('silver');
    const { page } = await on.visitorAs(on.priya, '/dashboard');
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Open: Customer/ }).first().click();
    const popup = await opening;
    await payButton(popup).waitFor();
    expect(await popup.evaluate('window.opener')).toBeNull();
    await goToBank(popup);
    expect(await popup.evaluate('window.opener')).toBeNull();
    // It is still noticed when it closes.
    await popup.close();
    await says(page, /closed/i);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  }); // prettier-ignore

  it('every link that opens a window leaves it without a way back', async () => {
    const { page } = await on.browser.visitorAs(ADMIN);
    const link = await on.link();
    let seen = 0;
    for (const path of ['/dashboard', '/admin/dashboard', '/transactions', `/sales/${link.paymentId}`]) {
      await page.goto(path);
      await page.locator('h1:visible').first().waitFor();
      await page.evaluate(PAUSE);
      const links = await page.locator('a[target="_blank"]').evaluateAll((all) => all.map((each) => each.getAttribute('rel') ?? ''));
      expect([path, links.filter((rel) => !/\bno(?:opener|referrer)\b/.test(rel))]).toEqual([path, []]);
      seen += links.length;
    }
    expect(seen).toBeGreaterThan(3);
  }); // prettier-ignore

  it('messages of other windows are not listened to', async () => {
    const { page } = await on.browser.visitor();
    const { path } = await on.link();
    for (const place of [path, '/']) {
      await page.goto(place);
      await page.locator('h1:visible, h2:visible').first().waitFor();
      // The payment page counts down to its next check, and says when it is made.
      if (place === path) await page.getByRole('switch', { name: 'Auto-refresh' }).click();
      const text = () => page.locator('body').innerText();
      await page.evaluate(PAUSE);
      const before = await text();
      await page.evaluate(`for (const data of [{ type: 'stop' }, { type: 'completed', status: 'completed', url: 'https://evil.example' },
        '<img src=x onerror=alert(1)>', 'https://evil.example']) window.postMessage(data, '*')`);
      await page.evaluate(PAUSE);
      expect(await text()).toBe(before);
      expect(new URL(page.url()).pathname).toBe(place);
    }
  }); // prettier-ignore

  it('what the policy stops is stopped, and Chromium tells us without telling the key', async () => {
    const { paymentId, path } = await on.link();
    const { page } = (await on.browser.visitor()).allow(/script|\[policy\] (?:script-src-elem|form-action|base-uri)|evil/i);
    // Chromium takes the newer way where it is named, and that one only over TLS.
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const policy = response.headers()['content-security-policy'] ?? '';
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy.replace('; report-to csp', '') } });
    });
    await page.goto(path);
    await page.evaluate(`{
      const inline = document.createElement('script');
      inline.textContent = 'window.ran = 1';
      document.body.append(inline);
      const base = document.createElement('base');
      base.href = 'https://evil.example/';
      document.head.append(base);
    }`);
    expect(await page.evaluate('[window.ran, new URL("x", document.baseURI).host !== "evil.example"]')).toEqual([undefined, true]);
    await eventually('the report is in the log', () => on.product.log.includes('content security policy violated'));
    expect(on.product.log).toMatch(/"page":"\/payment\/:paymentId"|page: "\/payment\/:paymentId"/);
    expect(on.product.log).not.toContain(paymentId);
    // A form to a stranger does not leave either.
    await page.evaluate(`{
      const form = document.createElement('form');
      form.action = 'https://evil.example/';
      document.body.append(form);
      form.submit();
    }`);
    await page.evaluate(PAUSE);
    expect(new URL(page.url()).pathname).toBe(path);
  }); // prettier-ignore
});
