import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, SALES, VERIFIED, heading, payAtBank, refusal, says, sees, soon } from './steps.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe('the desk of staff', () => {
  const on = stage();

  it('the bank is down when a link is made: staff are warned, the customer can pay all the same', async () => {
    const staff = await signedIn('/customer-form');
    await on.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 1 });
    await fillForm(staff, 'Anil Kapoor');
    await staff.getByRole('button', { name: /^Create .*link/ }).click();
    await heading(staff, 'Payment link ready for Anil Kapoor');
    await sees(staff, SERVER_MESSAGES.link.bankUnavailable);
    await inspect(staff, 'link-created-warning');
    const link = await staff.getByRole('link', { name: /\/payment\// }).getAttribute('href');
    const { page } = await on.browser.visitor();
    await page.goto(link ?? '');
    await payAtBank(page);
    await heading(page, VERIFIED);
  });

  it('a double click on create makes one link', async () => {
    const staff = await signedIn('/customer-form');
    const before = (await on.product.invoices()).length;
    await fillForm(staff, 'Divya Menon');
    await staff.getByRole('button', { name: /^Create .*link/ }).dblclick();
    await heading(staff, 'Payment link ready for Divya Menon');
    expect((await on.product.invoices()).length).toBe(before + 1);
    await staff.goto('/dashboard?search=Divya');
    await sees(staff, '1 in all');
    // The next customer starts with an empty form and a link of its own.
    await staff.goto('/customer-form');
    await soon(async () => expect(await staff.getByLabel('Customer name').inputValue()).toBe(''));
  });

  it('copies a payment link and says whose', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page: staff } = await on.visitorAs(SALES, '/dashboard', { permissions });
    await staff.getByRole('button', { name: 'Copy link: Asha Rao' }).click();
    await says(staff, MESSAGES.link.copied('Asha Rao'));
    expect(await staff.evaluate('navigator.clipboard.readText()')).toMatch(
      new RegExp(`^${on.product.url}/payment/[A-Za-z0-9_-]{22,}$`),
    );
  });

  it('opens the payment in a window of its own and notices when it is closed', async () => {
    const staff = await signedIn('/dashboard', SALES);
    const opening = staff.waitForEvent('popup');
    await staff.getByRole('link', { name: 'Open: Vikram Iyer' }).click();
    const popup = await opening;
    await heading(popup, 'Silver token');
    await popup.close();
    await says(staff, MESSAGES.link.windowClosed);
  });

  it.each([
    ['/admin/dashboard', 'Admin Dashboard', 'admin-dashboard'],
    ['/admin/transactions', 'Transaction Analysis', 'admin-transactions'],
    ['/dashboard', 'My Dashboard - My Payments Only', 'my-dashboard'],
    ['/transactions', 'Transaction History', 'admin-transactions-list'],
  ])('an admin reads %s', async (path, title, picture) => {
    const page = await signedIn(path, ADMIN);
    await heading(page, title);
    await inspect(page, picture);
  });

  it('a sales manager reads the transactions, filtered down to none and back', async () => {
    const page = await signedIn('/transactions', SALES);
    await heading(page, 'Transaction History');
    await sees(page, 'Meera Nair');
    await inspect(page, 'transactions');
    await page.getByRole('searchbox').fill('nobody of this name');
    await sees(page, '0 in all');
    await inspect(page, 'transactions-none');
    await page.getByRole('button', { name: /^Clear/ }).click();
    await sees(page, 'Meera Nair');
  });

  it('on a phone the first customer stands in the first 360 px, with one action by state', async () => {
    const { page } = await on.visitorAs(SALES, '/dashboard', PHONE);
    await sees(page, 'Asha Rao');
    // The ribbon of the sandbox is not there in production.
    await page.getByText(/practice bank/).evaluate((each) => each.remove());
    const first = page.getByRole('row').nth(1);
    expect((await first.locator('[data-row-open]').boundingBox())!.y).toBeLessThan(360);
    const shown = await first
      .locator('[data-card=actions]')
      .getByRole('button')
      .or(first.locator('[data-card=actions] a'))
      .filter({ visible: true })
      .count();
    expect(shown).toBe(2);
    const add = (await page.getByRole('link', { name: 'Add New' }).first().boundingBox())!;
    expect(add.y + add.height).toBeGreaterThan(700);
    await inspect(page, 'dashboard-phone');
  });

  it('on a phone the menu slides in, works by touch and goes away', async () => {
    const { page } = await on.visitorAs(SALES, '/dashboard', PHONE);
    await sees(page, 'Asha Rao');
    await expectAccessible(page);
    expect(await sidewaysPixels(page)).toBe(0);
    await page.getByRole('button', { name: 'Open menu' }).tap();
    const menu = page.getByRole('dialog');
    await menu.getByText('Priya').first().waitFor();
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Add Customer' }).tap();
    await page.waitForURL('/customer-form');
    await menu.waitFor({ state: 'hidden' });
    await heading(page, 'Add New Customer');
    await expectAccessible(page);
    expect(await sidewaysPixels(page)).toBe(0);
  });

  it('the shortcuts are listed, and switched on by a key', async () => {
    const page = await signedIn('/dashboard');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Keyboard shortcuts').waitFor();
    await inspect(page, 'shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await soon(async () => expect(await page.locator(':focus').getAttribute('type')).toBe('search'));
  });

  it('rows are walked by keys, and coming back gives the focus to the row', async () => {
    const page = await signedIn('/admin/dashboard', ADMIN);
    const openers = page.locator('[data-row-open]');
    await openers.nth(1).waitFor();
    const focused = () => openers.evaluateAll((all) => all.indexOf(all[0]!.ownerDocument.activeElement!));
    for (const [key, at] of [['j', 0], ['j', 1], ['j', 2], ['k', 1]] as const) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, at]);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sales\//);
    await page.goBack();
    await openers.nth(1).waitFor();
    await eventually('the focus is back', async () => (await focused()) === 1);
    await page.keyboard.press('n');
    await heading(page, 'Add New Customer');
  }); // prettier-ignore

  it('a page that is not there says so, signed in and signed out', async () => {
    const stranger = (await on.browser.visitor()).allow(refusal(404, '/nowhere'));
    await stranger.page.goto('/nowhere');
    await heading(stranger.page, 'Page not found');
    await inspect(stranger.page, 'not-found');
    const staff = await on.visitorAs(on.priya, '/nowhere', { allow: [refusal(404, '/nowhere')] });
    await heading(staff.page, 'Page not found');
    await inspect(staff.page, 'not-found-signed-in');
    await staff.page.getByRole('link', { name: 'Go to the start page' }).click();
    await staff.page.waitForURL('/dashboard');
  });

  const signedIn = (path: string, who = on.priya): Promise<Page> => on.as(who, path);

  async function fillForm(page: Page, name: string): Promise<void> {
    await page.getByRole('radio', { name: /^Gold/ }).check();
    await page.getByLabel('Customer name').fill(name);
    await page.getByLabel('Customer email').fill(`${name.toLowerCase().replace(' ', '.')}@example.com`);
  }

  /** By how much the page can be pushed sideways. */
  async function sidewaysPixels(page: Page): Promise<number> {
    return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }
});
