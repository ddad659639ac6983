import { describe, expect, it } from '@jest/globals';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { screenshot } from '../support/browser.js';
import { stage } from './stage.js';
import { bankButton, bankPay, goToBank, heading, payButton, sees } from './steps.js';

describe('a customer whose browser runs no scripts', () => {
  const on = stage();

  it('reads the payment page, pays by the plain form and sees the outcome', async () => {
    const { path } = await on.link();
    const { page } = await on.browser.visitor({ javaScriptEnabled: false });
    await page.goto(path);
    await heading(page, 'Gold token');
    await sees(page, 'Payment Pending');
    await heading(page, 'Already paid?');
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('₹51,000');
    expect(text).toContain('Fifty-one thousand rupees');
    // What only a script could do is not offered.
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Check status' }).count()).toBe(0);
    await goToBank(page);
    await bankPay(page).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/payment\/verify\?event=/);
    await heading(page, CUSTOMER_MESSAGES.verify.success);
    await sees(page, /^GO-\d{6}$/);
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await heading(page, 'Payment Successful!');
    await sees(page, /^GO-\d{6}$/);
  });

  it('waits for a slow bank without pressing anything', async () => {
    const { path, paymentId } = await on.link('silver');
    const { page } = await on.browser.visitor({ javaScriptEnabled: false });
    await page.goto(path);
    await goToBank(page);
    await bankButton(page, 'Stay pending, then succeed').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, CUSTOMER_MESSAGES.verify.confirmingTitle);
    await on.bankDecides(paymentId);
    await heading(page, CUSTOMER_MESSAGES.verify.success, 25_000);
  });

  it('is told when the bank cannot be reached, and can press pay again', async () => {
    await on.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 0 });
    const { path } = await on.link();
    const { page } = await on.browser.visitor({ javaScriptEnabled: false });
    await page.goto(path);
    await payButton(page).click();
    await sees(page, CUSTOMER_MESSAGES.payment.urlNotYet);
    await on.product.bank({ op: 'clear-faults' });
    await goToBank(page);
  });

  it('sees the login form', async () => {
    const visitor = await on.browser.visitor({ javaScriptEnabled: false });
    // A browser whose scripts are off refuses to fetch them ahead, too.
    const { page } = visitor.allow(/^failed: GET .*\.js csp$/);
    await page.goto('/');
    await heading(page, 'TokenDesk');
    expect(await page.getByLabel('Email').isVisible()).toBe(true);
    await screenshot(page, 'login-no-script');
  });
});
