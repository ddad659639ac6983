import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { expectAccessible, inspect, type Visitor } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { somebody } from './desk-steps.js';
import { ADMIN, sees, soon } from './steps.js';

const WORDS = MESSAGES.missingPart;
const LOST = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|preload|dynamically imported/;

/** Parts of a page whose code comes when they are first needed, and does not come. */
describe('a part that cannot be fetched', () => {
  const on = stage();
  let paymentId = '';
  beforeAll(async () => {
    ({ paymentId } = await on.link('gold', { customerData: somebody('Asha Rao') }));
  });

  it('a dialog: said in a dialog, the page stays; closed, opened again once the network is back', async () => {
    const { page, context } = await signedIn(`/sales/${paymentId}`, on.priya);
    const opener = page.getByRole('button', { name: 'Cancel link' });
    await opener.waitFor();
    await lose(page, 'cancel-dialog');
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: WORDS.title });
    await dialog.getByText(WORDS.dialog).waitFor();
    await inspect(page, 'missing-part');
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await sees(page, 'Payment link ready for Asha Rao');
    await eventually('the focus is back', () => opener.evaluate((each) => each === each.ownerDocument.activeElement));

    await page.keyboard.press('Enter');
    await dialog.waitFor();
    const asked = page.waitForRequest(/cancel-dialog/);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await dialog.waitFor();
    await page.unroute(/cancel-dialog/);
    // Coming online asks by itself.
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('dialog', { name: /Cancel/ }).waitFor();
  });

  it('a button that is pressed before the page’s code is there does its work once it is', async () => {
    const { page } = await on.browser.visitorAs(on.priya);
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const code = /assets\/app-[\w-]+\.js/;
    await page.route(code, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'More: Asha Rao', exact: true }).click();
    await soon(async () => expect(await page.getByRole('menuitem').count()).toBe(0));
    arrive();
    await page.getByRole('menuitem', { name: 'Cancel link' }).waitFor();
  });

  it("a row's menu and its dialogs: the button stays, and works at the next try", async () => {
    const { page } = await signedIn('/dashboard', on.priya);
    const more = page.getByRole('button', { name: 'More: Asha Rao', exact: true });
    await more.waitFor();
    await lose(page, 'more-menu');
    await more.click();
    const missing = page.getByRole('dialog', { name: WORDS.title });
    await missing.getByRole('button', { name: 'Close' }).click();
    await missing.waitFor({ state: 'detached' });
    await page.unroute(/more-menu/);
    await lose(page, 'cancel-dialog');
    await more.click();
    await page.getByRole('menuitem', { name: 'Cancel link' }).click();
    await missing.waitFor();
    await page.unroute(/cancel-dialog/);
    await missing.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog', { name: 'Cancel link' }).waitFor();
  });

  it('charts: the table says all the same, and the chart comes when it is asked for again', async () => {
    const { page } = (await on.browser.visitorAs(ADMIN)).allow(LOST);
    await lose(page, String.raw`charts-[\w-]+\.js`);
    await page.goto('/admin/transactions');
    await sees(page, WORDS.chart);
    await expectAccessible(page);
    await sees(page, 'Show the figures by hour');
    await page.unroute(/charts-[\w-]+\.js/);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.locator('.highcharts-root').first().waitFor();
  });

  /** The files of this name are not to be had; those that were there already are kept by the page. */
  async function lose(page: Page, name: string): Promise<void> {
    await page.route(new RegExp(name), (route) => route.abort());
  }

  const signedIn = (path: string, who: typeof ADMIN): Promise<Visitor> => on.visitorAs(who, path, { allow: [LOST] });
});
