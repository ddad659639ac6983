import { describe, expect, it } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { stage } from './stage.js';
import { heading, payButton, refusal, sees, soon } from './steps.js';

const KB = 1000;

interface Fetched {
  url: string;
  type: string;
  encoding: string;
  /** Over the wire, headers included. */
  bytes: number;
}

describe("the customer's pages", () => {
  const on = stage();

  it.each(['en-IN', 'hi-IN'])(
    'the payment page is small (%s): four requests, 25 kB, 12 kB of it script, nothing from elsewhere',
    async (locale) => {
      const { path } = await on.link();
      const { page, context } = await on.browser.visitor({ locale });
      const fetched = await record(await context.newCDPSession(page));
      await Promise.all([page.waitForResponse('**/api/analytics/page-view'), page.goto(path)]);
      const all = fetched();
      const sum = (list: Fetched[]) => list.reduce((bytes, each) => bytes + each.bytes, 0);
      const scripts = all.filter(({ type }) => type === 'Script');
      expect(all.map(({ url }) => new URL(url).origin).filter((origin) => origin !== on.product.url)).toEqual([]);
      expect(all.length).toBeLessThanOrEqual(4);
      expect(scripts.map(({ encoding }) => encoding)).toEqual(['br']);
      expect(sum(scripts)).toBeLessThanOrEqual(12 * KB);
      expect(sum(all)).toBeLessThanOrEqual(25 * KB);
    },
  );

  it('fits a small phone, with the button in reach', async () => {
    const { path } = await on.link('platinum');
    const { page } = await on.browser.visitor({
      viewport: { width: 320, height: 568 },
      isMobile: true,
      hasTouch: true,
    });
    await page.goto(path);
    await heading(page, 'Platinum token');
    await expectAccessible(page);
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wider).toBe(0);
    const box = await payButton(page).boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(568);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });

  it('Check status says what the state is', async () => {
    const { path } = await on.link();
    const { page } = await on.browser.visitor();
    await page.goto(path);
    await page.getByRole('button', { name: 'Check status' }).click();
    await sees(page, MESSAGES.status.is('Payment Pending'));
  });

  it('both addresses of a payment show the same page', async () => {
    const { paymentId } = await on.link('silver');
    const { page } = await on.browser.visitor();
    await page.goto(`/customer-payment/${paymentId}`);
    await heading(page, 'Silver token');
    await soon(async () => expect(await payButton(page).isEnabled()).toBe(true));
  });

  it.each([
    ['/payment/cancel', 'Payment Cancelled', 'payment-cancel'],
    ['/payment/success', 'Payment Successful!', 'payment-success-bare'],
    ['/thank-you', 'Thank you', 'thank-you'],
  ])('%s stands for itself', async (path, title, picture) => {
    const { page } = await on.browser.visitor();
    await page.goto(path);
    await heading(page, title);
    await inspect(page, picture);
  });

  it('a link that leads nowhere says so', async () => {
    const path = '/payment/00000000000000000000000000';
    const { page } = (await on.browser.visitor()).allow(refusal(404, path));
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await heading(page, CUSTOMER_MESSAGES.payment.error(CUSTOMER_MESSAGES.payment.notFound));
    await inspect(page, 'payment-missing');
  });

  /** @returns what was fetched until then */
  /** Listens from the first request on. @returns what was fetched until it is called */
  async function record(session: CDPSession): Promise<() => Fetched[]> {
    const fetched = new Map<string, Fetched>();
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      fetched.set(requestId, { url: request.url, type: type ?? '', encoding: '', bytes: 0 });
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const entry = fetched.get(requestId);
      if (entry) entry.encoding = response.headers['Content-Encoding'] ?? response.headers['content-encoding'] ?? '';
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const entry = fetched.get(requestId);
      if (entry) entry.bytes = encodedDataLength;
    });
    await session.send('Network.enable');
    // What a page carries in its own text is not fetched.
    return () => [...fetched.values()].filter(({ url }) => !url.startsWith('data:'));
  }
});
