import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { HaltingProxy } from '../support/halting-proxy.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { somebody } from './desk-steps.js';
import { ADMIN, sees } from './steps.js';

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
const IS_PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0";
/** As long as a page takes to ask for its scripts after a paint, several times over. */
const WATCHED_MS = 500;

/** Where staff's day begins: the list is there before any script is. */
describe("staff's first pages are rendered on the server", () => {
  const on = stage();

  /** Rows that tell how long ago, and how long still. */
  beforeAll(async () => {
    await on.paid();
    await on.link('gold', { customerData: somebody('Asha Rao') });
  });

  it.each([
    ['/dashboard', () => on.priya, 'Recent Customers'],
    ['/admin/dashboard', () => ADMIN, 'Payments'],
    ['/admin/dashboard?search=rao', () => ADMIN, 'Payments'],
  ])('%s is read while its scripts are on their way, and taken over as it stands', async (path, who, title) => {
    const { page } = await on.browser.visitorAs(who());
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

  it.each([
    ['seen', false],
    ['in a tab that nobody looks at', true],
  ])('a document that comes in two parts is taken over as a whole: %s', async (_, isHidden) => {
    const line = await HaltingProxy.open(on.product.url);
    try {
      const { page, context } = await on.browser.visitorAs(on.priya);
      if (isHidden) await page.addInitScript("Object.defineProperty(document, 'hidden', { value: true })");
      const sendTheRest = line.haltBefore('<td');
      await page.goto(`${line.url}/dashboard`, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { name: 'Recent Customers', exact: true });
      await heading.evaluate((element, mark) => element.setAttribute('data-mark', mark), MARK);
      await eventually('the first part is painted', () => page.evaluate(IS_PAINTED) as Promise<boolean>);
      await pause(WATCHED_MS);
      expect(line.asked.filter((path) => SCRIPTS.test(path))).toEqual([]);
      sendTheRest();
      await eventually('the page runs', () => heading.evaluate(isTakenOver));
      await sees(page, 'Asha Rao');
      expect(await heading.getAttribute('data-mark')).toBe(MARK);
      await context.close();
    } finally {
      line.close();
    }
  });

  /** @returns lets them through */
  async function holdScripts(page: Page): Promise<() => Promise<void>> {
    let ask: () => void = () => undefined;
    let open: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const opened = new Promise<void>((resolve) => (open = resolve));
    await page.route(SCRIPTS, async (route) => {
      ask();
      await opened;
      await route.continue();
    });
    return async () => {
      // The route's own word: the page's request is told of before it, and the route would be gone when it comes.
      await asked;
      open();
      await page.unrouteAll({ behavior: 'wait' });
    };
  }
});
