import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { Client } from '../support/client.js';
import { EventReader } from '../support/event-reader.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, newLink, payAtBank, refusal, SALES, sees, signIn } from './steps.js';

const LIVE = 'Live: changes show at once';
/** Longer than the pause of the poll that takes over. */
const POLLED_MS = 20_000;
/** Longer than a change takes to be read. */
const SETTLED_MS = 1_500;

describe('the lists of staff are alive', () => {
  const on = stage();

  it.each([
    ['/dashboard', SALES],
    ['/transactions', SALES],
    ['/admin/dashboard', ADMIN],
  ])('%s shows a payment within three seconds of the bank, without loading anew', async (path, who) => {
    const link = await newLink(on.product, 'silver');
    const { page, context } = await on.browser.visitor();
    const streams = streamsOf(context);
    await open(page, path, who);
    await eventually('the stream is open', () => streams.length > 0);
    await markDocument(page);
    const row = rowOf(page, link.data.customer.name);
    await row.getByText('Payment Pending').waitFor();
    const customer = (await on.browser.visitor()).page;
    await customer.goto(link.path);
    await payAtBank(customer);
    await heading(customer, MESSAGES.verify.success);
    await row.getByText('Payment Completed').waitFor({ timeout: 3_000 });
    // Whoever cannot see the row hears of it.
    const news = page.getByRole('status').filter({ hasText: `${link.data.customer.name}: Payment Completed` });
    await news.waitFor({ state: 'attached', timeout: 1_000 });
    await row.getByText(/SI-\d{6}/).waitFor({ timeout: 1_000 });
    expect(await isMarked(page)).toBe(true);
    if (path === '/dashboard') await sees(page, LIVE);
    await inspect(page, `live${path.replaceAll('/', '-')}`);
  });

  it('two tabs hold one stream; when its tab is closed the other takes over', async () => {
    const link = await newLink(on.product, 'silver');
    const { page: first, context } = await on.browser.visitor();
    const streams = streamsOf(context);
    await open(first, '/dashboard');
    await sees(first, LIVE);
    const second = await context.newPage();
    await second.goto('/dashboard');
    await sees(second, LIVE);
    expect(streams).toHaveLength(1);
    const customer = (await on.browser.visitor()).page;
    // The first opening is an event as well.
    await customer.goto(link.path);
    await payAtBank(customer);
    for (const tab of [first, second])
      await rowOf(tab, link.data.customer.name).getByText('Payment Completed').waitFor({ timeout: 6_000 });
    expect(streams).toHaveLength(1);
    await first.close();
    await eventually('the second tab reads', () => streams.length === 2);
    await sees(second, LIVE);
  });

  it('a tab that nobody sees asks for nothing, and catches up when it is seen', async () => {
    const link = await newLink(on.product, 'silver');
    const { page } = await on.browser.visitor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.headers()['x-background']) asked += 1;
    });
    await open(page, '/dashboard');
    await sees(page, LIVE);
    const row = rowOf(page, link.data.customer.name);
    await row.getByText('Payment Pending').waitFor();
    await show(page, 'hidden');
    const before = asked;
    const customer = (await on.browser.visitor()).page;
    await customer.goto(link.path);
    await payAtBank(customer);
    await heading(customer, MESSAGES.verify.success);
    await pause(SETTLED_MS);
    expect(asked).toBe(before);
    await show(page, 'visible');
    await row.getByText('Payment Completed').waitFor({ timeout: 3_000 });
  });

  it('a stream that the server closes for good is not asked for again: the list is polled', async () => {
    const link = await newLink(on.product, 'silver');
    const { page, context } = await on.browser.visitor();
    const streams = streamsOf(context);
    await open(page, '/dashboard');
    await sees(page, LIVE);
    // As many as one user may have push out the oldest.
    const seller = await new Client(on.product.url).signIn(SALES.email, SALES.password);
    const readers: EventReader[] = [];
    for (let at = 0; at < 8; at += 1) readers.push(await EventReader.open(seller));
    await page.getByText(LIVE).waitFor({ state: 'detached' });
    await expectPolled(page, link);
    expect(streams).toHaveLength(1);
    for (const reader of readers) reader.close();
  });

  it('where no stream is to be had the list is polled', async () => {
    const link = await newLink(on.product, 'silver');
    const visitor = await on.browser.visitor();
    visitor.allow(/answered 503/, refusal(503, '/api/events'));
    await visitor.context.route('**/api/events', (route) => route.fulfill({ status: 503, body: '{}' }));
    await open(visitor.page, '/dashboard');
    await expectPolled(visitor.page, link);
    expect(await visitor.page.getByText(LIVE).count()).toBe(0);
  });

  it('where tabs cannot agree each has a stream of its own', async () => {
    const { page: first, context } = await on.browser.visitor();
    await context.addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })");
    await context.addInitScript('delete Navigator.prototype.locks');
    const streams = streamsOf(context);
    await open(first, '/dashboard');
    const second = await context.newPage();
    await second.goto('/transactions');
    await eventually('each has its own', () => streams.length === 2);
  });

  it('is kept from list to list, and closed at sign-out whichever tab holds it', async () => {
    const { page, context } = await on.browser.visitor();
    const streams = streamsOf(context);
    await open(page, '/dashboard');
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

  async function open(page: Page, path: string, who = SALES): Promise<void> {
    await page.goto('/');
    await signIn(page, who);
    await page.waitForURL(/dashboard$/);
    if (new URL(page.url()).pathname !== path) await page.goto(path);
  }

  async function expectPolled(page: Page, link: { path: string; data: { customer: { name: string } } }): Promise<void> {
    await markDocument(page);
    const customer = (await on.browser.visitor()).page;
    await customer.goto(link.path);
    await payAtBank(customer);
    await rowOf(page, link.data.customer.name).getByText('Payment Completed').waitFor({ timeout: POLLED_MS });
    expect(await isMarked(page)).toBe(true);
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
