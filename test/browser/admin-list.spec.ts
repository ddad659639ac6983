import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { DAY_MESSAGES } from '../../src/contracts/messages-days.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, isLive, refusal, sees, soon } from './steps.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe("the admin's list of payments", () => {
  const on = stage({ isOwn: true });

  it('every filter and sort lives in the address, and survives a reload and going back', async () => {
    const page = await admin('/admin/dashboard');
    await sees(page, '5 in all');
    await inspect(page, 'admin-list');
    await page.getByRole('combobox', { name: 'Token type' }).selectOption('gold');
    await page.waitForURL(/tokenType=gold/);
    await sees(page, '2 in all');
    await page.getByRole('combobox', { name: 'Sales manager' }).selectOption({ label: 'Rahul Verma' });
    await page.waitForURL(/salesManager=\d+/);
    await sees(page, '1 in all');
    await page.getByRole('searchbox').fill('imran');
    await page.waitForURL(/search=imran/);
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.waitForURL(/startDate=2020-01-01/);
    await sees(page, 'Imran Khan');
    await inspect(page, 'admin-list-filtered');
    await page.reload();
    await sees(page, '1 in all');
    await soon(async () => expect(await page.getByRole('searchbox').inputValue()).toBe('imran'));
    await page.getByRole('button', { name: 'Remove filter “imran”' }).click();
    await eventually('the search is gone', () => !page.url().includes('search='));
    await page.goBack();
    await page.waitForURL(/search=imran/);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await sees(page, '5 in all');
    await page.waitForURL((url) => url.search === '');
  });

  it('sorts by its headers, and says so', async () => {
    const page = await admin('/admin/dashboard');
    const amount = page.getByRole('columnheader', { name: 'Amount' });
    await amount.getByRole('button').click();
    await page.waitForURL(/sort=amount$/);
    await soon(async () => expect(await amount.getAttribute('aria-sort')).toBe('descending'));
    await eventually('the dearest comes first', async () => (await firstRow(page)).includes('₹1,00,000'));
    await amount.getByRole('button').click();
    await page.waitForURL(/direction=asc/);
    await eventually('the cheapest comes first', async () => (await firstRow(page)).includes('₹100'));
    await soon(async () => expect(await amount.getAttribute('aria-sort')).toBe('ascending'));
    await page.getByRole('combobox', { name: 'Status' }).selectOption('pending');
    await page.waitForURL((url) => url.search === '?status=pending&sort=amount&direction=asc');
    // The list of one seller cannot be read in this order.
    await page.getByRole('combobox', { name: 'Sales manager' }).selectOption({ label: 'Rahul Verma' });
    await page.waitForURL((url) => /^\?status=pending&salesManager=\d+$/.test(url.search));
    await soon(async () => expect(await amount.getByRole('button').count()).toBe(0));
  });

  it('days that contradict each other are said to, and nothing is asked', async () => {
    const page = await admin('/admin/dashboard?startDate=2026-05-02');
    await page.getByLabel('To', { exact: true }).fill('2026-05-01');
    await sees(page, MESSAGES.admin.datesReversed);
    expect(page.url()).not.toContain('endDate');
    await expectAccessible(page);
  });

  it('a year that is being typed is asked for once it is one', async () => {
    const page = await admin('/admin/dashboard');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const from = page.getByLabel('From', { exact: true });
    for (const typed of ['0002-05-02', '0020-05-02', '0202-05-02', '2100-05-02']) await from.fill(typed);
    await from.fill('2026-05-02');
    await page.waitForURL(/startDate=2026-05-02/);
    expect(asked.filter((url) => /startDate=(0|21)/.test(url))).toEqual([]);
    await from.fill('2100-05-02');
    await from.blur();
    await sees(page, DAY_MESSAGES.unreadable);
    await soon(async () => expect(await from.inputValue()).toBe('2100-05-02'));
  });

  it('a channel partner without a name is no direct sale', async () => {
    const { paymentId } = await on.link('silver', { referenceType: 'channelPartner' });
    const page = await on.as(ADMIN, `/sales/${paymentId}`);
    await sees(page, /^Channel partner · /);
  });

  it('a row leads to its sale: by mouse, by keyboard; going back finds the same list and the row', async () => {
    const link = await on.link('silver');
    const name = link.data.customer.name as string;
    const page = await admin('/admin/dashboard?status=pending');
    const opener = page.getByRole('link', { name: new RegExp(`^${name} `) });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/sales/${link.paymentId}`);
    await sees(page, 'Payment link created');
    await page.getByText(/^Exchanges with the bank/).click();
    await page.getByText('Technical details').first().click();
    await inspect(page, 'sale-of-an-admin');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/admin/dashboard?status=pending');
    await eventually('the focus is on its row', () =>
      opener.evaluate((each) => each === each.ownerDocument.activeElement),
    );
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText(/^Not opened/)
      .click();
    await page.waitForURL(`**/sales/${link.paymentId}`);
    await page.reload();
    await sees(page, 'Payment link created');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/admin/dashboard?status=pending');
  });

  it('a history that cannot be read says so and can be asked for again', async () => {
    const page = await admin('/admin/dashboard', { allow: [/details/] });
    await page.route('**/details', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await page.goto(`/sales/${(await on.link()).paymentId}`);
    await sees(page, MESSAGES.sale.historyFailed);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await sees(page, 'Payment link created');
  });

  it('the export is saved as a file of the filtered payments', async () => {
    const page = await admin('/admin/dashboard?tokenType=platinum');
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
    expect(text).toContain('Meera Nair');
    await heading(page, 'Admin Dashboard');
  });

  it('an export that cannot be had says why, where it was asked for', async () => {
    const allow = [refusal(429, '/api/payments/admin/export'), /status of 500/, /answered 500/];
    const page = await admin('/admin/dashboard', { allow });
    for (const [status, words] of [
      [429, MESSAGES.admin.exportBusy],
      [500, MESSAGES.admin.exportFailed],
    ] as const) {
      await page.route('**/admin/export?*', (route) => route.fulfill({ status, body: '' }), { times: 1 });
      await page.getByRole('link', { name: 'Export XLSX' }).click();
      await page.getByRole('alert').getByText(words, { exact: true }).waitFor();
    }
    await expectAccessible(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export XLSX' }).click();
    await saving;
    await soon(async () => expect(await page.getByRole('alert').count()).toBe(0));
  });

  it('on a phone rows are cards, and everything fits', async () => {
    const page = await admin('/admin/dashboard?status=pending', PHONE);
    await sees(page, 'Payment Pending');
    await expectAccessible(page);
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await soon(async () => expect(await page.evaluate(sideways)).toBe(0));
    await page
      .getByRole('row')
      .nth(1)
      .getByText(/^(Not opened|Opened)/)
      .tap();
    await sees(page, 'Payment link created');
    await expectAccessible(page);
    await soon(async () => expect(await page.evaluate(sideways)).toBe(0));
  });

  async function admin(path: string, options: object = {}): Promise<Page> {
    const { page } = await on.visitorAs(ADMIN, path, options);
    await heading(page, 'Admin Dashboard');
    await isLive(page);
    return page;
  }

  const firstRow = (page: Page) => page.getByRole('row').nth(1).innerText();
});
