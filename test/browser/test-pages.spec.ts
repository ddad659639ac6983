import { describe, expect, it } from '@jest/globals';
import { inspect } from '../support/browser.js';
import { stage } from './stage.js';
import { fitsEveryWidth } from './desk-steps.js';
import { atBank, bankPay, heading, sees, soon } from './steps.js';

describe('the test pages', () => {
  const on = stage();

  it('one rupee: from the login page to the bank and back', async () => {
    const page = await on.visit('/');
    await page.getByRole('link', { name: 'Test Payment' }).click();
    await heading(page, 'Test Payment');
    await fitsEveryWidth(page, 'test-payment');
    await page.getByRole('button', { name: 'Create test link' }).click();
    await sees(page, 'Test link created');
    await fitsEveryWidth(page, 'test-payment-created');
    await page.getByRole('link', { name: 'Pay ₹1 at the bank' }).click();
    await atBank(page);
    await bankPay(page).click();
    await page.waitForURL(/\/test-payment\/return\?event=\w{26}$/);
    await heading(page, 'Test payment: outcome');
    await sees(page, 'The bank confirms ₹1.');
    await fitsEveryWidth(page, 'test-payment-paid');
    // Back at the bank without paying, or a bare visit.
    await page.goto('/test-payment/return');
    await sees(page, 'The bank sent nothing back');
    await fitsEveryWidth(page, 'test-payment-bare');
  });

  it('the four tests of the gateway, by keyboard', async () => {
    const page = await on.visit('/gateway-test', { permissions: ['clipboard-read', 'clipboard-write'] });
    await heading(page, 'Gateway Test');
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('Test hash');
    await sees(page, 'The hash matches');
    await page.getByRole('button', { name: 'Copy generatedHash' }).click();
    await soon(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^[0-9a-f]{64}$/));

    const payload = page.getByLabel('Payload');
    await payload.fill('{"amount": {"rupees": 1}}');
    await press('Test hash');
    await sees(page, /Enter a JSON object/);
    await soon(async () =>
      expect(await payload.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true),
    );
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
    await fitsEveryWidth(page, 'gateway-test');
  });

  it('staff find them in their menu, and what fails is told where it happened', async () => {
    const allow = [/status of 503/, /answered 503/];
    const page = await on.admin('/admin/dashboard', { colorScheme: 'dark', allow });
    const menu = page.getByRole('navigation', { name: 'Main' });
    const links = await menu.getByRole('link').allInnerTexts();
    expect(links.slice(-2)).toEqual(['Test Payment', 'Gateway Test']);
    await soon(async () =>
      expect(await menu.getByRole('list', { name: 'Development' }).getByRole('link').count()).toBe(2),
    );
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
