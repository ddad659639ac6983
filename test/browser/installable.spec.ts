import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Client } from '../support/client.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { heading, sees } from './steps.js';

/** Paths of everything that the browser keeps for the product. */
const KEPT = `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
  .then((lists) => lists.flat().map((request) => new URL(request.url).pathname))`;
const PAGES_KEPT = `Promise.all(['/offline', '/customer-form/offline'].map((path) => caches.match(path).then((page) => page.text())))
  .then((texts) => texts.join())`;
const CONTROLLED = 'navigator.serviceWorker.controller?.scriptURL ?? null';

describe('on a tablet', () => {
  const on = stage();

  it('the manifest names the product, its start and icons that are what they say', async () => {
    const client = new Client(on.product.url);
    const login = await client.get('/login');
    expect(login.text).toContain('<link rel="manifest" href="/build/app.webmanifest">');
    const manifest = await client.get('/build/app.webmanifest');
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    expect(manifest.headers.get('cache-control')).toBe('public, max-age=86400');
    const { name, start_url, scope, display, icons } = JSON.parse(manifest.text);
    expect({ name, start_url, scope, display }).toEqual({
      name: 'TokenDesk',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
    });
    for (const { src, sizes, type } of icons as Record<'src' | 'sizes' | 'type', string>[]) {
      const answer = await fetch(new URL(src, on.product.url));
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
      if (type !== 'image/png') continue;
      const png = Buffer.from(await answer.arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
    const icon = await fetch(new URL('/favicon.ico', on.product.url));
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon']);
  });

  it('keeps files of the pages and the offline page, and nothing about money', async () => {
    const link = await on.link('silver');
    const { page } = await installed();
    for (const path of ['/dashboard', '/transactions', '/customer-form', `/sales/${link.paymentId}`, link.path])
      await page.goto(path);
    const kept = (await page.evaluate(KEPT)) as string[];
    const pages = kept.filter((path) => !path.startsWith('/build/assets/')).sort();
    expect(pages).toEqual(['/customer-form/offline', '/offline']);
    const texts = (await page.evaluate(PAGES_KEPT)) as string;
    expect(texts).toMatch(/Customers\\\/Offline/);
    expect(texts).not.toContain(on.priya.email);
  });

  it('without a network says so under the same address, and goes on by itself', async () => {
    const visitor = await installed();
    const { page, context } = visitor;
    visitor.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/);
    await context.setOffline(true);
    await page.goto('/transactions');
    await sees(page, 'No connection');
    expect(new URL(page.url()).pathname).toBe('/transactions');
    await inspect(page, 'offline');
    await context.setOffline(false);
    await page.locator('[data-retry]').waitFor({ state: 'detached' });
    await heading(page, 'Transaction History');
  });

  it('a link shows who asks, and nothing of the person or the payment, to a messenger', async () => {
    const link = await on.link('silver');
    const { text } = await new Client(on.product.url).get(link.path);
    const tags = [...text.matchAll(/<meta property="og:[^>]+>/g)].map(([tag]) => tag);
    expect(tags).toHaveLength(4);
    const [first] = link.data.customer.name.split(' ');
    for (const word of [link.paymentId, first ?? '', '100', 'silver'])
      expect(tags.join().toLowerCase()).not.toContain(word.toLowerCase());
    const image = /content="([^"]+\/social\/payment\.png)"/.exec(tags.join())?.[1] ?? '';
    const answer = await fetch(image);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(text).not.toContain('rel="manifest"');
  });

  /** A seller's browser in which the service worker has taken over. */
  async function installed() {
    const visitor = await on.visitorAs(on.priya, '/dashboard', { serviceWorkers: 'allow' });
    await eventually('the service worker has taken over', () => controlled(visitor.page));
    return visitor;
  }
});

async function controlled(page: Page): Promise<boolean> {
  return (await page.evaluate(CONTROLLED)) !== null;
}
