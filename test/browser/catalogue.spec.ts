import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CATALOGUE_PATH } from '../support/catalogue.js';
import { expectAccessible, screenshot } from '../support/browser.js';
import { stage } from './stage.js';
import { heading, refusal, sees } from './steps.js';

/** In pictures at each width, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('the catalogue in the browser', () => {
  // A version holds for every later link of a product and cannot be taken back.
  const on = stage({ isOwn: true });

  it('an admin sees what a new version changes, makes it, and sellers sell by it', async () => {
    await on.link('gold', { customerData: { name: 'Asha Rao', email: 'asha@example.com' } });
    const page = await on.admin('/admin/project', { allow: [refusal(422, CATALOGUE_PATH)] });
    await page.getByRole('link', { name: 'Catalogue' }).click();
    await heading(page, 'Catalogue');
    await sees(page, 'Version 1');
    await sees(page, 'Upgrade from gold to platinum for the difference');
    await pictures(page, 'catalogue');

    await page.getByRole('button', { name: 'New version' }).click();
    await page.getByLabel('Gold: price (₹)').fill('free');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Enter a price from ₹1');
    await page.getByLabel('Gold: price (₹)').fill('55000');
    await page.getByLabel('Silver: is it sold?').selectOption('no');
    await page.getByLabel('Silver to gold').selectOption('difference');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Gold: price: ₹51,000 → ₹55,000');
    await sees(page, 'Silver: sold: yes → no');
    await sees(page, 'Upgrade from silver to gold: not possible → for the difference');
    await sees(page, /open links? keep/);
    await expectAccessible(page);
    await pictures(page, 'catalogue-form');
    await page.getByRole('button', { name: 'Make the version' }).click();
    await sees(page, 'Version 2 has been made');
    await sees(page, '₹55,000');
    await expectAccessible(page);

    const form = await on.admin('/customer-form');
    await sees(form, '₹55,000');
    expect(await form.getByText('Silver', { exact: true }).count()).toBe(0);
  });
});
