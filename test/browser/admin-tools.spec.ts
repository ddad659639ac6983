import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { LIST_MESSAGES } from '../../src/contracts/messages-list.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, isLive, sees, soon } from './steps.js';

const WIDTHS = [
  { name: 'a phone', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  { name: 'a tablet', viewport: { width: 768, height: 1024 }, hasTouch: true },
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
];
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const shadowOf = (row: Locator) =>
  row.evaluate((each) => each.ownerDocument.defaultView!.getComputedStyle(each).boxShadow);

describe("the admin's list: tabs, views, columns, many at once, and the finder", () => {
  const on = stage({ isOwn: true });

  const admin = async (path = '/admin/dashboard', options: object = {}): Promise<Page> => {
    const { page } = await on.visitorAs(ADMIN, path, options);
    await heading(page, 'Admin Dashboard');
    await isLive(page);
    return page;
  };
  const dialog = (page: Page) => page.getByRole('dialog');
  const tab = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name });

  it.each(WIDTHS)(
    'on $name: a tab, a view, the columns and the finder fit and can be used',
    async ({ name, ...screen }) => {
      const page = await admin('/admin/dashboard', screen);
      await tab(page, /^Paid \d/).click();
      await page.waitForURL(/status=completed/);
      const number = Number(/\d+/.exec(await tab(page, /^Paid/).innerText())?.[0]);
      await sees(page, `${number} in all`);
      await soon(async () => expect(await tab(page, /^Paid/).getAttribute('aria-pressed')).toBe('true'));
      await soon(async () => expect(await page.evaluate(SIDEWAYS)).toBe(0));

      await page.getByRole('button', { name: 'Views…' }).click();
      await dialog(page).getByLabel('Name', { exact: true }).fill(`Paid on ${name}`);
      await dialog(page).getByLabel('Share with all admins').check();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Save view' }).click();
      await dialog(page)
        .getByRole('button', { name: `Paid on ${name}`, exact: true })
        .waitFor();
      await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
      await tab(page, /^All/).click();
      await page.waitForURL((url) => url.search === '');
      await page.getByRole('combobox', { name: 'Saved view' }).selectOption({ label: `Paid on ${name}` });
      await page.waitForURL(/status=completed/);
      await page.reload();
      await heading(page, 'Admin Dashboard');
      await isLive(page);
      await page.getByRole('button', { name: 'Views…' }).click();
      await dialog(page)
        .getByRole('button', { name: `Delete…: Paid on ${name}` })
        .click();
      await dialog(page)
        .getByRole('button', { name: `Delete it for everybody: Paid on ${name}` })
        .click();
      await eventually('the view is gone', async () => !(await dialog(page).innerText()).includes(`Paid on ${name}`));
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });

      await page.getByRole('button', { name: /^Find/ }).click();
      await dialog(page).getByRole('combobox').fill('imran');
      await dialog(page)
        .getByRole('option', { name: /Imran Khan/ })
        .first()
        .waitFor();
      await expectAccessible(page);
      await soon(async () => expect(await page.evaluate(SIDEWAYS)).toBe(0));
      await dialog(page)
        .getByRole('option', { name: /Imran Khan/ })
        .first()
        .click();
      await page.waitForURL(/\/sales\//);
    },
  );

  it('the pictures', async () => {
    const page = await admin();
    await inspect(page, 'admin-tools');
    await page.getByRole('checkbox', { name: 'Tick this page' }).check();
    await page.getByRole('button', { name: /^Actions on \d+ ticked…/ }).click();
    await dialog(page).getByLabel('Cancel open links').check();
    await sees(page, /^Exactly \d+ payments?\.$/);
    await inspect(page, 'admin-bulk');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Columns…' }).click();
    await dialog(page).getByLabel('Link ends').waitFor();
    await inspect(page, 'admin-columns');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('combobox').fill('a');
    await dialog(page).getByRole('combobox').fill('as');
    await dialog(page).getByRole('option').first().waitFor();
    await sees(page, /payments?$/);
    await inspect(page, 'finder');
  });

  it('columns are chosen by keyboard, and stay on this device for this person', async () => {
    const page = await admin();
    const headers = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
    await soon(async () =>
      expect(await headers()).toEqual(['Customer', 'Token', 'Amount', 'Status', 'Sales manager', 'Created', 'Actions']),
    );
    const open = page.getByRole('button', { name: 'Columns…' });
    await open.focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Link ends').focus();
    await page.keyboard.press('Space');
    await dialog(page).getByLabel('Amount').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    const chosen = ['Customer', 'Token', 'Status', 'Sales manager', 'Link ends', 'Created', 'Actions'];
    await soon(async () => expect(await headers()).toEqual(chosen));
    await soon(async () => expect(await open.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true));
    await page.reload();
    await isLive(page);
    await eventually('the choice is kept', async () => (await headers()).join() === chosen.join());
    await open.click();
    await dialog(page).getByRole('button', { name: 'Usual columns' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await eventually('the usual columns', async () => (await headers()).includes('Amount'));
  });

  it('j and k mark the whole row, x ticks it; ticks stay over pages and end with other filters', async () => {
    for (let at = 0; at < 12; at += 1) await on.link('silver');
    const page = await admin('/admin/dashboard?status=pending');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = page.getByRole('row').nth(2);
    await soon(async () => expect(await shadowOf(second)).toContain('inset'));
    await soon(async () => expect(await shadowOf(page.getByRole('row').nth(1))).toBe('none'));
    await page.keyboard.press('x');
    await soon(async () => expect(await second.getByRole('checkbox').isChecked()).toBe(true));
    await page.getByRole('button', { name: 'Actions on 1 ticked…' }).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=2/);
    await page
      .getByRole('checkbox', { name: /^Tick Customer/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Actions on 2 ticked…' }).waitFor();
    await tab(page, /^All/).click();
    await page.getByRole('button', { name: /^Actions on (?:all \d+|1 payment)…/ }).waitFor();
  });

  it('all links of a filter are cancelled: the exact number before, a result for each after, the paid one says why', async () => {
    const customerData = (name: string) => ({
      customerData: { name, email: `${name.split(' ')[0]!.toLowerCase()}@bulk.example` },
    });
    const names = ['Anu Bulk', 'Bela Bulk', 'Chand Bulk'];
    for (const name of names) await on.link('silver', customerData(name));
    const paid = await on.link('silver', customerData('Dev Bulk'));
    await on.settle(paid.paymentId);
    const page = await admin('/admin/dashboard?search=bulk.example');
    await sees(page, '4 in all');
    await page.getByRole('button', { name: 'Actions on all 4…' }).click();
    await dialog(page).getByLabel('Cancel open links').check();
    await sees(page, 'Exactly 4 payments.');
    await sees(page, /It can be done to 3; each of the others says why not/);
    await on.link('silver', customerData('Late Bulk'));
    await dialog(page).getByRole('button', { name: 'Cancel 3 links' }).click();
    await sees(page, '3 done, 1 not possible.');
    const lines = dialog(page).getByRole('list', { name: 'Result for each payment' }).getByRole('listitem');
    await soon(async () => expect(await lines.filter({ hasText: 'Done' }).count()).toBe(3));
    await soon(async () => expect(await lines.filter({ hasText: 'Dev Bulk' }).innerText()).toContain('Not possible'));
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await tab(page, /^Waiting 1$/).click();
    await sees(page, 'Late Bulk');
  });

  it('a run that a reload has cut off is gone on with, and nobody is mailed twice', async () => {
    const customerData = (name: string) => ({ customerData: { name, email: `${name.toLowerCase()}@cut.example` } });
    for (const name of ['Una', 'Vera', 'Wim', 'Xena', 'Yara']) await on.link('silver', customerData(name));
    const page = await admin('/admin/dashboard?search=cut.example', { allow: [/./] });
    let sent = 0;
    await page.route('**/send-payment-email', async (route) => {
      sent += 1;
      // The fourth mail never comes back: the page is gone before.
      if (sent > 3) return new Promise(() => undefined);
      return route.continue();
    });
    await page.getByRole('button', { name: 'Actions on all 5…' }).click();
    await dialog(page).getByLabel('Mail the payment link again').check();
    await dialog(page).getByRole('button', { name: 'Mail 5 links' }).click();
    await sees(page, '3 of 5…');
    await page.reload();
    await page.unroute('**/send-payment-email');
    await page.getByRole('button', { name: 'Actions on all 5…' }).click();
    await sees(page, 'An earlier run ended with 2 left');
    await dialog(page).getByRole('button', { name: 'Look at the rest' }).click();
    await dialog(page).getByRole('button', { name: 'Mail 2 links' }).click();
    await sees(page, '2 done.');
    await eventually('each was mailed once', async () => {
      const list = await (await on.program()).get('/api/sales-manager/dashboard?search=cut.example');
      const rows = list.body.data.allCustomers as { linkMails: { sentCount: number } }[];
      return rows.length === 5 && rows.every(({ linkMails }) => linkMails.sentCount === 1);
    });
  });

  it('what was chosen last is what is done, whichever count comes first', async () => {
    await on.link('silver', { customerData: { name: 'Nila Count', email: 'nila@count.example' } });
    const page = await admin('/admin/dashboard?search=count.example', { allow: [/status of 503/, /answered 503/] });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/action=cancel/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Actions on 1 payment…' }).click();
    await dialog(page).getByLabel('Cancel open links').check();
    await dialog(page).getByLabel('Mail the payment link again').check();
    const mail = dialog(page).getByRole('button', { name: 'Mail 1 link' });
    await mail.waitFor();
    const late = page.waitForResponse(/action=cancel/);
    release();
    await (await late).finished();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    await mail.waitFor();
    // A count that fails leaves nothing of the one before.
    await page.unroute(/action=cancel/);
    await page.route(/action=cancel/, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await dialog(page).getByLabel('Cancel open links').check();
    await dialog(page).getByText(LIST_MESSAGES.bulk.countFailed).waitFor();
    await soon(async () =>
      expect(
        await dialog(page)
          .getByRole('button', { name: / 1 link$/ })
          .count(),
      ).toBe(0),
    );
    await dialog(page).getByLabel('Mail the payment link again').check();
    await mail.click();
    await sees(page, '1 done.');
  });

  it('a run that is stopped while the server asks for patience ends at once', async () => {
    await on.link('silver', { customerData: { name: 'Om Patience', email: 'om@patience.example' } });
    const page = await admin('/admin/dashboard?search=patience.example', { allow: [/status of 429/] });
    const json = { success: false, error: 'THROTTLED', message: 'Too many for now.' };
    await page.route('**/send-payment-email', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '60' }, json }),
    );
    await page.getByRole('button', { name: 'Actions on 1 payment…' }).click();
    await dialog(page).getByLabel('Mail the payment link again').check();
    const refused = page.waitForResponse('**/send-payment-email');
    await dialog(page).getByRole('button', { name: 'Mail 1 link' }).click();
    await refused;
    await dialog(page).getByRole('button', { name: 'Stop' }).click();
    await dialog(page)
      .getByText(/Too many for now/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog(page).waitFor({ state: 'hidden' });
  });

  it('what a limit left over is kept, and mailed under the same key', async () => {
    await on.link('silver', { customerData: { name: 'Pia Limit', email: 'pia@limit.example' } });
    const page = await admin('/admin/dashboard?search=limit.example', { allow: [/status of 429/] });
    const json = { success: false, error: 'THROTTLED', message: 'You have mailed enough for this hour.' };
    const keys: (string | undefined)[] = [];
    let isLimited = true;
    await page.route('**/send-payment-email', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return isLimited ? route.fulfill({ status: 429, headers: { 'Retry-After': '3600' }, json }) : route.continue();
    });
    await page.getByRole('button', { name: 'Actions on 1 payment…' }).click();
    await dialog(page).getByLabel('Mail the payment link again').check();
    await dialog(page).getByRole('button', { name: 'Mail 1 link' }).click();
    await sees(page, '0 done, 1 failed.');
    await sees(page, json.message);
    const again = dialog(page).getByRole('button', { name: 'Try 1 again' });
    await again.click();
    await soon(async () => expect(keys).toHaveLength(2));
    await again.waitFor();
    // Within the hour the page may be closed.
    await page.reload();
    await isLive(page);
    isLimited = false;
    await page.getByRole('button', { name: 'Actions on 1 payment…' }).click();
    await sees(page, 'An earlier run ended with 1 left');
    await dialog(page).getByRole('button', { name: 'Look at the rest' }).click();
    await dialog(page).getByRole('button', { name: 'Mail 1 link' }).click();
    await sees(page, '1 done.');
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^\S+:\S+$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('a file of a filter holds what matches when it is saved, one of ticked payments each of them', async () => {
    const customerData = (name: string) => ({
      customerData: { name, email: `${name.split(' ')[0]!.toLowerCase()}@file.example` },
    });
    await on.link('silver', customerData('Esha File'));
    const paidSoon = await on.link('silver', customerData('Farah File'));
    const page = await admin('/admin/dashboard?search=file.example&status=pending');
    const saved = async () => {
      const saving = page.waitForEvent('download');
      await dialog(page).getByRole('button', { name: 'Save CSV' }).click();
      const text = readFileSync(await (await saving).path(), 'utf8');
      await sees(page, 'The browser saves the file.');
      return text.trimEnd().split('\r\n').length - 1;
    };
    await page.getByRole('button', { name: 'Actions on all 2…' }).click();
    await dialog(page).getByLabel('Export as a file').check();
    await sees(page, '2 payments now.');
    await sees(page, /The file holds those that match the filters when it is saved/);
    await on.settle(paidSoon.paymentId);
    expect(await saved()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });

    await page.goto('/admin/dashboard?search=file.example&tokenType=silver');
    await page.getByRole('checkbox', { name: 'Tick this page' }).check();
    await page.getByRole('button', { name: /^Actions on 2 ticked…/ }).click();
    await dialog(page).getByLabel('Export as a file').check();
    await sees(page, 'Exactly 2 payments.');
    expect(await saved()).toBe(2);
  });

  it('the finder: by Ctrl-K, arrows and Enter; a seller gets no pages of admins', async () => {
    const page = await admin();
    await page.keyboard.press('Control+k');
    const box = dialog(page).getByRole('combobox');
    await soon(async () => expect(await box.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true));
    await box.fill('audit');
    await dialog(page).getByRole('option', { name: 'Audit Log' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/audit');
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await box.fill('imran');
    await dialog(page)
      .getByRole('option', { name: /Imran Khan/ })
      .first()
      .waitFor();
    // Typed on: what was found before is not gone to, and what is found then is.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/search=meera/, async (route) => {
      await held;
      await route.continue();
    });
    await box.fill('meera');
    await page.keyboard.press('Enter');
    release();
    await dialog(page).getByRole('option', { name: /Meera/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sales\//);
    await heading(page, /Meera/);
    const seller = await on.as(on.priya, '/dashboard');
    await isLive(seller);
    await seller.keyboard.press('Control+k');
    const options = seller.getByRole('dialog').getByRole('option');
    await options.first().waitFor();
    await soon(async () =>
      expect(await options.allInnerTexts()).toEqual(['Dashboard', 'Add Customer', 'Transactions', 'Your account']),
    );
    await seller.keyboard.press('ArrowDown');
    await seller.keyboard.press('Enter');
    await seller.waitForURL('**/customer-form');
  });
});
