import { describe, expect, it } from '@jest/globals';
import { inspect } from '../support/browser.js';
import { stage } from './stage.js';
import { ADMIN, atBank, bankPay, heading, sees, signIn } from './steps.js';

const WIDTHS = [360, 1440] as const;

describe('the test pages', () => {
  const on = stage();
  const at = (width: number, colorScheme: 'light' | 'dark' = 'light') =>
    on.browser.visitor({ viewport: { width, height: 900 }, colorScheme });

  it.each(WIDTHS)('one rupee: from the login page to the bank and back, at %i', async (width) => {
    const { page } = await at(width);
    await page.goto('/');
    await page.getByRole('link', { name: 'Test Payment' }).click();
    await heading(page, 'Test Payment');
    await inspect(page, `test-payment-${width}`);
    await page.getByRole('button', { name: 'Create test link' }).click();
    await sees(page, 'Test link created');
    await inspect(page, `test-payment-created-${width}`);
    await page.getByRole('link', { name: 'Pay ₹1 at the bank' }).click();
    await atBank(page);
    await bankPay(page).click();
    await page.waitForURL(/\/test-payment\/return\?event=\w{26}$/);
    await heading(page, 'Test payment: outcome');
    await sees(page, 'The bank confirms ₹1.');
    await inspect(page, `test-payment-paid-${width}`);
    // Back at the bank without paying, or a bare visit.
    await page.goto('/test-payment/return');
    await sees(page, 'The bank sent nothing back');
    await inspect(page, `test-payment-bare-${width}`);
  });

  it.each(WIDTHS)('the four tests of the gateway, by keyboard, at %i', async (width) => {
    const { page, context } = await at(width);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/gateway-test');
    await heading(page, 'Gateway Test');
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('Test hash');
    await sees(page, 'The hash matches');
    await page.getByRole('button', { name: 'Copy generatedHash' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^[0-9a-f]{64}$/);

    const payload = page.getByLabel('Payload');
    await payload.fill('{"amount": {"rupees": 1}}');
    await press('Test hash');
    await sees(page, /Enter a JSON object/);
    expect(await payload.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await payload.fill('{"chargeAmount": 51000.00, "merchantId": "T_SANDBOX1"}');
    await press('Test hash');
    await sees(page, 'The hash does not match');
    await sees(page, '51000.00T_SANDBOX1');

    await press('Test API');
    await sees(page, 'P0039');
    await press('Test documentation');
    await sees(page, 'All documented examples match.');
    await press('Test complete flow');
    await sees(page, 'Every step works.');
    await inspect(page, `gateway-test-${width}`);
  });

  it('staff find them in their menu, and what fails is told where it happened', async () => {
    const visitor = await at(1440, 'dark');
    const { page } = visitor.allow(/status of 503/, /answered 503/);
    await page.goto('/');
    await signIn(page, ADMIN);
    await page.waitForURL('/admin/dashboard');
    const menu = page.getByRole('navigation', { name: 'Main' });
    const links = await menu.getByRole('link').allInnerTexts();
    expect(links.slice(-2)).toEqual(['Test Payment', 'Gateway Test']);
    expect(await menu.getByRole('list', { name: 'Development' }).getByRole('link').count()).toBe(2);
    await menu.getByRole('link', { name: 'Test Payment' }).click();
    await heading(page, 'Test Payment');
    await on.product.bank({ op: 'fault', on: 'create', kind: 'http-500' });
    await page.getByRole('button', { name: 'Create test link' }).click();
    await sees(page, 'Failed to create payment request');
    await sees(page, /Nothing was charged/);
    await inspect(page, 'test-payment-failed');
    await page.getByRole('button', { name: 'Create test link' }).click();
    await sees(page, 'Test link created');
    await page.getByRole('button', { name: 'Ask the bank' }).click();
    await sees(page, 'Not paid');
    await inspect(page, 'test-payment-dark');
    await page.getByRole('link', { name: 'Gateway Test' }).click();
    await heading(page, 'Gateway Test');
    await page.getByRole('button', { name: 'Test hash' }).click();
    await sees(page, 'The hash matches');
    await inspect(page, 'gateway-test-dark');
  });
});
