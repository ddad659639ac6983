import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { expectAccessible } from '../support/browser.js';
import type { Client } from '../support/client.js';
import { leaveUnits, removeLimits, setLimit } from '../support/quotas.js';
import { createLink } from '../support/sales.js';
import { stage } from './stage.js';
import { ADMIN, DELIVERED_MS, failVisit, heading, LIVE, refusal, sees, soon } from './steps.js';

describe('limits of tiers in the browser', () => {
  const on = stage({ isOwn: true });
  afterEach(async () => removeLimits(await on.program(ADMIN)));

  it('the form shows what is left of a limited tier, as it changes, and keeps what was typed when the last one goes', async () => {
    const admin = await on.program(ADMIN);
    const seller = await on.program(on.priya);
    const { page: plain } = await on.visitorAs(on.priya, '/customer-form');
    await heading(plain, 'Add New Customer');
    expect(await plain.getByText(/ left$/).count()).toBe(0);

    await leaveUnits(admin, 'platinum', 12);
    const { page } = await on.visitorAs(on.priya, '/customer-form', {
      allow: [refusal(409, '/api/payments/create-link')],
    });
    await sees(page, /^12 left$/);
    expect(await page.getByText(/ left$/).count()).toBe(1);
    await expectAccessible(page);
    await createLink(seller, 'platinum');
    await sees(page, /^11 left$/);
    await leaveUnits(admin, 'platinum', 1);
    await sees(page, /^1 left$/);

    await fill(page);
    // At another desk, while this one is typing.
    await createLink(seller, 'platinum');
    await sees(page, /^None left$/);
    await page.getByRole('button', { name: /^Create .*link/ }).click();
    await sees(page, 'No platinum token is left: all are sold or reserved.');
    expect(await page.getByLabel('Customer name').inputValue()).toBe('Quota Desk');
    await leaveUnits(admin, 'platinum', 1);
    await sees(page, /^1 left$/);
    await page.getByRole('button', { name: /^Create .*link/ }).click();
    await page.waitForURL(/\/sales\/[a-z0-9]{26}$/);
  });

  it('the form follows a limit that ends and is set again', async () => {
    const admin = await on.program(ADMIN);
    await leaveUnits(admin, 'gold', 7);
    await leaveUnits(admin, 'platinum', 12);
    const { page } = await on.visitorAs(on.priya, '/customer-form');
    const shows = (...texts: string[]) =>
      soon(async () => expect((await page.getByText(/ left$/).allTextContents()).sort()).toEqual(texts));
    await shows('12 left', '7 left');
    await setLimit(admin, 'platinum', '');
    await shows('7 left');
    await leaveUnits(admin, 'platinum', 5);
    await shows('5 left', '7 left');
    await setLimit(admin, 'platinum', '');
    await setLimit(admin, 'gold', '');
    await shows();
  });

  it('while the product is not available for a moment the form stays as it was typed, and follows on', async () => {
    const admin = await on.program(ADMIN);
    await leaveUnits(admin, 'platinum', 12);
    const { page } = await on.visitorAs(on.priya, '/customer-form', {
      allow: [refusal(503, '/customer-form'), /answered 503/],
    });
    await sees(page, /^12 left$/);
    await fill(page);
    await page.route('**/customer-form', failVisit);
    const failed = page.waitForResponse((answer) => answer.status() === 503);
    // The form asks anew what is left.
    await setLimit(admin, 'platinum', '');
    expect(await (await failed).request().headerValue('x-background')).toBe('1');
    await page.unrouteAll({ behavior: 'wait' });
    await leaveUnits(admin, 'platinum', 5);
    await sees(page, /^5 left$/);
    expect(await page.getByLabel('Customer name').inputValue()).toBe('Quota Desk');
  });

  describe('before the form has its live stream', () => {
    it.each<[string, (admin: Client, seller: Client) => Promise<unknown>, string[]]>([
      ['a sale', (_, seller) => createLink(seller, 'platinum'), ['11 left']],
      ['the end of the limit', removeLimits, []],
    ])('%s: shows once the stream is open', async (_name, happens, shown) => {
      const [admin, seller] = [await on.program(ADMIN), await on.program(on.priya)];
      await leaveUnits(admin, 'platinum', 12);
      let connect = (): void => undefined;
      const isThere = new Promise<void>((resolve) => (connect = resolve));
      const { page } = await on.visitorAs(on.priya, '/customer-form', {
        before: (window) =>
          window.route('**/api/events', async (route) => {
            await isThere;
            await route.continue();
          }),
      });
      await sees(page, /^12 left$/);
      await happens(admin, seller);
      connect();
      await soon(async () => expect(await page.getByText(/ left$/).allTextContents()).toEqual(shown));
    });

    it('a sale while the form is loading, with the stream open before: shows as well', async () => {
      const [admin, seller] = [await on.program(ADMIN), await on.program(on.priya)];
      await leaveUnits(admin, 'platinum', 12);
      const { page } = await on.visitorAs(on.priya, '/dashboard');
      await sees(page, LIVE);
      const visit = async (route: Route) => {
        const response = await route.fetch();
        await createLink(seller, 'platinum');
        await pause(DELIVERED_MS);
        await route.fulfill({ response });
      };
      await page.route('**/customer-form', visit, { times: 1 });
      await page.getByRole('link', { name: /^Add/ }).first().click();
      await sees(page, /^11 left$/);
    });
  });

  it('an admin sets, changes and removes a limit', async () => {
    const page = await on.admin('/admin/project', { allow: [refusal(422, '/api/admin/projects/default/quotas')] });
    const field = page.getByLabel('Gold tokens at most');
    await field.fill('many');
    await page.getByRole('button', { name: 'Set the limit of gold' }).click();
    await sees(page, 'Enter a whole number from 0 to 1000000, or nothing for no limit');
    await field.fill('40');
    await page.getByRole('button', { name: 'Set the limit of gold' }).click();
    await sees(page, /\d+ sold, \d+ reserved by links, \d+ left\./);
    await expectAccessible(page);
    await field.fill('');
    await page.getByRole('button', { name: 'Remove the limit of gold' }).click();
    await page.getByText('No limit.').nth(2).waitFor();
  });

  async function fill(page: Page): Promise<void> {
    await page.getByRole('radio', { name: /^Platinum/ }).check();
    await page.getByLabel('Customer name').fill('Quota Desk');
    await page.getByLabel('Customer email').fill('quota.desk@example.com');
    await page.getByLabel(/^Mobile number/).fill('9812309871');
  }
});
