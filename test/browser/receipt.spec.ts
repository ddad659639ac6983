import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { Client } from '../support/client.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, bankButton, bankPay, goToBank, heading, newLink, payAgain, payButton, refusal, sees } from './steps.js';

const WIDTHS = [360, 1440];

describe('after paying', () => {
  const on = stage();

  async function paid(page: Page) {
    const link = await newLink(on.product);
    await page.goto(link.path);
    await goToBank(page);
    await bankPay(page).click();
    await heading(page, MESSAGES.verify.success, 25_000);
    return link;
  }

  it.each(WIDTHS)(
    'the receipt is a click away, printable, and mailed to the recorded address (%i px)',
    async (width) => {
      const { page } = await on.browser.visitor({ viewport: { width, height: 800 } });
      const { path } = await paid(page);
      await page.goto(path);
      await page.getByRole('link', { name: /^View receipt RC-\d{6}$/ }).click();
      await heading(page, /^Receipt RC-\d{6}$/);
      await sees(page, 'Fifty-one thousand rupees');
      await inspect(page, `receipt-${width}`);
      await page.getByRole('button', { name: 'Email this receipt' }).click();
      await sees(page, /^The receipt is on its way to c•••@example\.com\.$/);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download PDF' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^receipt-RC-\d{6}\.pdf$/);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('link', { name: 'Download PDF' }).isVisible()).toBe(false);
      await sees(page, 'Amount received');
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(wider).toBe(0);
    },
  );

  it('prints by its button', async () => {
    const { page } = await on.browser.visitor();
    await page.addInitScript('globalThis.print = () => { globalThis.printed = true; };');
    const { path } = await paid(page);
    await page.goto(`${path}/receipt`);
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate('globalThis.printed')).toBe(true);
  });

  it('without scripts: the receipt is read, downloaded and mailed by links and a form', async () => {
    const { page } = await on.browser.visitor({ javaScriptEnabled: false });
    const { path } = await newLink(on.product);
    await page.goto(path);
    await goToBank(page);
    await bankPay(page).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, MESSAGES.verify.success);
    await page.getByRole('link', { name: 'Open your receipt' }).click();
    await heading(page, /^Receipt RC-\d{6}$/);
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Email this receipt' }).click();
    await page.waitForURL(/\/receipt\?mail=sent$/);
    await sees(page, /^The receipt is on its way to/);
  });

  it('before paying there is none, and the way to the payment', async () => {
    const { path } = await newLink(on.product);
    const { page } = (await on.browser.visitor()).allow(refusal(404, `${path}/receipt`));
    await page.goto(`${path}/receipt`);
    await heading(page, MESSAGES.receipt.notYet);
    await inspect(page, 'receipt-missing');
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await heading(page, 'Gold token');
  });

  it.each(WIDTHS)('a refund is followed on the payment page and on the receipt (%i px)', async (width) => {
    const { page } = await on.browser.visitor({ viewport: { width, height: 800 } });
    const { path, paymentId } = await paid(page);
    const admin = await new Client(on.product.url).signIn(ADMIN.email, ADMIN.password);
    const { body } = await admin.get('/api/auth/getPermissionStatus');
    if (!body.isEnabled) await admin.call('PUT', `/api/auth/togglePermission/${body._id}`);
    const order = { refundAmount: 1500, refundReason: 'Agreed' };
    expect((await admin.post(`/api/sales-manager/payments/${paymentId}/refund`, order)).status).toBe(200);
    await page.goto(path);
    await heading(page, 'Refund');
    await sees(page, 'Accepted – with the bank');
    await sees(page, /^Expected in your account between /);
    await inspect(page, `payment-refund-${width}`);
    await page.goto(`${path}/receipt`);
    await sees(page, '₹1,500');
    await inspect(page, `receipt-refund-${width}`);
  });

  it.each(WIDTHS)('pending at the bank: known facts that keep themselves up to date (%i px)', async (width) => {
    const { path } = await newLink(on.product, 'silver');
    const { page } = await on.browser.visitor({ viewport: { width, height: 800 } });
    await page.goto(path);
    await goToBank(page);
    await bankButton(page, 'Stay pending, then succeed').click();
    await heading(page, MESSAGES.verify.confirmingTitle);
    await sees(page, 'The payment is still under way.');
    await inspect(page, `verify-unclear-${width}`);
    await page.goto(path);
    await sees(page, 'The payment is still under way.');
    expect(await payButton(page).filter({ visible: true }).count()).toBe(0);
    await inspect(page, `payment-unclear-${width}`);
    const countdown = page.locator('[data-unclear-countdown]');
    const first = await countdown.innerText();
    await eventually('the count-down moves', async () => (await countdown.innerText()) !== first);
    await payAgain(page).click();
    await payButton(page).waitFor();
    await on.product.bank({ op: 'advance-clock', ms: 20_000 });
    await heading(page, 'Payment Completed', 30_000);
  });
});
