import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { inspect } from '../support/browser.js';
import { fitsEveryWidth } from './desk-steps.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { bankButton, goToBank, heading, headingLater, payAgain, payButton, refusal, sees, soon } from './steps.js';

describe('after paying', () => {
  const on = stage();

  it('the receipt is a click away, printable, and mailed to the recorded address', async () => {
    const { path } = await on.paid();
    const page = await on.visit(path);
    await page.getByRole('link', { name: /^View receipt RC-\d{6}$/ }).click();
    await heading(page, /^Receipt RC-\d{6}$/);
    await sees(page, 'Fifty-one thousand rupees');
    await fitsEveryWidth(page, 'receipt');
    await page.getByRole('button', { name: 'Email this receipt' }).click();
    await sees(page, /^The receipt is on its way to c•••@example\.com\.$/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^receipt-RC-\d{6}\.pdf$/);
    await page.emulateMedia({ media: 'print' });
    await soon(async () => expect(await page.getByRole('link', { name: 'Download PDF' }).isVisible()).toBe(false));
    await sees(page, 'Amount received');
    await fitsEveryWidth(page, 'receipt-printed');
  });

  it.each([
    ['THROTTLED', CUSTOMER_MESSAGES.receipt.throttled],
    ['RECEIPTS_BUSY', CUSTOMER_MESSAGES.receipt.busy],
  ])('a mail refused as %s is told in words of its own', async (error, words) => {
    const { path } = await on.paid();
    const { page } = (await on.browser.visitor()).allow(refusal(429, '/send-receipt'));
    await page.goto(`${path}/receipt`);
    const answer = { status: 429, json: { success: false, error, message: 'Too many.' } };
    await page.route('**/send-receipt', (route) => route.fulfill(answer), { times: 1 });
    await page.getByRole('button', { name: 'Email this receipt' }).click();
    await sees(page, words);
  });

  it('prints by its button', async () => {
    const { path } = await on.paid();
    const before = (page: Page) => page.addInitScript('globalThis.print = () => { globalThis.printed = true; };');
    const page = await on.visit(`${path}/receipt`, { before });
    await page.getByRole('button', { name: 'Print' }).click();
    await soon(async () => expect(await page.evaluate('globalThis.printed')).toBe(true));
  });

  it('without scripts: the receipt is read, downloaded and mailed by links and a form', async () => {
    const event = await on.returned((await on.link()).paymentId, 'pay-upi');
    const page = await on.visit(`/payment/verify?event=${event}`, { javaScriptEnabled: false });
    await heading(page, CUSTOMER_MESSAGES.verify.success);
    await page.getByRole('link', { name: 'Open your receipt' }).click();
    await heading(page, /^Receipt RC-\d{6}$/);
    await soon(async () => expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0));
    await page.getByRole('button', { name: 'Email this receipt' }).click();
    await page.waitForURL(/\/receipt\?mail=sent$/);
    await sees(page, /^The receipt is on its way to/);
  });

  it('before paying there is none, and the way to the payment', async () => {
    const { path } = await on.link();
    const { page } = (await on.browser.visitor()).allow(refusal(404, `${path}/receipt`));
    await page.goto(`${path}/receipt`);
    await heading(page, CUSTOMER_MESSAGES.receipt.notYet);
    await inspect(page, 'receipt-missing');
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await heading(page, 'Gold token');
  });

  it('a refund is followed on the payment page and on the receipt', async () => {
    const { path, paymentId } = await on.paid();
    await on.refund(paymentId, 1500);
    const page = await on.visit(path);
    await heading(page, 'Refund');
    await sees(page, 'Accepted – with the bank');
    await sees(page, /^Expected in your account between /);
    await fitsEveryWidth(page, 'payment-refund');
    await page.goto(`${path}/receipt`);
    await sees(page, '₹1,500');
    await fitsEveryWidth(page, 'receipt-refund');
  });

  it('pending at the bank: known facts that keep themselves up to date', async () => {
    const { path, paymentId } = await on.link('silver');
    const page = await on.visit(path, { before: (newPage) => newPage.clock.install() });
    await goToBank(page);
    await bankButton(page, 'Stay pending, then succeed').click();
    await heading(page, CUSTOMER_MESSAGES.verify.confirmingTitle);
    await sees(page, 'The payment is still under way.');
    await fitsEveryWidth(page, 'verify-unclear');
    await page.goto(path);
    await sees(page, 'The payment is still under way.');
    await soon(async () => expect(await payButton(page).filter({ visible: true }).count()).toBe(0));
    await fitsEveryWidth(page, 'payment-unclear');
    const countdown = page.locator('[data-unclear-countdown]');
    const first = await countdown.innerText();
    await eventually('the count-down moves', async () => (await countdown.innerText()) !== first);
    await payAgain(page).click();
    await payButton(page).waitFor();
    await on.bankDecides(paymentId);
    await headingLater(page, 'Payment Completed');
  });
});
