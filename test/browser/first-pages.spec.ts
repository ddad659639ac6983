import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, newLink, payAtBank, SALES, sees, signIn } from './steps.js';

const SCRIPTS = /\/build\/assets\/[^/]+\.js$/;
/** In the browser: each look at the clock is a day after the last. */
const RUNAWAY_CLOCK = `{
  const now = Date.now;
  let looks = 0;
  Date.now = () => now.call(Date) + 90_000_000 * ++looks;
}`;
/** In the browser: React has the element as its own. */
const isTakenOver = (element: object) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));
const MARK = 'the-server-made-this';

/** Where staff's day begins: the list is there before any script is. */
describe("staff's first pages are rendered on the server", () => {
  const on = stage();

  it.each([
    ['/dashboard', SALES, 'Recent Customers'],
    ['/admin/dashboard', ADMIN, 'Payments'],
    ['/admin/dashboard?search=rao', ADMIN, 'Payments'],
  ])('%s is read while its scripts are on their way, and taken over as it stands', async (path, who, title) => {
    const { page } = await on.browser.visitor();
    await openAndPaid(page);
    await page.goto('/');
    await signIn(page, who);
    await page.waitForURL(/dashboard$/);
    await page.addInitScript(RUNAWAY_CLOCK);
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { name: title, exact: true });
    await heading.waitFor();
    await sees(page, 'Asha Rao');
    expect(await page.locator('table, [role="table"]').count()).toBeGreaterThan(0);
    await heading.evaluate((element, mark) => element.setAttribute('data-mark', mark), MARK);
    await release();
    await eventually('the page runs', () => heading.evaluate(isTakenOver));
    await page.getByRole('button', { name: /^More/ }).first().click();
    await page.getByRole('menu').waitFor();
    expect(await heading.getAttribute('data-mark')).toBe(MARK);
  });

  /** Rows that tell how long ago, and how long still. */
  async function openAndPaid(page: Page): Promise<void> {
    await newLink(on.product);
    const { path } = await newLink(on.product);
    await page.goto(path);
    await payAtBank(page);
    await page.waitForURL(/\/payment\/success/);
  }

  /** @returns lets them through */
  async function holdScripts(page: Page): Promise<() => Promise<void>> {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    await page.route(SCRIPTS, async (route) => {
      await opened;
      await route.continue();
    });
    return async () => {
      open();
      await page.unrouteAll({ behavior: 'wait' });
    };
  }
});
