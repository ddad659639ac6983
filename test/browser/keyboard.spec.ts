import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, isLive, sees, soon, stopClock } from './steps.js';

/** More than any page has to press Tab for. */
const ENOUGH = 200;
/** The focus comes back a moment after what took it has gone. */
const BACK_WITHIN_MS = 400;
/** Longer than a toast stays that nobody reads. */
const TOASTED_MS = 10_000;
/** What has the focus: what it is called, and whether it can be seen. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const box = at.getBoundingClientRect();
  const labels = [...(at.labels ?? [])].map((label) => label.textContent);
  const by = (at.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  const name = [at.getAttribute('aria-label'), ...by, ...labels, at.textContent, at.title].find((text) => text?.trim()) ?? '';
  window.walked ??= new Map();
  if (!window.walked.has(at)) window.walked.set(at, window.walked.size);
  return { id: window.walked.get(at), name: name.trim(), seen: box.width > 0 && at.checkVisibility(), html: at.outerHTML.slice(0, 160) };
})()`;

/** Holds the answer to a request back. @returns gives it, after the time in which the focus would have been lost */
async function heldBack(page: Page, url: string, give: (route: Route) => Promise<void>): Promise<() => void> {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(url, async (route) => {
    await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, 2 * BACK_WITHIN_MS))]);
    await give(route);
  });
  return answer;
}

interface Focused {
  id: number;
  name: string;
  seen: boolean;
  html: string;
}

describe('with the keyboard alone', () => {
  const cast = stage({ isOwn: true });
  const path: Record<'desk' | 'payment' | 'receipt' | 'upgrade', string> = {
    desk: '',
    payment: '',
    receipt: '',
    upgrade: '',
  };
  beforeAll(async () => {
    const open = await cast.link('silver');
    const paid = await cast.paid();
    Object.assign(path, {
      desk: `/sales/${open.paymentId}`,
      payment: `/payment/${open.paymentId}`,
      receipt: `/payment/${paid.paymentId}/receipt`,
    });
  });

  it.each([
    ['seller', '/dashboard'],
    ['seller', '/transactions'],
    ['seller', '/customer-form'],
    ['seller', 'desk'],
    ['seller', '/account'],
    ['admin', '/admin/dashboard'],
    ['admin', '/admin/transactions'],
    ['admin', '/admin/review'],
    ['admin', '/admin/reconciliation'],
    ['admin', '/admin/day-close'],
    ['admin', '/admin/staff'],
    ['admin', '/admin/audit'],
    ['visit', '/'],
    ['visit', '/account/forgot'],
    ['visit', 'payment'],
    ['visit', 'receipt'],
    ['visit', '/components'],
  ] as const)('%s %s: Tab passes everything once, named and in sight, and gets out again', async (who, to) => {
    const page = await cast[who](to.startsWith('/') ? to : path[to as keyof typeof path]);
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(0);
    expect(stops.filter(({ name, seen }) => !name || !seen)).toEqual([]);
    if (who === 'visit') return;
    // First on the page, though some pages begin with their first field.
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await soon(async () => expect(await page.locator('a, button, input').first().innerText()).toBe('Skip to content'));
    expect(stops.map(({ name }) => name)).toContain('Skip to content');
    await skip.focus();
    await page.keyboard.press('Enter');
    await soon(async () => expect(await page.evaluate('document.activeElement.id')).toBe('main'));
    const first = await press(page, 'Tab');
    await soon(async () =>
      expect(await page.evaluate(`document.querySelector('main').contains(document.activeElement)`)).toBe(
        Boolean(first),
      ),
    );
  });

  it('shortcuts: a word typed into a field is a word, whatever the field', async () => {
    const page = await cast.admin('/admin/dashboard');
    const search = page.getByRole('searchbox');
    await page.keyboard.press('/');
    await page.keyboard.type('jn?k');
    await soon(async () => expect(await search.inputValue()).toBe('jn?k'));
    await page.getByRole('combobox', { name: 'Status' }).focus();
    await page.keyboard.press('n');
    await page.getByLabel('From', { exact: true }).focus();
    await page.keyboard.press('j');
    expect(new URL(page.url()).pathname).toBe('/admin/dashboard');
    await soon(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  });

  it('a word searched for before the page listens is searched for once it does', async () => {
    const page = await cast.admin('/login');
    const listen = await heldBack(page, '**/build/assets/app-*.js', (route) => route.continue());
    await page.goto('/admin/dashboard', { waitUntil: 'commit' });
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('jn?k');
    listen();
    await page.waitForURL(/search=jn%3Fk/);
    await soon(async () => expect(await page.getByRole('searchbox').inputValue()).toBe('jn?k'));
  });

  it('so is a word that was typed into the box itself', async () => {
    const page = await cast.admin('/login');
    const listen = await heldBack(page, '**/build/assets/app-*.js', (route) => route.continue());
    await page.goto('/admin/dashboard', { waitUntil: 'commit' });
    await page.getByRole('searchbox').click();
    await page.keyboard.type('jn?k');
    listen();
    await page.waitForURL(/search=jn%3Fk/);
    await soon(async () => expect(await page.getByRole('searchbox').inputValue()).toBe('jn?k'));
  });

  it('what is typed on the login page is kept nowhere, and is no shortcut of the page after it', async () => {
    const { page } = await cast.browser.visitor();
    await page.goto('/login');
    await page.getByLabel('Email').waitFor();
    await page.locator('h1').first().click();
    await page.keyboard.press('n');
    await page.getByLabel('Email').pressSequentially(cast.priya.email);
    await page.getByLabel('Password', { exact: true }).pressSequentially(cast.priya.password);
    const kept = `(window.earlyKeys?.pressed ?? []).map(({ key }) => key).join('')`;
    expect(await page.evaluate(kept)).toMatch(/^n?$/);
    await page.keyboard.press('Enter');
    await sees(page, 'Recent Customers');
    await isLive(page);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });

  it('a toast stays while the keyboard is in it', async () => {
    const page = await cast.admin('/admin/dashboard', {
      before: (each) => each.clock.install(),
      allow: [/status of 500/, /answered 500/],
    });
    await page.route('**/account/preferences', (route) => route.fulfill({ status: 500, body: '' }));
    await stopClock(page);
    await page.getByRole('button', { name: 'Fold the menu' }).click();
    const toast = page.getByRole('alert').filter({ hasText: MESSAGES.preferences.failed });
    await toast.getByRole('button', { name: 'Dismiss' }).focus();
    await page.clock.runFor(TOASTED_MS);
    await toast.waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.clock.runFor(TOASTED_MS);
    await toast.waitFor({ state: 'detached' });
  });

  it('a list: what was pressed may go, the focus stays in the list', async () => {
    for (let count = 0; count < 12; count += 1) await cast.link('silver');
    const page = await cast.admin('/admin/dashboard?tokenType=silver');
    const list = page.getByRole('region', { name: 'Payments' });
    const holdsFocus = () => list.evaluate((each) => each.contains(each.ownerDocument.activeElement));
    const next = page.getByRole('button', { name: 'Next page' });
    await next.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/page=2/);
    await page.getByRole('button', { name: 'Page 2' }).and(page.locator('[aria-current]')).waitFor();
    await soon(async () => expect(await next.isDisabled()).toBe(true));
    await eventually('the focus is in the list, on its last page', holdsFocus);

    await page.getByRole('button', { name: 'Remove filter Silver token' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '');
    await eventually('the focus is in the list, without the filter', holdsFocus);
    await page.keyboard.press('Tab');
    expect(await holdsFocus()).toBe(true);
  });

  it('checking a payment: the button works meanwhile and keeps the focus', async () => {
    const { data } = await cast.link();
    const page = await cast.seller(`/dashboard?search=${data.customer.email}`);
    const check = page.getByRole('button', { name: `Check status: ${data.customer.name}` });
    const answer = await heldBack(page, '**/check-status/*', (route) => route.continue());
    await check.focus();
    await page.keyboard.press('Enter');
    await eventually('it works', () => check.isDisabled());
    answer();
    await eventually('it has worked', () => check.isEnabled());
    await eventually('the focus is on it', () => check.evaluate((each) => each === each.ownerDocument.activeElement));
  });

  it('a form in a dialog: the focus does not leave it while it sends, and is on its button after a refusal', async () => {
    const { data } = await cast.link();
    const page = await cast.seller(`/dashboard?search=${data.customer.email}`, { allow: [/status of 409/] });
    await page.getByRole('button', { name: `More: ${data.customer.name}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel link' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel link' });
    const send = dialog.getByRole('button', { name: /^Cancel link/ });
    const json = { success: false, error: 'LINK_AT_BANK', message: SERVER_MESSAGES.link.atBank };
    const answer = await heldBack(page, '**/cancel-link', (route) => route.fulfill({ status: 409, json }));
    await send.focus();
    await page.keyboard.press('Enter');
    await eventually('it sends', () => send.isDisabled());
    const within = () => dialog.evaluate((each) => each.contains(each.ownerDocument.activeElement));
    await eventually('the focus is within', within);
    await page.keyboard.press('Tab');
    expect(await within()).toBe(true);
    answer();
    await send.focus().catch(() => undefined);
    await dialog.getByText(SERVER_MESSAGES.link.atBank).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await soon(async () => expect(await focusedName(page)).toBe(`More: ${data.customer.name}`));
  });

  it.each([
    ['/admin/staff', 'Invite staff', 'Invite staff'],
    ['/admin/day-close', 'Close the day', /^Close \d/],
    ['/admin/dashboard', 'Shortcuts', 'Keyboard shortcuts'],
    ['/', 'Need help?', 'Need help?'],
  ] as const)('%s, %s: closing the dialog gives the focus back, the first time too', async (to, opener, name) => {
    const page = to === '/' ? await cast.visit(to) : await cast.admin(to);
    const button = page.getByRole('button', { name: opener, exact: true }).filter({ visible: true });
    const dialog = page.getByRole('dialog', { name });
    for (let time = 0; time < 2; time += 1) {
      await button.focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await eventually('the focus is within', () =>
        dialog.evaluate((each) => each.contains(each.ownerDocument.activeElement)),
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await eventually('the focus is back', () => button.evaluate((each) => each === each.ownerDocument.activeElement));
    }
  });

  it('a decision: the first dialog gives the focus back too, and stays while it is sent', async () => {
    const { invoiceNo } = await cast.paid();
    await cast.product.bank({ op: 'outcome', invoiceNo, outcome: 'pay-upi' });
    const admin = await cast.program(ADMIN);
    await eventually('it is in the queue', async () => {
      const { body } = await admin.get('/api/admin/reviews');
      return JSON.stringify(body).includes('duplicate');
    });
    const page = await cast.admin('/admin/review', { allow: [/status of 500/, /answered 500/] });
    const opener = page
      .getByRole('group', { name: /^Decide: / })
      .first()
      .getByRole('button')
      .first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await eventually('the focus is back', () => opener.evaluate((each) => each === each.ownerDocument.activeElement));

    await page.keyboard.press('Enter');
    await dialog.getByLabel('Note').fill('Seen at the bank');
    const reference = dialog.getByLabel("Bank's reference");
    if (await reference.isVisible()) await reference.fill('BANK-REF-1');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/decide*', async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { success: false, error: 'INTERNAL', message: 'It did not work.' } });
    });
    const send = dialog.locator('button[type="submit"]');
    await send.click();
    await eventually('it is sent', () => send.isDisabled());
    await page.keyboard.press('Escape');
    answer();
    await dialog.getByText('It did not work.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('a phone: the menu closes by Escape and gives the focus back', async () => {
    const page = await cast.seller('/dashboard', { viewport: { width: 360, height: 740 } });
    await heading(page, 'Dashboard');
    const button = page.getByRole('button', { name: 'Open menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await sees(page, 'Priya');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await eventually('the focus is back', () => button.evaluate((each) => each === each.ownerDocument.activeElement));
  });

  async function press(page: Page, key: string): Promise<Focused | null> {
    await page.keyboard.press(key);
    return (await page.evaluate(FOCUSED)) as Focused | null;
  }

  /** Each stop of the Tab key, until it is where it began; a way through part of the page alone would never be. */
  async function walk(page: Page): Promise<Focused[]> {
    const stops: Focused[] = [];
    for (let count = 0; count < ENOUGH; count += 1) {
      const at = await press(page, 'Tab');
      // Between the end and the beginning the browser itself has it.
      // The parts of a date are stops of one field.
      if (!at || at.id === stops.at(-1)?.id) continue;
      if (at.id === stops[0]?.id) return stops;
      expect(stops.map(({ id }) => id)).not.toContain(at.id);
      stops.push(at);
    }
    throw new Error('the Tab key never gets out');
  }

  const focusedName = async (page: Page) => ((await page.evaluate(FOCUSED)) as Focused | null)?.name;
});
