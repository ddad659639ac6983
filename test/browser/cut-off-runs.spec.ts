import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { heading, isLive, sees } from './steps.js';

const UNANSWERED = [/status of 401/, /answered 401/];

describe('actions on many payments that are cut off', () => {
  const on = stage();

  it('by the end of the session: what is left is begun no more, and offered after the next sign-in', async () => {
    for (const name of ['Una', 'Vera', 'Wim', 'Xena', 'Yara', 'Zoe', 'Asha', 'Bela'])
      await on.link('silver', { customerData: { name, email: `${name.toLowerCase()}@ended.example` } });
    const list = '/admin/dashboard?search=ended.example';
    const page = await on.admin(list, { allow: UNANSWERED });
    await page.evaluate('window.isFirst = true');
    let asked = 0;
    await page.route('**/check-status/*', async (route) => {
      asked += 1;
      if (asked <= 2) return route.continue();
      const json = { success: false, error: 'AUTH_REQUIRED', message: 'Please sign in.' };
      return route.fulfill({ status: 401, json });
    });
    const dialog = page.getByRole('dialog', { name: /^Actions on/ });
    await page.getByRole('button', { name: 'Actions on all 8…' }).click();
    await dialog.getByLabel('Check status with the bank').check();
    await dialog.getByRole('button', { name: 'Check 8 payments' }).click();
    // The login page, which leads whoever is signed in by then back.
    const isLeft = () => page.evaluate<boolean>('window.isFirst === undefined').catch(() => false);
    await eventually('the page is left', isLeft);
    expect(asked).toBeLessThan(8);
    await page.waitForURL(list);
    await heading(page, 'Admin Dashboard');
    await page.unroute('**/check-status/*');
    await isLive(page);
    await page.getByRole('button', { name: /^Actions on all/ }).click();
    await sees(page, 'An earlier run ended with 6 left');
  });
});
