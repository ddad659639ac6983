import type { BrowserContext, Page } from 'playwright-core';
import { API } from '../../src/contracts/routes.js';
import type { Cast } from '../gallery/cast.js';
import type { Visitor } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { createButton, fillCustomer, type Person } from './desk-steps.js';

/** What a browser notes of a network that is gone, and of what is refused on purpose. */
export const LOST = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/];
const CONTROLLED = 'navigator.serviceWorker.controller !== null';
const LATE_PARTS = `new Set(performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd > 0)
  .map(({ name }) => /(?:waiting-strip|discard-dialog)[^/]*\\.js$/.exec(name)?.[0]).filter(Boolean)).size`;
const COUNTED = `performance.getEntriesByType('resource')
  .filter(({ name, responseEnd }) => name.endsWith('${API.pageView}') && responseEnd > 0).length`;
const KEPT = `indexedDB.databases().then((databases) => databases.length === 0 ? '[]' : new Promise((resolve, reject) => {
  const request = indexedDB.open('tokendesk-sales', 1);
  // Gone meanwhile, as at a sign-out: none is made in its place.
  request.onupgradeneeded = () => request.transaction.abort();
  request.onerror = () => (request.error.name === 'AbortError' ? resolve('[]') : reject(request.error));
  request.onsuccess = () => {
    const read = request.result.transaction('sales').objectStore('sales').getAll();
    read.onsuccess = () => { request.result.close(); resolve(JSON.stringify(read.result)); };
  };
}))`;

export const strip = (page: Page) => page.getByRole('region', { name: 'Sales on this device' });
/** Of a sale that was sent: nothing of the customer is left on the device by then but the first name. */
export const showQr = (page: Page, { name }: Person) =>
  page.getByRole('button', { name: `Show QR: ${name.split(' ')[0]}`, exact: true });

/** Everything that the device holds of sales, whosever, as text. */
export function keptSales(page: Page): Promise<string> {
  return page.evaluate(KEPT) as Promise<string>;
}

/** The form of a seller whose network is about to go. */
export async function atTheForm(on: Cast, more: Parameters<Cast['visitorAs']>[2] = {}): Promise<Visitor> {
  const visitor = await on.visitorAs(on.priya, '/customer-form', { ...more, allow: [...LOST, ...(more?.allow ?? [])] });
  await formIsReady(visitor.page);
  return visitor;
}

/** The code for a lost network has come, and the visit was counted: the page asks for nothing more by itself. */
export async function formIsReady(page: Page): Promise<void> {
  await createButton(page).waitFor();
  await visitIsCounted(page);
  await eventually('the code for a lost network has come', async () => (await page.evaluate(LATE_PARTS)) === 2);
}

/**
 * The page's last request of its own, and one that would find a session ended, has been answered.
 * @param visits how many pages the document has shown
 */
export function visitIsCounted(page: Page, visits = 1): Promise<void> {
  return eventually('the visit was counted', async () => Number(await page.evaluate(COUNTED)) >= visits);
}

/** The same in a browser in which the service worker has taken over. */
export async function installed(on: Cast): Promise<Visitor> {
  const visitor = await atTheForm(on, { serviceWorkers: 'allow' });
  await eventually('the service worker has taken over', async () => (await visitor.page.evaluate(CONTROLLED)) === true);
  return visitor;
}

/** Made without a network: it waits on the device. */
export async function sellOffline(page: Page, context: BrowserContext, person: Person): Promise<void> {
  await context.setOffline(true);
  await makeSale(page, person);
}

/** The sale is on the device, and the form is free for the next customer. */
export async function makeSale(page: Page, person: Person): Promise<void> {
  await fillCustomer(page, person);
  await createButton(page).click();
  await strip(page).getByText(person.name).waitFor();
  await eventually('the form is empty', async () => (await page.getByLabel('Customer name').inputValue()) === '');
}

/** The sales that a browser asks for, one entry a request: its idempotency key. */
export function keysSentBy(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/payments/create-link')
      keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return keys;
}

/** Emails of the sellers of this person's payments, one for each payment. */
export async function sellersOf(on: Cast, { email }: Person): Promise<string[]> {
  const rows: { email: string }[] = await (
    await on.product.dataSource()
  ).query(
    `SELECT u.email AS email FROM payments p JOIN customers c ON c.id = p.customer_id
      JOIN users u ON u.id = p.sales_manager_id WHERE c.email = ?`,
    [email],
  );
  return rows.map((row) => row.email);
}
