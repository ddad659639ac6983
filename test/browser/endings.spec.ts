import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { inspect } from '../support/browser.js';
import { stage } from './stage.js';
import {
  atBank,
  bankButton,
  bankPay,
  goToBank,
  heading,
  headingLater,
  payAgain,
  payAtBank,
  payButton,
  refusal,
  sees,
  seesLater,
  soon,
  stopClock,
  VERIFIED,
} from './steps.js';

const VERIFY_CALL = refusal(400, '/api/payments/verify-callback');

/** Every way in which a payment may go other than straight through. */
describe('endings of a payment', () => {
  const on = stage();

  it.each([
    ['Decline', 'Payment failed: Your bank declined the payment', 'Payment Failed', 'declined'],
    ['Cancel', 'Payment failed: You cancelled the payment', 'Payment Cancelled', 'cancelled'],
  ])('%s at the bank: said so, and paid at the second try', async (button, reason, status, picture) => {
    const { path } = await on.link();
    const page = await on.visit(path, { allow: [VERIFY_CALL], before: withClock });
    await goToBank(page);
    await bankButton(page, button).click();
    await heading(page, CUSTOMER_MESSAGES.verify.failedTitle);
    await sees(page, reason);
    await sees(page, 'What to do next');
    await inspect(page, `verify-${picture}`);
    await page.getByRole('link', { name: 'Go to the payment page' }).click();
    await heading(page, status);
    await inspect(page, `payment-${picture}`);
    await payAtBank(page);
    await succeeds(page);
  });

  it('the tab is closed after paying: an open payment page turns to paid by itself', async () => {
    const [untold, told] = [await on.link('silver'), await on.link('silver')];
    // Of this payment nobody tells: the poll job has to ask for it.
    await on.product.bank({ op: 'fault', on: 'advice', kind: 'drop', invoiceNo: untold.invoiceNo, times: 0 });
    const { page, context } = await on.browser.visitor();
    await withClock(page);
    for (const { path } of [untold, told]) {
      const tab = await context.newPage();
      await tab.goto(path);
      await goToBank(tab);
      await bankButton(tab, 'Succeed, but never return to the shop').click();
      await sees(tab, /close this/i);
      await tab.close();
    }
    const other = await context.newPage();
    await Promise.all([page.goto(told.path), other.goto(untold.path)]);
    await heading(other, 'Payment Initiated');
    await inspect(other, 'payment-initiated');
    // The message of the status leaves again after five seconds.
    await stopClock(other);
    await on.checkNow(untold.paymentId);
    for (const { paymentId } of [told, untold]) await on.becomes(paymentId, 'completed');
    await seesLater(other, CUSTOMER_MESSAGES.status.polledCompleted);
    await Promise.all([page, other].map((tab) => headingLater(tab, 'Payment Completed')));
    await sees(other, /^SI-\d{6}$/);
  });

  it('pending at the bank: being confirmed first, then verified by itself', async () => {
    const { path, paymentId } = await on.link('platinum');
    const page = await on.visit(path, { before: withClock });
    await goToBank(page);
    await bankButton(page, 'Stay pending, then succeed').click();
    await heading(page, CUSTOMER_MESSAGES.verify.confirmingTitle);
    await sees(page, CUSTOMER_MESSAGES.verify.confirming);
    await inspect(page, 'verify-confirming');
    await on.bankDecides(paymentId);
    await headingLater(page, VERIFIED);
    await succeeds(page, /^PL-\d{6}$/);
  });

  it('the bank is down when pay is pressed: said so, nothing charged, and it works later', async () => {
    await on.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 0 });
    const { path, paymentId } = await on.link();
    const allow = [refusal(503, `/api/payments/${paymentId}/initiate`), /^answered 503: .*\/initiate$/];
    const page = await on.visit(path, { allow, before: withClock });
    await payButton(page).click();
    await page.getByRole('alert').getByText(CUSTOMER_MESSAGES.payment.urlNotYet).waitFor();
    await sees(page, 'Nothing was charged.');
    await inspect(page, 'payment-bank-down');
    await on.product.bank({ op: 'clear-faults' });
    await payAtBank(page);
    await succeeds(page);
  });

  it('a double click on pay makes one invoice', async () => {
    // A link whose invoice the bank refused at first: pressing pay has to make it.
    await on.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 1 });
    const { path } = await on.link();
    const before = (await on.product.invoices()).length;
    const { page } = await on.browser.visitor();
    await page.goto(path);
    await payButton(page).dblclick();
    await atBank(page);
    expect((await on.product.invoices()).length).toBe(before + 1);
  });

  it('paid in one tab: the other one refuses and shows it', async () => {
    const { path, paymentId, invoiceNo } = await on.link();
    const visitor = (await on.browser.visitor()).allow(refusal(409, `/api/payments/${paymentId}/initiate`));
    const first = visitor.page;
    const second = await visitor.context.newPage();
    await Promise.all([first.goto(path), second.goto(path)]);
    const autoRefresh = second.getByRole('switch', { name: 'Auto-refresh' });
    await autoRefresh.click();
    await soon(async () => expect(await autoRefresh.getAttribute('aria-checked')).toBe('false'));
    await payAtBank(first);
    await heading(first, VERIFIED);
    await payButton(second).click();
    await sees(second, CUSTOMER_MESSAGES.payment.error(CUSTOMER_MESSAGES.payment.alreadyPaid));
    // The money was taken, by the other tab.
    await sees(second, 'This press charged nothing.');
    await soon(async () => expect(await second.getByText('Nothing was charged.').count()).toBe(0));
    await heading(second, 'Payment Completed');
    await soon(async () => expect(await payButton(second).count()).toBe(0));
    const invoice = (await on.product.invoices()).find((each) => each.invoiceNo === invoiceNo);
    expect(invoice?.transactions).toHaveLength(1);
  });

  it("the browser's Back from the bank's page leaves the payment payable, on the same invoice", async () => {
    const { path } = await on.link();
    const page = await on.visit(path, { before: withClock });
    await goToBank(page);
    const bank = page.url();
    await page.goBack();
    await heading(page, 'Payment Initiated');
    await sees(page, 'The bank has not given a final answer yet.');
    await soon(async () => expect(await payButton(page).filter({ visible: true }).count()).toBe(0));
    await inspect(page, 'payment-unclear');
    await payAgain(page).click();
    await inspect(page, 'payment-pay-again');
    await goToBank(page);
    expect(page.url()).toBe(bank);
    await bankPay(page).click();
    await succeeds(page);
  });

  it("a bare visit to the verification page (the bank's own Back button) changes nothing and says what is missing", async () => {
    const { page } = (await on.browser.visitor()).allow(VERIFY_CALL);
    await page.goto('/payment/verify');
    await heading(page, CUSTOMER_MESSAGES.verify.failedTitle);
    await sees(page, CUSTOMER_MESSAGES.verify.missing);
    await inspect(page, 'verify-missing');
  });

  async function succeeds(page: Page, number = /^GO-\d{6}$/): Promise<void> {
    await heading(page, VERIFIED, 25_000);
    await headingLater(page, 'Payment Successful!');
    await sees(page, number);
  }

  const withClock = (page: Page) => page.clock.install();
});
