import { describe, expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { WAITING_MESSAGES } from '../../src/contracts/messages-waiting.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { createButton, fillCustomer, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { VERIFIED, bankButton, goToBank, heading, headingLater, says, sees, soon } from './steps.js';

/** As often as the page asks, and its pause after a failure. */
const ONE_TURN_MS = 5_000;
/** Pauses of 5, 10 and 20 s, unless the server is heard of before. */
const ALL_TURNS_MS = 60_000;
const UNSEEN = [/ERR_FAILED/, /status of \d{3}/, /answered 5\d\d/];

describe('a request whose answer does not come', () => {
  const cast = stage();

  it('refund: stays as it was sent, whatever comes before its answer, and is made once', async () => {
    await cast.refundsOn();
    const { paymentId, name, page, keys } = await twicePaid();
    await choose(page, name, /^Refund /);
    const dialog = page.getByRole('dialog', { name: 'Process Refund' });
    const other = dialog.getByRole('button', { name: 'Refund ₹51,000', exact: true });
    const again = dialog.getByRole('button', { name: 'Try again: ₹500' });
    await dialog.getByLabel('Refund Amount').fill('500');
    await dialog.getByLabel('Refund Reason').fill('Goodwill');
    await soon(async () => expect(await other.isEnabled()).toBe(true));

    const answers = [
      { status: 200, body: '{"success":tr' },
      { status: 403, json: { success: false, error: 'FORBIDDEN', message: 'No.' } },
      { status: 429, json: { success: false, error: 'THROTTLED', message: 'Too many.' } },
    ];
    for (const answer of answers) {
      await page.route('**/refund', (route) => route.fulfill(answer), { times: 1 });
      await dialog.getByRole('button', { name: /₹500 to / }).click();
      await again.waitFor();
      await dialog.getByText(/^It is not known whether/).waitFor();
      // Another charge would be another request, and this one would be lost.
      await soon(async () => expect(await other.isDisabled()).toBe(true));
      expect(await dialog.getByLabel('Refund Reason').isEditable()).toBe(false);
    }
    await inspect(page, 'refund-held');
    await again.click();
    await says(page, MESSAGES.refund.processed);
    expect([keys.length, new Set(keys).size]).toEqual([answers.length + 1, 1]);
    const { body } = await (await cast.program()).get(`/api/payments/${paymentId}/refunds`);
    expect(body.data.refunds).toHaveLength(1);
  });

  it('cancelling: not called undone, and the list behind shows how the link stands', async () => {
    const { name, page } = await withLink();
    await choose(page, name, 'Cancel link');
    await loseAnswer(page, '**/cancel-link');
    const dialog = page.getByRole('dialog', { name: 'Cancel link' });
    await dialog.getByRole('button', { name: /^Cancel link/ }).click();
    await dialog.getByText(/^It is not known whether the link was cancelled/).waitFor();
    await soon(async () => expect(await dialog.getByText(/still works/).count()).toBe(0));
    await inspect(page, 'cancel-unanswered');
    await sees(page, 'Payment Cancelled');
    await dialog.getByRole('button', { name: /^Cancel link/ }).click();
    await dialog.getByText(SERVER_MESSAGES.link.alreadyCancelled).waitFor();
  });

  it('reissuing: may be pressed once more, and then says that the link works', async () => {
    const { paymentId, name, page } = await withLink();
    await (await cast.program()).post(`/api/payments/${paymentId}/cancel-link`, {});
    await page.reload();
    await choose(page, name, 'Reissue link');
    await loseAnswer(page, '**/reissue-link');
    const dialog = page.getByRole('dialog', { name: 'Reissue link' });
    await dialog.getByRole('button', { name: 'Reissue link' }).click();
    await dialog.getByText(/^It is not known whether the link was renewed/).waitFor();
    await soon(async () => expect(await dialog.getByText('Nothing was changed.').count()).toBe(0));
    await dialog.getByRole('button', { name: 'Reissue link' }).click();
    // It was: the list behind says so too.
    await dialog.getByText(/still live/).waitFor();
    await sees(page, 'Payment Pending');
  });

  it('correcting: the same entries once more lead to the one new link', async () => {
    const { name, page } = await withLink();
    await choose(page, name, 'Correct contact details');
    const dialog = page.getByRole('dialog', { name: 'Correct contact details' });
    await dialog.getByLabel('Customer name').fill('Asha Menon');
    await loseAnswer(page, '**/correct-contact');
    await dialog.getByRole('button', { name: 'Make the new link' }).click();
    await dialog.getByText(/^It is not known whether the new link was made/).waitFor();
    await soon(async () => expect(await dialog.getByText(/old link still works/).count()).toBe(0));
    await dialog.getByRole('button', { name: 'Make the new link' }).click();
    await heading(page, MESSAGES.desk.title('Asha Menon'));
    await page.goto('/dashboard?search=Asha+Menon');
    await sees(page, '1 in all');
  });

  it('upgrading: the link that was made is shown, and after it is cancelled there another is made', async () => {
    const { paymentId, data, tokenNumber } = await cast.paid();
    const page = await cast.seller(`/dashboard?search=${tokenNumber}`, { allow: UNSEEN });
    await choose(page, data.customer.name, 'Upgrade to Platinum');
    await loseAnswer(page, '**/create-upgrade-link');
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Platinum' });
    const create = dialog.getByRole('button', { name: /^(Create upgrade link|Retry)/ });
    await create.click();
    await dialog.getByRole('button', { name: 'Cancel upgrade link' }).click();
    await create.click();
    await dialog.getByText('Upgrade link ready').waitFor();
    const { body } = await (await cast.program()).get(`/api/payments/${paymentId}/upgrade-tokens`);
    const made = body.data.allUpgradeTokens.filter((each: { upgradePaymentId?: string }) => each.upgradePaymentId);
    expect(made).toHaveLength(2);
    const open = made.find((each: { upgradeStatus: string }) => each.upgradeStatus === 'pending');
    expect(await dialog.innerText()).toContain(new URL(open.upgradeLink).pathname);
  });

  it('cancelling an upgrade link that was paid meanwhile: says so, and nothing else about the money', async () => {
    const { paymentId, data, tokenNumber } = await cast.paid();
    const page = await cast.seller(`/dashboard?search=${tokenNumber}`, { allow: UNSEEN });
    await choose(page, data.customer.name, 'Upgrade to Platinum');
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Platinum' });
    const create = dialog.getByRole('button', { name: /^Create upgrade link/ });
    await create.waitFor();
    // In another tab, before it is created here.
    const upgrade = { upgradeType: 'gold_to_platinum' };
    const { body } = await (await cast.program()).post(`/api/payments/${paymentId}/create-upgrade-link`, upgrade);
    await create.click();
    const cancel = dialog.getByRole('button', { name: 'Cancel upgrade link' });
    await cancel.waitFor();
    await cast.settle(body.data.upgradePaymentId);
    await cancel.click();
    await dialog.getByText(CUSTOMER_MESSAGES.payment.alreadyPaid).waitFor();
    expect(await dialog.innerText()).not.toContain('No money has moved');
    await dialog.getByText(MESSAGES.upgrade.alreadyUpgraded).waitFor();
  });

  it('making a link: whatever comes before its answer, it is asked again under its key, and one link is made', async () => {
    const page = await cast.seller('/customer-form', { allow: UNSEEN });
    const keys = keysOf(page, /\/create-link$/);
    const before = (await cast.product.invoices()).length;
    const refusals = [
      { status: 429, error: 'THROTTLED' },
      { status: 409, error: 'IDEMPOTENCY_RUNNING' },
    ];
    await page.route('**/create-link', async (route) => {
      const refusal = refusals[keys.length - 2];
      if (keys.length === 1) {
        await route.fetch();
        await route.abort();
      } else if (refusal) {
        const json = { success: false, error: refusal.error, message: 'Later.' };
        await route.fulfill({ status: refusal.status, headers: { 'Retry-After': '1' }, json });
      } else await route.continue();
    });
    await fillCustomer(page, somebody('Divya Menon'));
    await createButton(page).click();
    await sees(page, WAITING_MESSAGES.unanswered);
    await page.waitForURL(/\/sales\//, { timeout: ALL_TURNS_MS });
    expect([keys.length, new Set(keys).size]).toEqual([refusals.length + 2, 1]);
    expect((await cast.product.invoices()).length).toBe(before + 1);
  });

  it('verifying: a server in trouble says nothing about a payment that the bank decides', async () => {
    const { paymentId } = await cast.link();
    const before = (newPage: Page) => newPage.clock.install();
    const page = await cast.visit(`/payment/${paymentId}`, { allow: UNSEEN, before });
    await goToBank(page);
    await bankButton(page, 'Stay pending, then succeed').click();
    await heading(page, CUSTOMER_MESSAGES.verify.confirmingTitle);
    let asked = 0;
    await page.route('**/verify-callback', async (route) => {
      asked += 1;
      const json = { success: false, error: 'INTERNAL', message: 'Something went wrong' };
      await route.fulfill({
        status: asked % 2 === 1 ? 500 : 502,
        ...(asked % 2 === 1 ? { json } : { body: 'gateway' }),
      });
    });
    await eventually('it was asked twice more', async () => {
      if (asked >= 2) return true;
      await page.clock.fastForward(ONE_TURN_MS);
      return false;
    });
    // Long enough for the page to have judged the answer.
    await page.getByText(/^Next check in/).waitFor();
    await soon(async () =>
      expect(await page.getByText(CUSTOMER_MESSAGES.verify.failedTitle).filter({ visible: true }).count()).toBe(0),
    );
    await heading(page, CUSTOMER_MESSAGES.verify.confirmingTitle);
    await page.unroute('**/verify-callback');
    await cast.bankDecides(paymentId);
    await headingLater(page, VERIFIED);
  });

  /** A gold token for which the bank has taken the money twice, in the seller's list. */
  async function twicePaid() {
    const { paymentId, invoiceNo, data, tokenNumber } = await cast.paid();
    await cast.product.bank({ op: 'outcome', invoiceNo, outcome: 'pay-upi' });
    const program = await cast.program();
    await eventually('the second charge is known', async () => {
      const { body } = await program.get(`/api/payments/${paymentId}/refunds`);
      return body.data.duplicateCharges.length > 0;
    });
    const page = await cast.seller(`/dashboard?search=${tokenNumber}`, { allow: UNSEEN });
    return { paymentId, name: data.customer.name as string, page, keys: keysOf(page, /\/refund$/) };
  }

  async function withLink() {
    const { paymentId, data } = await cast.link();
    const page = await cast.seller(`/dashboard?search=${data.customer.email}`, { allow: UNSEEN });
    return { paymentId, name: data.customer.name as string, page };
  }

  async function choose(page: Page, name: string, item: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: `More: ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  /** The server does what it is asked for once, and nobody hears of it. */
  function loseAnswer(page: Page, path: string): Promise<unknown> {
    return page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  }

  function keysOf(page: Page, path: RegExp): (string | undefined)[] {
    const keys: (string | undefined)[] = [];
    page.on('request', (request: Request) => {
      if (path.test(new URL(request.url()).pathname)) keys.push(request.headers()['idempotency-key']);
    });
    return keys;
  }
});
