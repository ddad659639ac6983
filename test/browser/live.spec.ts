import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { EventReader } from '../support/event-reader.js';
import { inspect } from '../support/browser.js';
import type { Link } from '../support/sales.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, DELIVERED_MS, heading, LIVE, refusal, sees, soon, watchFor } from './steps.js';

/** Longer than the pause of the poll that takes over. */
const POLLED_MS = 11_000;
/** Sooner than the poll would show it. */
const BEFORE_POLL_MS = 8_000;
/** Longer than a change takes to be read. */
const SETTLED_MS = 1_500;

describe('the lists of staff are alive', () => {
  const on = stage();

  it.each([
    ['/dashboard', () => on.priya],
    ['/transactions', () => on.priya],
    ['/admin/dashboard', () => ADMIN],
  ])('%s shows a payment within three seconds of the bank, without loading anew', async (path, who) => {
    const link = await on.link('silver');
    const { page, context } = await on.browser.visitorAs(who());
    const streams = streamsOf(context);
    await page.goto(path);
    await eventually('the stream is open', () => streams.length > 0);
    await markDocument(page);
    const row = rowOf(page, link.data.customer.name);
    await row.getByText('Payment Pending').waitFor();
    // Whoever cannot see the row hears of it.
    const heard = await watchFor(page, new RegExp(`${link.data.customer.name}: Paid`));
    await on.settle(link.paymentId);
    await row.getByText('Payment Completed').waitFor({ timeout: BEFORE_POLL_MS });
    const { updatedAt: paidAt } = await on.statusOf(link.paymentId);
    expect((await heard()) - Date.parse(paidAt)).toBeLessThan(3_000);
    const region = page.getByRole('status').filter({ hasText: `${link.data.customer.name}: Paid` });
    await region.waitFor({ state: 'attached' });
    await row
      .getByText(/SI-\d{6}/)
      .filter({ visible: true })
      .waitFor();
    await soon(async () => expect(await isMarked(page)).toBe(true));
    if (path === '/dashboard') await sees(page, LIVE);
    await inspect(page, `live${path.replaceAll('/', '-')}`);
  });

  it('two tabs hold one stream; when its tab is closed the other takes over', async () => {
    const link = await on.link('silver');
    const { page: first, context } = await on.browser.visitorAs(on.priya);
    const streams = streamsOf(context);
    await first.goto('/dashboard');
    await sees(first, LIVE);
    const second = await context.newPage();
    await second.goto('/dashboard');
    await sees(second, LIVE);
    expect(streams).toHaveLength(1);
    await on.settle(link.paymentId);
    for (const tab of [first, second])
      await rowOf(tab, link.data.customer.name).getByText('Payment Completed').waitFor({ timeout: BEFORE_POLL_MS });
    expect(streams).toHaveLength(1);
    await first.close();
    await eventually('the second tab reads', () => streams.length === 2);
    await sees(second, LIVE);
  });

  it.each<[string, (first: Page, context: BrowserContext) => Promise<[Page, Promise<unknown>]>]>([
    ['the same tab', async (first) => [first, first.getByRole('link', { name: 'Transactions' }).first().click()]],
    [
      'a second tab',
      async (_, context) => {
        const second = await context.newPage();
        return [second, second.goto('/transactions')];
      },
    ],
  ])('a payment that completes while a list is loading in %s shows on it', async (_name, visit) => {
    const link = await on.link('silver');
    const { page: first, context } = await on.browser.visitorAs(on.priya);
    await first.goto('/dashboard');
    await sees(first, LIVE);
    const late = async (route: Route) => {
      const response = await route.fetch();
      await on.settle(link.paymentId);
      await pause(DELIVERED_MS);
      await route.fulfill({ response });
    };
    await context.route('**/transactions', late, { times: 1 });
    const [page, visited] = await visit(first, context);
    await visited;
    await page.waitForURL('**/transactions');
    await rowOf(page, link.data.customer.name).getByText('Payment Completed').waitFor({ timeout: BEFORE_POLL_MS });
  });

  it('a tab that nobody sees asks for nothing, and catches up when it is seen', async () => {
    const link = await on.link('silver');
    const { page } = await on.browser.visitorAs(on.priya);
    let asked = 0;
    page.on('request', (request) => {
      if (request.headers()['x-background']) asked += 1;
    });
    await page.goto('/dashboard');
    await sees(page, LIVE);
    const row = rowOf(page, link.data.customer.name);
    await row.getByText('Payment Pending').waitFor();
    await show(page, 'hidden');
    const before = asked;
    await on.settle(link.paymentId);
    await pause(SETTLED_MS);
    expect(asked).toBe(before);
    await show(page, 'visible');
    await row.getByText('Payment Completed').waitFor({ timeout: BEFORE_POLL_MS });
  });

  it.each([
    ['long ago is not read again', '2026-01-01T00:00:00.000Z', 0],
    ['just now is', '2099-01-01T00:00:00.000Z', 1],
  ])('a list that changed %s when the connection stands', async (_, changedAt, times) => {
    await on.link('silver');
    const { page, context } = await on.browser.visitorAs(on.priya);
    const streams = streamsOf(context);
    const hello = `retry: 60000\n\nid: 1\nevent: hello\ndata: ${JSON.stringify({ changedAt })}\n\n`;
    await context.route('**/api/events', (route) => route.fulfill({ contentType: 'text/event-stream', body: hello }));
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.headers()['x-background'] && request.url().includes('/dashboard')) asked.push(request.url());
    });
    await page.goto('/dashboard');
    await eventually('the stream', () => streams.length > 0);
    await eventually('the list is read as often', () => asked.length >= times);
    await pause(SETTLED_MS);
    expect(asked).toHaveLength(times);
  });

  it('a stream that the server closes for good is not asked for again: the list is polled', async () => {
    const link = await on.link('silver');
    const { page, context } = await on.browser.visitorAs(on.priya);
    await page.clock.install();
    const streams = streamsOf(context);
    await page.goto('/dashboard');
    await sees(page, LIVE);
    // As many as one user may have push out the oldest.
    const seller = await on.program();
    const readers: EventReader[] = [];
    for (let at = 0; at < 8; at += 1) readers.push(await EventReader.open(seller));
    await page.getByText(LIVE).waitFor({ state: 'detached' });
    await expectPolled(page, link);
    expect(streams).toHaveLength(1);
    for (const reader of readers) reader.close();
  });

  it('where no stream is to be had the list is polled', async () => {
    const link = await on.link('silver');
    const visitor = await on.browser.visitorAs(on.priya);
    await visitor.page.clock.install();
    visitor.allow(/answered 503/, refusal(503, '/api/events'));
    await visitor.context.route('**/api/events', (route) => route.fulfill({ status: 503, body: '{}' }));
    await visitor.page.goto('/dashboard');
    await expectPolled(visitor.page, link);
    await soon(async () => expect(await visitor.page.getByText(LIVE).count()).toBe(0));
  });

  it('where tabs cannot agree each has a stream of its own', async () => {
    const { page: first, context } = await on.browser.visitorAs(on.priya);
    await context.addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })");
    await context.addInitScript('delete Navigator.prototype.locks');
    const streams = streamsOf(context);
    await first.goto('/dashboard');
    const second = await context.newPage();
    await second.goto('/transactions');
    await eventually('each has its own', () => streams.length === 2);
  });

  it('is kept from list to list, and closed at sign-out whichever tab holds it', async () => {
    // A session that no other test of this file has: it ends here.
    const visitor = await on.browser.visitorAs(on.rahul);
    // The list of the other tab asks once more, and is led to the login page.
    visitor.allow(refusal(409, '/dashboard'));
    const { page, context } = visitor;
    const streams = streamsOf(context);
    await page.goto('/dashboard');
    await sees(page, LIVE);
    // From list to list the connection stays.
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    await heading(page, 'Transaction History');
    await page.goBack();
    await sees(page, LIVE);
    expect(streams).toHaveLength(1);
    const other = await context.newPage();
    await other.goto('/transactions');
    await heading(other, 'Transaction History');
    expect(streams).toHaveLength(1);
    // The one that reads is not the one that signs out: left alone, it would come back to a session that is over.
    await other.getByRole('button', { name: 'Logout' }).first().click();
    await other.getByLabel('Email').waitFor();
    await page.getByText(LIVE).waitFor({ state: 'detached' });
    expect(streams).toHaveLength(1);
  });

  async function expectPolled(page: Page, { paymentId, data }: Link): Promise<void> {
    const row = rowOf(page, data.customer.name);
    await row.getByText('Payment Pending').waitFor();
    await markDocument(page);
    await on.settle(paymentId);
    await page.clock.fastForward(POLLED_MS);
    await row.getByText('Payment Completed').waitFor();
    await soon(async () => expect(await isMarked(page)).toBe(true));
  }
});

/** As when another tab or window comes to the front. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));`);
}

/** The streams that a browser has asked for, of pages that were left as well. */
function streamsOf(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) seen.push(request.url());
  });
  return seen;
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: new RegExp(`${name}(?!\\d)`) });

/** A document that is loaded anew has lost it. */
const markDocument = (page: Page) => page.evaluate('window.sameDocument = true');
const isMarked = (page: Page) => page.evaluate('window.sameDocument === true');
