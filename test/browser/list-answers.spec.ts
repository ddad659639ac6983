import { describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { DAY_MS } from '../../src/domain/calendar/durations.js';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { inspect } from '../support/browser.js';
import { stage } from './stage.js';
import { ADMIN, LIVE, heading, isLive, says, sees, soon } from './steps.js';

const UNSEEN = [/ERR_FAILED/, /status of 409/];
const OLD_MS = 5 * DAY_MS;
const isVisit = (route: Route) => route.request().headers()['x-inertia'] === 'true';
const isRefresh = (route: Route) => route.request().headers()['x-background'] === '1';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search customers' });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe('what a list was asked for', () => {
  const on = stage();

  it('a search that got no answer is asked for again when something changes, and once more with Enter', async () => {
    const [sought, other] = [await on.link('silver'), await on.link('silver')];
    const { name, email } = sought.data.customer;
    const { page } = await on.visitorAs(on.priya, '/dashboard', { allow: UNSEEN });
    await sees(page, LIVE);
    let isCut = true;
    let asked = 0;
    await page.route(/\/dashboard\?search=/, (route) => {
      asked += 1;
      return isCut ? route.abort() : route.continue();
    });
    await searchBox(page).fill(email);
    await sees(page, MESSAGES.general.unreachable);
    const before = asked;
    await searchBox(page).press('Enter');
    await soon(async () => expect(asked).toBeGreaterThan(before));
    await sees(page, MESSAGES.general.unreachable);
    isCut = false;
    await on.settle(sought.paymentId);
    await rowOf(page, name).getByText('Payment Completed').waitFor();
    expect(await rowOf(page, other.data.customer.name).count()).toBe(0);
    expect([query(page), await searchBox(page).inputValue()]).toEqual([{ search: email }, email]);
  });

  it('a check without an answer of the bank is told at its row, which is read again; of many it counts as failed', async () => {
    const { paymentId, invoiceNo, data } = await on.link('silver');
    const { name, email } = data.customer;
    const allow = [/status of 503/, /answered 503/];
    const page = await on.seller(`/dashboard?search=${email}`, { allow });
    await on.product.bank({ op: 'fault', on: 'status', kind: 'http-500', times: 0, invoiceNo });
    const read = page.waitForRequest((request) => request.headers()['x-inertia-partial-data'] !== undefined);
    await page.getByRole('button', { name: `Check status: ${name}` }).click();
    await rowOf(page, name).getByRole('alert').getByText(SERVER_MESSAGES.link.checkUnanswered).waitFor();
    await read;

    const admin = await on.admin(`/admin/dashboard?search=${email}`, { allow });
    await admin.getByRole('button', { name: /^Actions on/ }).click();
    const dialog = admin.getByRole('dialog', { name: /^Actions on/ });
    await dialog.getByLabel('Check status with the bank').check();
    await dialog.getByRole('button', { name: /^Check 1 / }).click();
    await dialog.getByText('0 done, 1 failed.').waitFor();
    await dialog.getByText(SERVER_MESSAGES.link.checkUnanswered).waitFor();
    expect((await on.statusOf(paymentId)).status).toBe('pending');
  });

  it('leads nobody back who has left the list for a form, when a payment window that it opened is closed', async () => {
    const { data } = await on.link('silver');
    const { page } = await on.visitorAs(on.priya, '/dashboard', { allow: UNSEEN });
    await sees(page, LIVE);
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: `Open: ${data.customer.name}` }).click();
    const popup = await opening;
    await heading(popup, 'Silver token');
    let asked = 0;
    await page.route(/\/dashboard\?search=/, (route) => {
      asked += 1;
      return route.abort();
    });
    await searchBox(page).fill(data.customer.email);
    await sees(page, MESSAGES.general.unreachable);
    await page.getByRole('link', { name: 'Add Customer' }).click();
    await heading(page, 'Add New Customer');
    const before = asked;
    await popup.close();
    await says(page, MESSAGES.link.windowClosed);
    // Whatever the closing asks for is asked for by the time this has its answer.
    await page.evaluate('fetch("/healthz")');
    expect(asked).toBe(before);
    await heading(page, 'Add New Customer');
  });

  it('a filter that is chosen before the search has its answer is added to it', async () => {
    const { data } = await on.link('silver');
    const { page } = await on.visitorAs(on.priya, '/dashboard', { allow: UNSEEN });
    await sees(page, LIVE);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/dashboard\?search=[^&]+$/, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(/\/dashboard\?search=/);
    await searchBox(page).fill(data.customer.email);
    await asked;
    await page.getByRole('button', { name: 'Expires today' }).click();
    await page.waitForURL(/expires=today/);
    release();
    expect(query(page)).toEqual({ search: data.customer.email, expires: 'today' });
    expect(await searchBox(page).inputValue()).toBe(data.customer.email);
  });

  it('a filter that is chosen before a saved view has its answer is added to the view', async () => {
    const name = 'Silver that waits';
    const made = await (
      await on.program(ADMIN)
    ).post('/api/admin/views', { name, query: 'status=pending&direction=asc' });
    expect(made.status).toBe(201);
    const { page } = await on.visitorAs(ADMIN, '/admin/dashboard', { allow: UNSEEN });
    await heading(page, 'Admin Dashboard');
    await isLive(page);
    let isCut = true;
    await page.route(/\/admin\/dashboard\?/, (route) => (isCut ? route.abort() : route.continue()));
    await page.getByRole('combobox', { name: 'Saved view' }).selectOption({ label: name });
    await sees(page, MESSAGES.general.unreachable);
    isCut = false;
    await page.getByRole('combobox', { name: 'Token type' }).selectOption('silver');
    await page.waitForURL(/tokenType=silver/);
    expect(query(page)).toEqual({ status: 'pending', tokenType: 'silver', direction: 'asc' });
  });

  it('filters of the analysis that have no answer yet are kept by the next one, and by Refresh', async () => {
    const { page } = await on.visitorAs(ADMIN, '/admin/transactions', { allow: UNSEEN });
    await heading(page, 'Transaction Analysis');
    let isCut = true;
    await page.route(/\/admin\/transactions\?/, (route) => (isCut ? route.abort() : route.continue()));
    await page.getByRole('combobox', { name: 'Token type' }).selectOption('silver');
    await sees(page, MESSAGES.general.unreachable);
    await page.getByRole('button', { name: 'This month' }).click();
    await sees(page, MESSAGES.general.unreachable);
    isCut = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.waitForURL(/\?/);
    expect(query(page)).toMatchObject({ tokenType: 'silver', startDate: expect.stringMatching(/-01$/) });
  });

  it.each(['day-close', 'reconciliation'])(
    'days of %s are stepped over faster than they are answered',
    async (name) => {
      const { page } = await on.visitorAs(ADMIN, `/admin/${name}?day=2026-01-15`, { allow: UNSEEN });
      const shown = page.getByRole('textbox', { name: 'Day', exact: true });
      const shows = (day: string) => soon(async () => expect(await shown.inputValue()).toBe(day));
      await shows('15 Jan 2026');
      const asked: string[] = [];
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\?.*day=/, async (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('day')!);
        await released;
        await route.continue().catch(() => undefined);
      });
      const step = (way: string, day: string) => {
        const request = page.waitForRequest((each) => each.url().includes(`day=${day}`));
        return Promise.all([request, page.getByRole('button', { name: `Day ${way}` }).click()]);
      };
      for (const day of ['2026-01-14', '2026-01-13', '2026-01-12']) await step('before', day);
      await step('after', '2026-01-13');
      release();
      await shows('13 Jan 2026');
      expect(asked).toHaveLength(4);
      expect(query(page)).toEqual({ day: '2026-01-13' });
    },
  );

  it('a list that Back brings from the history counts by the clock of today', async () => {
    const { data } = await on.link('silver');
    const ends = (page: Page) =>
      rowOf(page, data.customer.name)
        .getByText(/^Link ends/)
        .innerText();
    const { page } = await on.browser.visitorAs(on.priya);
    await page.clock.install({ time: Date.now() - OLD_MS });
    // Made and shown five days ago, on a device whose clock is right.
    const isMadeAt = /("now":")([^"]+)/;
    await page.route(
      '**/dashboard',
      async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace(
          isMadeAt,
          (_all, field: string, at: string) => `${field}${new Date(Date.parse(at) - OLD_MS).toISOString()}`,
        );
        await route.fulfill({ response: answer, body });
      },
      { times: 1 },
    );
    await page.goto('/account');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await sees(page, LIVE);
    await page.clock.setSystemTime(Date.now());
    await rowOf(page, data.customer.name).locator('[data-row-open]').click();
    await heading(page, data.customer.name);
    await page.goBack();
    const restored = await ends(page);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await heading(page, 'Transaction History');
    expect(restored).toBe(await ends(page));
  });

  it('a new version: the page says that it shows no more changes, and how it does again', async () => {
    const link = await on.link('silver');
    const { page } = await on.visitorAs(on.priya, '/dashboard', { allow: UNSEEN });
    await sees(page, LIVE);
    await page.route('**/dashboard*', (route) =>
      isVisit(route) && isRefresh(route)
        ? route.fulfill({
            status: 409,
            headers: { 'X-Inertia-Location': new URL(route.request().url()).pathname, 'X-Inertia-Version': 'another' },
          })
        : route.continue(),
    );
    await on.settle(link.paymentId);
    await sees(page, MESSAGES.connection.outdated);
    expect(await page.getByText(LIVE).count()).toBe(0);
    await inspect(page, 'new-version');
    await page.unrouteAll();
    await page.getByRole('link', { name: MESSAGES.connection.reload }).click();
    await rowOf(page, link.data.customer.name).getByText('Payment Completed').waitFor();
    await soon(async () => expect(await page.getByText(MESSAGES.connection.outdated).count()).toBe(0));
  });
});
