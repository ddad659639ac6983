import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Entrance } from '../gallery/cast.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { VERIFIED, atBank, bankPay, heading, refusal, says, sees, signIn, soon, stopClock } from './steps.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Longer than a toast that confirms something. */
const CONFIRMATION_MS = 6_000;
const CUSTOMER = /^Customer \d+$/;

describe('the dialogs of a row', () => {
  const on = stage();

  it('payment history: from the menu by keyboard, read, closed by Escape, the focus back on the button', async () => {
    const { name, tokenNumber } = await soldGold();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`);
    await sees(page, name);
    await more(page, name).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await eventually(
      'the menu has the focus',
      () => page.evaluate(`document.activeElement?.textContent === 'Payment history'`) as Promise<boolean>,
    );
    await expectAccessible(page);
    // Letters belong to the menu while it is open.
    await page.keyboard.press('n');
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Payment History' });
    await dialog.getByText('Total Payments').waitFor();
    const text = await dialog.innerText();
    for (const part of [
      'Total Spent',
      'Upgrade Amount',
      'Current Token',
      '₹51,000',
      tokenNumber,
      'Payment Completed',
    ]) {
      expect(text).toContain(part);
    }
    await inspect(page, 'payment-history');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await focusOn(page, `More: ${name}`);
  });

  it('payment history: a failure stands in the dialog and is retried', async () => {
    const { name, tokenNumber } = await soldGold();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`, { allow: [/payment-history/] });
    await page.route('**/payment-history', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await choose(page, name, 'Payment history');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(MESSAGES.history.failed).waitFor();
    await inspect(page, 'payment-history-failed');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByText('Total Payments').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('an upgrade link that ran out: while the bank does not answer, no link is shown that nobody can pay', async () => {
    const { name, tokenNumber } = await soldGold();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`, { allow: [/reset-failed-upgrades/] });
    const over = {
      upgradeStatus: 'failed',
      upgradePaymentId: 'over',
      upgradeLink: 'https://pay.example/over',
      paymentStatus: 'pending',
    };
    await page.route('**/upgrade-tokens', async (route) => {
      const response = await route.fetch();
      const { data, ...json } = await response.json();
      const allUpgradeTokens = [{ ...data.availableUpgrades[0], ...over, upgradeNotes: 'It ran out.' }];
      await route.fulfill({ response, json: { ...json, data: { ...data, allUpgradeTokens } } });
    });
    const details = { upgradeLink: over.upgradeLink, upgradePaymentId: over.upgradePaymentId };
    const refused = { success: false, error: 'UPGRADE_PENDING', message: SERVER_MESSAGES.upgrade.pending, details };
    await page.route('**/reset-failed-upgrades', (route) => route.fulfill({ status: 409, json: refused }));
    await choose(page, name, 'Upgrade to Platinum');
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Platinum' });
    await dialog.getByText('It ran out.').waitFor();
    await dialog.getByRole('button', { name: /^Retry/ }).click();
    await dialog.getByText(MESSAGES.upgrade.bankSilent).waitFor();
    await dialog.getByRole('button', { name: /^Retry/ }).waitFor();
    expect(await dialog.getByText(over.upgradeLink).count()).toBe(0);
  });

  it('refunds are off: only an admin can switch them, and a switch that could not be saved goes back', async () => {
    const { name, tokenNumber } = await soldGold();
    const seller = await signedIn(`/dashboard?search=${tokenNumber}`);
    await sees(seller, 'Refund Disabled');
    await soon(async () => expect(await seller.getByRole('switch').count()).toBe(0));
    await more(seller, name).click();
    await seller.getByRole('menuitem', { name: 'Payment history' }).waitFor();
    await soon(async () => expect(await seller.getByRole('menuitem', { name: /^Refund/ }).count()).toBe(0));

    const admin = await on.admin('/admin/dashboard', { allow: [/togglePermission/] });
    const toggle = admin.getByRole('switch', { name: /^Refund/ });
    await admin.route('**/togglePermission/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await toggle.click();
    await sees(admin, MESSAGES.permission.failed);
    await soon(async () => expect(await toggle.isChecked()).toBe(false));
    await inspect(admin, 'permission-failed');
    await toggle.click();
    await says(admin, MESSAGES.permission.updated);
    await soon(async () => expect(await toggle.isChecked()).toBe(true));
    await inspect(admin, 'permission-on');

    // The answer alone is lost: what the server made of it is shown, and the next press is the other way.
    const stale = await on.admin('/admin/dashboard');
    const staleToggle = stale.getByRole('switch', { name: /^Refund/ });
    await eventually('the other screen shows it', () => staleToggle.isChecked());
    await admin.route('**/togglePermission/*', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await toggle.click();
    await sees(admin, MESSAGES.general.unreachable);
    await eventually('it is shown as it stands', async () => !(await toggle.isChecked()));
    // A screen that does not know of it switches off what is off already.
    await staleToggle.click();
    await says(stale, MESSAGES.permission.updated);
    await soon(async () => expect(await staleToggle.isChecked()).toBe(false));
    // The words may still be there from before: the same words twice are one message.
    const switched = admin.waitForResponse('**/togglePermission/*');
    await toggle.click();
    await switched;
    await soon(async () => expect(await toggle.isChecked()).toBe(true));

    await seller.reload();
    await sees(seller, 'Refund Enabled');
    await inspect(seller, 'permission-seen');
  });

  it('a refund in parts: checked, refused by the bank, accepted once on a double click, and listed', async () => {
    const { name, tokenNumber } = await soldGold();
    await on.refundsOn();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`, { allow: [/\/refund\b/] });
    await choose(page, name, `Refund ₹51,000 to ${name}`);
    const dialog = page.getByRole('dialog', { name: 'Process Refund' });
    const amount = dialog.getByLabel('Refund Amount');
    const reason = dialog.getByLabel('Refund Reason');
    await amount.fill('51000.01');
    await dialog.getByRole('button', { name: /^Process Refund/ }).click();
    await dialog.getByText(MESSAGES.refund.atMost('₹51,000')).waitFor();
    await dialog.getByText(MESSAGES.form.required('Refund reason')).waitFor();
    await inspect(page, 'refund-errors');
    await amount.fill('1000.50');
    await reason.fill('Booked twice\nby mistake');
    await dialog.getByText('₹49,999.50 stays refundable').waitFor();
    await inspect(page, 'refund-filled');

    await on.product.bank({ op: 'fault', on: 'refund', kind: 'code', code: 'P1006', text: 'Not allowed', times: 1 });
    await submit(dialog, `Process Refund: ₹1,000.50 to ${name}`).click();
    await dialog.getByText(/^Nothing was refunded/).waitFor();
    await inspect(page, 'refund-refused');
    await soon(async () => expect(await amount.inputValue()).toBe('1000.50'));

    // Both before the page draws anew: the second of a slow double click would fall on what the closed dialog has covered.
    await submit(dialog, `Process Refund: ₹1,000.50 to ${name}`).evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });
    await says(page, MESSAGES.refund.processed);
    await says(page, /3-5 business days/);
    await dialog.waitFor({ state: 'hidden' });
    await focusOn(page, `More: ${name}`);

    await choose(page, name, /^Refund ₹[\d,.]+ to /);
    await dialog.getByText('Earlier refunds').waitFor();
    await soon(async () => expect(await dialog.getByText('Booked twice').count()).toBe(2));
    await soon(async () => expect(await dialog.getByText('Refused by the bank').count()).toBe(1));
    // The refused one has no number of the bank's.
    await soon(async () => expect(await dialog.getByRole('button', { name: /copy bank reference/ }).count()).toBe(1));
    await soon(async () => expect(await dialog.getByRole('button', { name: /copy our reference/ }).count()).toBe(2));
    await dialog.getByText('Maximum ₹49,999.50.').waitFor();
    await soon(async () => expect(await amount.inputValue()).toBe('49999.50'));
    await inspect(page, 'refund-earlier');
  });

  it('an answer that was lost is asked for again, and makes no second refund', async () => {
    const { name, tokenNumber } = await soldGold();
    await on.refundsOn();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`, { allow: [/\/refund\b/] });
    await choose(page, name, /^Refund /);
    const dialog = page.getByRole('dialog', { name: 'Process Refund' });
    await dialog.getByLabel('Refund Amount').fill('500');
    await dialog.getByLabel('Refund Reason').fill('Goodwill');
    await page.route(
      '**/refund',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit(dialog, `Process Refund: ₹500 to ${name}`).click();
    await dialog.getByText(/^It is not known whether/).waitFor();
    await inspect(page, 'refund-unknown');
    await submit(dialog, `Try again: ₹500 to ${name}`).click();
    await says(page, MESSAGES.refund.processed);
    await dialog.waitFor({ state: 'hidden' });
    await choose(page, name, /^Refund /);
    await dialog.getByText('Maximum ₹50,500.').waitFor();
    await soon(async () => expect(await dialog.getByText('Goodwill').count()).toBe(1));
  });

  it('money taken twice is given back by a button of its own, and the token stays', async () => {
    const { name, paymentId, tokenNumber, invoiceNo } = await soldGold();
    await on.refundsOn();
    await on.product.bank({ op: 'outcome', invoiceNo, outcome: 'pay-upi' });
    const program = await on.program();
    await eventually('the second charge is known', async () => {
      const { body } = await program.get(`/api/payments/${paymentId}/refunds`);
      return body.data.duplicateCharges.length > 0;
    });
    const page = await signedIn(`/dashboard?search=${tokenNumber}`);
    await sees(page, 'Needs review');
    await choose(page, name, /^Refund /);
    const dialog = page.getByRole('dialog', { name: 'Process Refund' });
    await dialog.getByText('Charged more than once').waitFor();
    await inspect(page, 'refund-duplicate');
    await dialog.getByRole('button', { name: 'Refund ₹51,000', exact: true }).click();
    await dialog.getByText('duplicate charge of ₹51,000').waitFor();
    await dialog.getByLabel('Refund Reason').fill('Paid twice');
    await inspect(page, 'refund-duplicate-form');
    await submit(dialog, /^Process Refund/).click();
    await says(page, MESSAGES.refund.processed);
    await dialog.waitFor({ state: 'hidden' });
    await sees(page, 'Payment Completed');
    await choose(page, name, `Refund ₹51,000 to ${name}`);
    await dialog.getByText('₹51,000 of a duplicate charge').waitFor();
    await inspect(page, 'refund-duplicate-done');
  });

  it('a gold token becomes platinum: link made once, offered again while it waits, paid at the bank', async () => {
    const { name, tokenNumber } = await soldGold();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`);
    await choose(page, name, 'Upgrade to Platinum');
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Platinum' });
    const create = submit(dialog, `Create upgrade link: ₹49,000 for ${name}`);
    await create.waitFor();
    await inspect(page, 'upgrade-confirm');
    const asked = page.waitForRequest((request) => request.url().endsWith('/create-upgrade-link'));
    await create.dblclick();
    expect((await asked).postDataJSON()).toEqual({
      upgradeType: 'gold_to_platinum',
      toTierCode: 'platinum',
      amount: 49_000,
    });
    await dialog.getByText('Upgrade link ready').waitFor();
    await dialog.getByText(`To platinum for ₹49,000. Share it with ${name}.`).waitFor();
    await says(page, MESSAGES.upgrade.created(name));
    await inspect(page, 'upgrade-link');
    const link = (await dialog.getByRole('link', { name: /\/upgrade\// }).getAttribute('href')) ?? '';
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await focusOn(page, `More: ${name}`);

    await choose(page, name, 'Upgrade to Platinum');
    await dialog.getByText('An upgrade is waiting').waitFor();
    await dialog.getByText('To platinum for ₹49,000. This link has not been paid yet.').waitFor();
    await soon(async () =>
      expect(await dialog.getByRole('link', { name: /\/upgrade\// }).getAttribute('href')).toBe(link),
    );
    await inspect(page, 'upgrade-waiting');
    await page.keyboard.press('Escape');

    const customer = await on.browser.visitor();
    await customer.page.goto(link);
    await payUpgrade(customer.page);
    await bankPay(customer.page).click();
    await heading(customer.page, VERIFIED);

    await page.goto(`/dashboard?search=${tokenNumber}`);
    await more(page, name).click();
    const upgrade = page.getByRole('menuitem', { name: /^Upgrade to Platinum/ });
    await soon(async () => expect(await upgrade.isDisabled()).toBe(true));
    await page.getByRole('menu').getByText(MESSAGES.upgrade.alreadyUpgraded).waitFor();
    await page.getByRole('menuitem', { name: 'Payment history' }).click();
    const history = page.getByRole('dialog', { name: 'Payment History' });
    await history.getByText(SERVER_MESSAGES.history.upgradeDone('Gold', 'Platinum')).waitFor();
    expect(await history.getByRole('definition').allInnerTexts()).toEqual(
      expect.arrayContaining(['2', '₹1,00,000', '₹49,000']),
    );
    await inspect(page, 'payment-history-upgraded');
  });

  it('a failed upgrade says why and is tried again with a new link', async () => {
    const { name, tokenNumber } = await soldGold();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`);
    await choose(page, name, 'Upgrade to Platinum');
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Platinum' });
    await submit(dialog, /^Create upgrade link/).click();
    const link = (await dialog.getByRole('link', { name: /\/upgrade\// }).getAttribute('href')) ?? '';
    await on.settle(link.split('/').pop() ?? '', 'decline');

    await page.goto(`/dashboard?search=${tokenNumber}`);
    await choose(page, name, 'Upgrade to Platinum');
    await dialog.getByText('The last upgrade failed').waitFor();
    await dialog.getByText(SERVER_MESSAGES.upgrade.notes.declined).waitFor();
    await inspect(page, 'upgrade-failed');
    await submit(dialog, `Retry: ₹49,000 for ${name}`).click();
    await dialog.getByText('Upgrade link ready').waitFor();
    await soon(async () =>
      expect(await dialog.getByRole('link', { name: /\/upgrade\// }).getAttribute('href')).not.toBe(link),
    );
  });

  it('an ended link is reissued from the row', async () => {
    const link = await on.link();
    await on.settle(link.paymentId, 'decline');
    const name = link.data.customer.name as string;
    const page = await signedIn(`/dashboard?search=${link.data.customer.email}`);
    await choose(page, name, 'Reissue link');
    await page.getByRole('dialog').getByRole('button', { name: 'Reissue link' }).click();
    await says(page, MESSAGES.linkCare.reissued(name));
    await sees(page, 'Payment Pending');
    await on.settle(link.paymentId);
    await on.becomes(link.paymentId, 'completed');
  });

  it('on a phone the menu and the dialogs work by touch and nothing is pushed sideways', async () => {
    const { name, tokenNumber } = await soldGold();
    await on.refundsOn();
    const before = (newPage: Page) => newPage.clock.install();
    const page = await signedIn(`/dashboard?search=${tokenNumber}`, { ...PHONE, before });
    // The message would leave after five seconds.
    await stopClock(page);
    await more(page, name).tap();
    await page.getByRole('menuitem', { name: 'Copy link' }).tap();
    await page.getByRole('alert').waitFor();
    await more(page, name).tap();
    await page.getByRole('menuitem', { name: /^Refund ₹51,000/ }).tap();
    await page.getByRole('dialog').getByLabel('Refund Reason').waitFor();
    await expectNotCovered(page.getByRole('dialog'), page.getByRole('alert'));
    await page.clock.resume();
    await expectAccessible(page);
    await soon(async () =>
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(
        0,
      ),
    );
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('Logout with a session that has ended leads to the login page alone, however slowly', async () => {
    const page = await signedIn('/account', { allow: [refusal(401, '/api/'), /\/api\/events/, /ERR_FAILED/] });
    await page.route('**/api/events', (route) => route.abort());
    await page.context().clearCookies();
    // Longer than the wait after which an ended session leads there with a way back.
    await page.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        await route.continue().catch(() => undefined);
      },
    );
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByLabel('Email').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('a session that ended sends staff to the login page', async () => {
    const { name, tokenNumber } = await soldGold();
    const list = `/dashboard?search=${tokenNumber}`;
    const page = await signedIn(list, {
      allow: [refusal(401, '/api/'), /\/api\/events/, /ERR_FAILED/],
      before: async (newPage: Page) => {
        await newPage.clock.install();
        // A list that renews itself would notice first, and lead to the login page without a word.
        await newPage.route('**/api/events', (route) => route.abort());
      },
    });
    await more(page, name).click();
    await page.context().clearCookies();
    await page.getByRole('menuitem', { name: 'Payment history' }).click();
    await says(page, MESSAGES.auth.expired);
    await page.waitForURL(`/?next=${encodeURIComponent(list)}`);
    // Long enough for anybody: what says why the login page has come stays until it is put away.
    const toast = page.getByRole('alert').filter({ hasText: MESSAGES.auth.expired });
    await toast.waitFor();
    await page.clock.runFor(CONFIRMATION_MS);
    await inspect(page, 'session-ended');
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Email').waitFor();
    await soon(async () => expect(await toast.count()).toBe(0));
    await signIn(page, on.priya);
    await page.waitForURL(list);
    await more(page, name).waitFor();
  });

  /** A toast that was there before lies over neither what the dialog is called nor what closes it. */
  async function expectNotCovered(dialog: Locator, toast: Locator): Promise<void> {
    const over = (await toast.boundingBox())!;
    const close = (await dialog.getByRole('button', { name: 'Close', exact: true }).first().boundingBox())!;
    const title = (await dialog.getByRole('heading').first().boundingBox())!;
    for (const { y, height } of [close, title]) expect(y >= over.y + over.height || y + height <= over.y).toBe(true);
  }

  const more = (page: Page, name: string) => page.getByRole('button', { name: `More: ${name}`, exact: true });
  const submit = (dialog: Locator, name: string | RegExp) => dialog.getByRole('button', { name });

  async function choose(page: Page, name: string, item: string | RegExp): Promise<void> {
    await more(page, name).click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  async function payUpgrade(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Pay Now ₹49,000' }).click();
    await atBank(page);
  }

  /** A gold token, sold by the file's seller and paid at the bank. */
  async function soldGold() {
    const { data, ...sale } = await on.paid();
    const name = data.customer.name as string;
    expect(name).toMatch(CUSTOMER);
    return { name, ...sale };
  }

  const signedIn = (path: string, entrance: Entrance = {}) => on.seller(path, entrance);

  async function focusOn(page: Page, label: string): Promise<void> {
    // Not waitForFunction: it evaluates text inside the page, which the content security policy rightly refuses.
    const focused = `(({ activeElement: at }) => at?.getAttribute('aria-label') ?? at?.outerHTML.slice(0, 300))(document)`;
    let last: unknown;
    const isFocused = async () => (last = await page.evaluate(focused)) === label;
    await eventually(`the focus is on ${label}`, isFocused).catch((error: Error) => {
      throw new Error(`${error.message}; it is on ${String(last)}`);
    });
  }
});
