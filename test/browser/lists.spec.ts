import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, screenshot } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { heading, sees, soon } from './steps.js';

const LAPTOP = { viewport: { width: 1440, height: 900 } };
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const LONG_NAME = 'Venkatanarasimharajuvaripeta Subrahmanyeswara Ramachandrasekharan';
const SOLD = 26;

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Pixels that the page, or a list in it, can be pushed sideways. */
const sideways = (page: Page) =>
  page.evaluate(`Math.max(document.documentElement.scrollWidth - innerWidth,
    ...[...document.querySelectorAll('[role=group][aria-busy]')].map((list) => list.scrollWidth - list.clientWidth))`);

/** The rows of the list that stand whole in the window, and the height of each. */
const rowsInSight = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
    .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).map(({ height }) => Math.round(height))`) as Promise<
    number[]
  >;

const size = (page: Page) => page.getByRole('combobox', { name: 'Rows on a page' });

describe('lists of payments', () => {
  const on = stage();

  async function sell(): Promise<void> {
    for (let sold = 0; sold < SOLD; sold += 1) await on.link('silver');
  }

  it('on a desktop: a size that is kept for its person, rows of 48 px, a dozen of them at once, headers that stay', async () => {
    await sell();
    const { page } = await on.visitorAs(on.priya, '/dashboard', LAPTOP);
    await sees(page, /^Live/);
    expect(await rowsInSight(page)).toHaveLength(5);
    await size(page).selectOption('25');
    await page.locator('tbody tr').nth(24).waitFor();
    await page.reload();
    await page.locator('tbody tr').nth(24).waitFor();
    // The ribbon of the sandbox is not there in production.
    await page.getByText(/practice bank/).evaluate((each) => each.remove());
    const inSight = await rowsInSight(page);
    expect(inSight.length).toBeGreaterThanOrEqual(12);
    expect(new Set(inSight)).toEqual(new Set([48]));
    await screenshot(page, 'lists-dashboard');
    await expectAccessible(page);
    await page.mouse.wheel(0, 600);
    await eventually('the list is pushed up', async () => Number(await page.evaluate('scrollY')) > 300);
    const header = (await page.getByRole('columnheader', { name: 'Customer' }).boundingBox())!;
    const search = (await page.getByRole('searchbox').boundingBox())!;
    expect([header.y, search.y].every((y) => y >= 0 && y < 120)).toBe(true);
    expect(header.y).toBeGreaterThanOrEqual(search.y + search.height);
    // Whoever signs in on the same tablet next has a size of their own.
    const { page: next } = await on.visitorAs(on.rahul, '/dashboard', LAPTOP);
    await heading(next, 'Dashboard');
    await soon(async () => expect(await size(next).inputValue()).toBe('5'));
  });

  it('on an upright tablet: a table that fits, with one action by state', async () => {
    await on.link('gold', { customerData: { name: LONG_NAME, email: 'long.name@example.com' } });
    const paid = await on.paid('platinum');
    const { page } = await on.visitorAs(on.priya, '/dashboard', TABLET);
    await sees(page, /^Live/);
    await soon(async () => expect(await sideways(page)).toBe(0));
    expect(await page.getByRole('columnheader', { name: 'Amount' }).boundingBox()).not.toBeNull();
    expect((await page.getByRole('columnheader', { name: 'Amount' }).boundingBox())!.width).toBeGreaterThan(20);
    const row = rowOf(page, paid.data.customer.name);
    expect((await row.boundingBox())!.height).toBeLessThan(90);
    const actions = row.locator('[data-card=actions]').locator('button, a').filter({ visible: true });
    await soon(async () => expect(await actions.count()).toBe(2));
    await row.getByRole('link', { name: /^Receipt/ }).waitFor();
    await rowOf(page, LONG_NAME)
      .getByRole('button', { name: /^Show QR/ })
      .waitFor();
    for (const target of await actions.all()) expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await screenshot(page, 'lists-tablet');
    await expectAccessible(page);
  });

  it('says each state with its time, and the next check only where money may be under way', async () => {
    const link = await on.link('gold');
    const name = link.data.customer.name;
    const { page } = await on.visitorAs(on.priya, `/dashboard?search=${encodeURIComponent(name)}`, LAPTOP);
    const row = rowOf(page, name);
    await row.getByText(/^Not opened · created \d{1,2}:\d{2}\s[ap]m$/).waitFor();
    await soon(async () => expect(await row.getByText(/bank check/).count()).toBe(0));
    await on.visit(link.path);
    await row.getByText(/^Opened \d{1,2}:\d{2}\s[ap]m$/).waitFor();
    await soon(async () => expect(await row.getByText(/bank check/).count()).toBe(0));
    await on.settle(link.paymentId, 'pending-success');
    await row.getByText(/^At the bank since \d{1,2}:\d{2}\s[ap]m$/).waitFor();
    await row.getByText(/bank check|Checking with the bank/).waitFor();
  });

  it('says where the money of a paid sale is, on a row and on a card', async () => {
    const sale = await on.paid('gold');
    const name = sale.data.customer.name as string;
    const { page } = await on.visitorAs(on.priya, `/dashboard?search=${encodeURIComponent(name)}`, LAPTOP);
    const row = rowOf(page, name);
    await row.getByText(/^Paid \d{1,2}:\d{2}\s[ap]m$/).waitFor();
    await row.getByRole('button', { name: `${sale.tokenNumber}, copy token number` }).waitFor();
    await soon(async () => expect(await row.getByText(/bank check/).count()).toBe(0));
    // One text on a card, where no column says the number.
    await page.setViewportSize(PHONE.viewport);
    await row.getByText(/^Paid \d{1,2}:\d{2}\s[ap]m · GO-\d{6}$/).waitFor();
    await on.refund(sale.paymentId, 51_000);
    await row.getByText(/^Refund ₹51,000 with the bank since \d{1,2}:\d{2}\s[ap]m$/).waitFor();
  });

  it('the menu is folded by its person, and stays so without a jump', async () => {
    const { page } = await on.visitorAs(on.rahul, '/dashboard', LAPTOP);
    await heading(page, 'Dashboard');
    const stored = page.waitForResponse(/account\/preferences/);
    await page.getByRole('button', { name: 'Fold the menu' }).click();
    expect((await stored).status()).toBe(200);
    const main = page.locator('main');
    const folded = (await main.boundingBox())!.x;
    expect(folded).toBeLessThan(200);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await heading(page, 'Transaction History');
    expect((await main.boundingBox())!.x).toBe(folded);
    await expectAccessible(page);
    await page.goto('/dashboard');
    await heading(page, 'Dashboard');
    await screenshot(page, 'lists-folded');
    await page.keyboard.press('[');
    await page.getByRole('button', { name: 'Fold the menu' }).waitFor();
    expect((await main.boundingBox())!.x).toBeGreaterThan(280);
  });

  it.each([
    ['a phone', PHONE],
    ['a tablet', TABLET],
    ['a desktop', LAPTOP],
  ])('the transactions say what was collected, and of what, on %s', async (which, options) => {
    const paid = await on.paid('gold');
    await on.paid('platinum');
    await on.refund(paid.paymentId, 1_000.5);
    const { page } = await on.visitorAs(on.priya, '/transactions', options);
    const sold = page.getByRole('table', { name: 'What was sold' });
    await sold.getByRole('row').filter({ hasText: 'Gold tokens' }).waitFor();
    // Between two looks the list may have been read again.
    await soon(async () => {
      const text = await page.getByText(/^Collected ₹/).innerText();
      expect(text).toMatch(/^Collected ₹[\d,.]+ from \d+ of \d+$/);
      const total = await sold.getByRole('row').filter({ hasText: 'Total' }).innerText();
      expect(total).toContain(/₹[\d,.]+/.exec(text)![0]);
    });
    await page.getByRole('table', { name: 'By day of payment' }).getByRole('row').nth(1).waitFor();
    await soon(async () => expect(await sideways(page)).toBe(0));
    await expectAccessible(page);
    await screenshot(page, `lists-money-of-${which.replace(' ', '-')}`);
  });
});
