import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { textsIn } from '../../src/contracts/words/index.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import {
  atBank,
  bankButton,
  bankPay,
  heading,
  headingLater,
  holdSuccessPage,
  refusal,
  says,
  sees,
  soon,
} from './steps.js';

const HI = textsIn('hi');
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const GOLD = HI.tokenOf(HI.tiers.gold);

/** What anybody reads or hears on the page, save for names, addresses, numbers, and the way back to English. */
const TEXTS = `(() => {
  const names = '.pub-company, .pub-foot-name, .pub-foot-address, .pub-mono, .pub-token-number, .pub-medal, .pub-logo, [lang=en]';
  const texts = [document.title.split(' · ')[0]];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: box, data } = walker.currentNode;
    if (box.closest(names) || box.closest('script, style, noscript') || !box.checkVisibility()) continue;
    // A place to break a long address parts no words.
    if (walker.currentNode.previousSibling?.nodeName === 'WBR') texts[texts.length - 1] += data;
    else texts.push(data);
  }
  for (const one of document.querySelectorAll('[aria-label]')) texts.push(one.getAttribute('aria-label'));
  return texts;
})()`;
const ALLOWED = /ICICI Bank|UPI|OTP|PIN|PDF|IST|\b[ap]m\b|RC-\d{6}|GO-\d{6}|\S+@\S+|Customer|TokenDesk/g;

async function expectHindi(page: Page): Promise<void> {
  await soon(async () => expect(await page.locator('html').getAttribute('lang')).toBe('hi'));
  const company = (await page.locator('.pub-company').innerText()).trim();
  const texts = (await page.evaluate(TEXTS)) as string[];
  const english = texts.filter((text) => /[A-Za-z]/.test(text.replaceAll(company, '').replaceAll(ALLOWED, '')));
  expect(english).toEqual([]);
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(wider).toBe(0);
}

async function looksRight(page: Page, picture: string): Promise<void> {
  await expectHindi(page);
  await inspect(page, `hindi-${picture}`);
}

const payButton = (page: Page) => page.getByRole('button', { name: /^₹[\d,]+ का भुगतान करें$/ });

describe('a customer who reads Hindi', () => {
  const on = stage();

  it('chooses it, pays, follows the receipt, and goes back to English', async () => {
    const { path } = await on.link();
    const { page, context } = await on.browser.visitor(PHONE);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await page.goto(path);
    await heading(page, 'Gold token');
    const toHindi = page.getByRole('link', { name: 'हिन्दी', exact: true });
    const box = await toHindi.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await toHindi.click();
    await heading(page, GOLD);
    await heading(page, HI.payment.alreadyPaid);
    await sees(page, HI.statuses.pending);
    // The address can be passed on: it is a key, and carries nobody's language.
    await eventually('the address is bare', async () => !page.url().includes('?'));
    expect((await context.cookies()).map(({ name, value }) => [name, value])).toEqual([['lang', 'hi']]);
    await looksRight(page, 'payment');
    await page.getByRole('button', { name: HI.payment.checkStatus }).click();
    await sees(page, HI.script.statusIs(HI.statuses.pending));
    await page.getByRole('button', { name: HI.copyReference }).click();
    await says(page, HI.script.copied);
    await page.getByRole('switch', { name: HI.payment.autoRefresh }).click();
    await sees(page, HI.script.autoOff);
    await expectHindi(page);

    await payButton(page).click();
    await atBank(page);
    const leadOn = await holdSuccessPage(page);
    await bankPay(page).click();
    await heading(page, HI.verify.success);
    await expectHindi(page);
    leadOn();
    await headingLater(page, HI.success.title);
    await looksRight(page, 'success');
    await page.getByRole('link', { name: HI.openPayment }).click();
    await heading(page, HI.statuses.completed);
    await looksRight(page, 'paid');
    await page.getByRole('link', { name: /^रसीद RC-\d{6} देखें$/ }).click();
    await heading(page, /^रसीद RC-\d{6}$/);
    await sees(page, 'इक्यावन हज़ार रुपये');
    await page.getByRole('button', { name: HI.receipt.mail }).click();
    await sees(page, /^रसीद c•••@example\.com पर भेजी जा रही है।$/);
    await looksRight(page, 'receipt');

    await page.getByRole('link', { name: 'English', exact: true }).click();
    await heading(page, /^Receipt RC-\d{6}$/);
    await sees(page, 'Fifty-one thousand rupees');
    await page.goto(path);
    await heading(page, 'Payment Completed');
  });

  it('without scripts, by what the browser asks for: pays, and has the receipt mailed', async () => {
    const { path } = await on.link();
    const { page } = await on.browser.visitor({ ...PHONE, locale: 'hi-IN', javaScriptEnabled: false });
    await page.goto(path);
    await heading(page, GOLD);
    await payButton(page).click();
    await atBank(page);
    await bankPay(page).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/payment\/verify\?event=/);
    await heading(page, HI.verify.success);
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await page.waitForURL(/\/payment\/verify\?lang=en&event=/);
    await heading(page, 'Payment Verified Successfully!');
    await page.getByRole('link', { name: 'हिन्दी', exact: true }).click();
    await heading(page, HI.verify.success);
    await page.getByRole('link', { name: HI.verify.openReceipt }).click();
    await heading(page, /^रसीद RC-\d{6}$/);
    await page.getByRole('button', { name: HI.receipt.mail }).click();
    await page.waitForURL(/\/receipt\?mail=sent$/);
    await sees(page, /^रसीद c•••@example\.com पर भेजी जा रही है।$/);
  });

  it('is told in Hindi what went wrong and what to do', async () => {
    await on.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 0 });
    const { path } = await on.link();
    const visitor = await on.browser.visitor({ ...PHONE, locale: 'hi-IN' });
    const { page } = visitor.allow(refusal(400, '/api/payments/verify-callback'), /503/, /404/);
    await page.goto(path);
    await payButton(page).click();
    await sees(page, HI.script.urlNotYet);
    await sees(page, HI.nothingCharged);
    await looksRight(page, 'bank-away');
    await on.product.bank({ op: 'clear-faults' });
    await payButton(page).click();
    await atBank(page);
    await bankButton(page, 'Decline').click();
    await heading(page, HI.verify.failedTitle);
    const { title, text, nextStep } = HI.failures.declined;
    await sees(page, HI.verify.paymentFailed(title));
    await sees(page, `${text} ${nextStep}`);
    await looksRight(page, 'declined');
    await page.goto(path);
    await heading(page, HI.statuses.failed);
    await looksRight(page, 'failed');
    await page.goto('/payment/00000000000000000000000000');
    await heading(page, HI.missing.title);
    await looksRight(page, 'missing');
    for (const [address, name] of [
      ['/payment/cancel', HI.cancel.title],
      ['/thank-you', HI.thanks.title],
      ['/offline', HI.offline.title],
    ] as const) {
      await page.goto(address);
      await heading(page, name);
      await expectHindi(page);
    }
  });

  it('follows a payment without a final answer, and a refund', async () => {
    const { path, paymentId } = await on.link();
    const { page } = await on.browser.visitor({ ...PHONE, locale: 'hi-IN' });
    await page.clock.install();
    await page.goto(path);
    await payButton(page).click();
    await atBank(page);
    await bankButton(page, 'Stay pending, then succeed').click();
    await heading(page, HI.verify.confirmingTitle);
    await sees(page, HI.bankAnswers.pending);
    await looksRight(page, 'confirming');
    await page.goto(path);
    await sees(page, HI.bankAnswers.pending);
    await looksRight(page, 'unclear');
    await on.bankDecides(paymentId);
    await headingLater(page, HI.statuses.completed);
    await on.refund(paymentId, 1500);
    await page.goto(path);
    await sees(page, HI.refunds.states.accepted);
    await looksRight(page, 'refund');
  });
});
