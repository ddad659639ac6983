import { describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, sees } from './steps.js';

/**
 * The pause of the live list before it reads itself again: its timers are kept, and run when the test says so. And, while it asks for
 * that, the pause before a skeleton takes the place of the rows: they would be gone before a slow machine has clicked on one.
 */
const HOLD_QUIET_RELOADS = `
  window.quietReloads = [];
  const plain = window.setTimeout;
  window.setTimeout = (task, delay, ...rest) => {
    if (delay === 300) window.quietReloads.push(task);
    return delay === 300 || (delay === 150 && window.rowsStay) ? 0 : plain(task, delay, ...rest);
  };
`;
const RELOAD_NOW = 'window.quietReloads.splice(0).forEach((task) => task());';

describe('details opened while the list is read again', () => {
  const on = stage();

  it('stay when the list asks between the click and the new address', async () => {
    const { page, name, paymentId } = await list();
    const answer = await heldAnswer(page);
    // One task: no moment in between in which the address could be written.
    await page.evaluate(`{ ${clickOn(name)} ${RELOAD_NOW} }`);
    await answer.asked;
    await answer.give();
    await staysOpen(page, paymentId);
  });

  it('stay when the answer comes after the click', async () => {
    const { page, name, paymentId } = await list();
    const answer = await heldAnswer(page);
    await page.evaluate(RELOAD_NOW);
    await answer.asked;
    await row(page, name).click();
    await page.getByRole('dialog', { name: 'Payment details' }).waitFor();
    await answer.give();
    await staysOpen(page, paymentId);
  });

  it('open over the filtered list when its filters are still on their way', async () => {
    const { page, name, paymentId } = await list();
    const answer = await heldAnswer(page);
    await page.evaluate('window.rowsStay = true');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('pending');
    await answer.asked;
    await page.evaluate(`{ window.rowsStay = false; ${clickOn(name)} }`);
    await answer.give();
    await staysOpen(page, paymentId, '?status=pending');
  });

  async function list(): Promise<{ page: Page; name: string; paymentId: string }> {
    const link = await on.link('silver');
    const before = (newPage: Page) => newPage.addInitScript(HOLD_QUIET_RELOADS);
    const { page } = await on.visitorAs(ADMIN, '/admin/dashboard', { before });
    await heading(page, 'Admin Dashboard');
    // The stream's greeting makes the list want to be read again.
    await eventually('the list is about to be read again', () => page.evaluate('window.quietReloads.length > 0'));
    return { page, name: link.data.customer.name, paymentId: link.paymentId };
  }

  async function staysOpen(page: Page, paymentId: string, listAddress = ''): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Payment details' });
    await dialog.getByText('Payment link created').waitFor();
    // Long enough for an answer that was given to be shown.
    await page.waitForTimeout(500);
    expect(await dialog.isVisible()).toBe(true);
    expect(new URL(page.url()).searchParams.get('payment')).toBe(paymentId);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe(listAddress);
    await sees(page, 'Admin Dashboard');
  }
});

const clickOn = (name: string) =>
  `[...document.querySelectorAll('[data-row-open]')].find((link) => link.textContent.startsWith('${name} ')).click();`;
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name} `) });

/** Keeps back the answer to the next time that the list is asked for. */
async function heldAnswer(page: Page): Promise<{ asked: Promise<void>; give: () => Promise<void> }> {
  let ask: (route: Route) => void = () => undefined;
  const route = new Promise<Route>((resolve) => {
    ask = resolve;
  });
  await page.route((url) => url.pathname === '/admin/dashboard', ask, { times: 1 });
  return {
    asked: route.then(() => undefined),
    // One that was given up meanwhile takes no answer.
    give: async () => (await route).continue().catch(() => undefined),
  };
}
