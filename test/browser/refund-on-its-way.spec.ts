import { describe, expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser.js';
import { stage } from './stage.js';
import { heading, sees, soon } from './steps.js';

/** From the press on Process Refund to the void token number, as everybody sees it. */
describe('a refund on its way', () => {
  const on = stage();

  it('is seen at once by seller, admin and customer, and marks the token void when it is there', async () => {
    const { paymentId, path } = await on.paid();
    await on.refundsOn();
    const customer = await on.browser.visitor();
    const page = await on.seller('/dashboard');
    const tab = page.getByRole('button', { name: 'Refunds on their way' });
    await tab.click();
    await sees(page, 'No refund is on its way');
    const seller = await on.program();
    const refund = await seller.post(`/api/sales-manager/payments/${paymentId}/refund`, { refundAmount: 51_000 });
    expect(refund.status).toBe(200);
    // By the live events alone: nobody has pressed anything.
    await sees(page, 'Refund ₹51,000 with the bank');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^More/ }).first().click();
    const refused = page.getByRole('menuitem', { name: /^Refund Nothing is left to refund/ });
    await refused.waitFor();
    await soon(async () => expect(await refused.getAttribute('aria-disabled')).toBe('true'));
    await page.getByRole('menuitem', { name: /This token cannot be upgraded: its payment has a refund/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Payment history' }).click();
    await sees(page, 'Refund on its way');
    expect(
      await page
        .getByRole('link', { name: /^Call .*\+91/ })
        .first()
        .getAttribute('href'),
    ).toBe('tel:+919876543210');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).last().click();
    const sale = await on.seller(`/sales/${paymentId}`);
    await heading(sale, /^Refund on its way to /);
    await sale.keyboard.press('Control+k');
    await sale.getByRole('combobox', { name: /^Find/ }).fill(paymentId);
    await sale.getByRole('option', { name: /Payment Completed · Refund ₹51,000 with the bank$/ }).waitFor();
    await expectAccessible(sale);
    await sale.keyboard.press('Escape');

    const plain = await on.browser.visitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    await plain.page.goto(path);
    await heading(plain.page, 'Your refund is on its way');
    await soon(async () =>
      expect(await plain.page.getByText('Our sales team contacts you about the next steps').count()).toBe(0),
    );
    await customer.page.goto(path);
    await expectAccessible(customer.page);

    await on.product.bank({ op: 'settle-refunds' });
    await on.checkRefundNow(paymentId);
    await sees(page, 'No refund is on its way');
    await page.getByRole('button', { name: 'All payments' }).click();
    await sees(page, 'Void');
    await expectAccessible(page);
    await customer.page.goto(path);
    await sees(customer.page, 'Void: no longer valid');
    await sale.goto(`/sales/${paymentId}`);
    await heading(sale, /^Refunded to /);
    await expectAccessible(customer.page);
  });

  it('is not said to be refused by the bank where its order never left', async () => {
    const { paymentId } = await on.paid();
    await on.refundsOn();
    const database = await on.product.dataSource();
    const OF_PAYMENT = 'payment_id = (SELECT id FROM payments WHERE public_id = ?)';
    const [{ profile }] = await database.query(
      `SELECT merchant_profile AS profile FROM payment_attempts WHERE ${OF_PAYMENT}`,
      [paymentId],
    );
    const become = (name: string | null) =>
      database.query(`UPDATE payment_attempts SET merchant_profile = ? WHERE ${OF_PAYMENT}`, [name, paymentId]);
    await become('gone');
    const program = await on.program();
    const refund = await program.post(`/api/sales-manager/payments/${paymentId}/refund`, { refundAmount: 51_000 });
    expect([refund.status, refund.body.error]).toEqual([503, 'MERCHANT_PROFILE_MISSING']);
    await become(profile);
    const sale = await on.admin(`/sales/${paymentId}`);
    await sale.getByText('Not sent to the bank', { exact: true }).waitFor();
    await sees(sale, 'The merchant profile of this payment is not configured');
    await soon(async () => expect(await sale.getByText('Refused by the bank').count()).toBe(0));
  });
});
