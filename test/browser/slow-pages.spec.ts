import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { stage } from './stage.js';
import { atBank, heading, headingLater, payButton, soon } from './steps.js';

/** A page whose next document is awaited can be told nothing, so its own time runs ten times as fast. */
const HURRY = `{
  const { now } = Date, begin = now(), later = setTimeout;
  Date.now = () => begin + 10 * (now() - begin);
  window.setTimeout = (task, ms = 0) => later(task, ms / 10);
}`;
/** Of a page in a hurry: longer than the button is busy, two pauses between looks and the one before it loads itself anew. */
const HURRIED_MS = 4_500;
/** Longer than the button is busy after a press. */
const LEFT_MS = 16_000;
/** Longer than a verified payment is shown. */
const REDIRECTED_MS = 4_000;
const BANK_PAGE = /\/pg\//;

/** On a slow network the page that was asked for comes seconds later, while the one before is still running. */
describe('a page that is slow to come', () => {
  const on = stage();
  const withClock = (page: Page) => page.clock.install();

  it("the bank's: whatever the payment page could learn meanwhile, the customer arrives there", async () => {
    const { path, paymentId } = await on.link();
    const page = await on.visit(path, { before: (newPage) => newPage.addInitScript(HURRY) });
    const release = await hold(page, BANK_PAGE, () => payButton(page).click({ noWaitAfter: true }));
    await on.becomes(paymentId, 'initiated');
    await pause(HURRIED_MS);
    release();
    await atBank(page);
  });

  it("the bank's never comes: the button lives again, and later the page shows how the payment stands", async () => {
    const { path } = await on.link();
    const page = await on.visit(path, { before: withClock });
    await page.route(BANK_PAGE, (route) => route.fulfill({ status: 204 }), { times: 1 });
    const asked = page.waitForRequest(BANK_PAGE);
    await payButton(page).click({ noWaitAfter: true });
    await asked;
    await page.clock.fastForward(LEFT_MS);
    await soon(async () => expect(await payButton(page).isEnabled()).toBe(true));
    await headingLater(page, 'Payment Initiated');
  });

  it('a press that fails: the page goes on looking', async () => {
    const { path, paymentId } = await on.link();
    const page = await on.visit(path, { allow: [/ERR_FAILED/], before: withClock });
    await page.route('**/initiate', (route) => route.abort(), { times: 1 });
    await payButton(page).click();
    await page.getByRole('alert').getByText(/\S/).first().waitFor();
    await on.settle(paymentId);
    await headingLater(page, 'Payment Completed');
  });

  it('the receipt: a tap on it is not overtaken by the way to the success page', async () => {
    const event = await on.settle((await on.link()).paymentId);
    const before = async (newPage: Page) => {
      await newPage.clock.install();
      await newPage.clock.pauseAt(Date.now() + 1_000);
    };
    const page = await on.visit(`/payment/verify?event=${event}`, { before });
    await heading(page, CUSTOMER_MESSAGES.verify.success);
    const receipt = page.getByRole('link', { name: 'Open your receipt' });
    await page.clock.resume();
    const release = await hold(page, /\/receipt$/, () => receipt.click({ noWaitAfter: true }));
    await pause(REDIRECTED_MS);
    release();
    await heading(page, /^Receipt RC-\d{6}$/);
  });

  /** @returns lets the page come that the press has asked for */
  async function hold(page: Page, url: RegExp, press: () => Promise<void>): Promise<() => void> {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = page.waitForRequest(url);
    await page.route(
      url,
      async (route) => {
        await released;
        // One that was overtaken is asked for by nobody.
        await route.continue().catch(() => undefined);
      },
      { times: 1 },
    );
    await press();
    await asked;
    return release;
  }
});
