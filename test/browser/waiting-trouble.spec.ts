import { describe, expect, it } from '@jest/globals';
import type { Cookie, Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { WAITING_MESSAGES as WORDS } from '../../src/contracts/messages-waiting.js';
import { API } from '../../src/contracts/routes.js';
import { eventually } from '../support/product-process.js';
import { createButton, fillCustomer, nextCustomer, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { heading, refusal, says, sees, soon } from './steps.js';
import {
  atTheForm,
  formIsReady,
  installed,
  keptSales,
  keysSentBy,
  makeSale,
  sellersOf,
  sellOffline,
  showQr,
  strip,
} from './waiting-steps.js';

const CREATE = '/api/payments/create-link';
const FULL_DISK = `IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };`;
const BROKEN_CACHE = `CacheStorage.prototype.open = () => Promise.reject(new DOMException('full', 'UnknownError'));`;
/** Where the page's own part begins, as often as it is drawn. */
const PLACES_OF_MAIN = `window.places = new Set();
  (function look() {
    const form = document.querySelector('main form');
    if (form) window.places.add(Math.round(form.getBoundingClientRect().top + scrollY));
    requestAnimationFrame(look);
  })();`;
/** Longer than any request for a sale may last. */
const SWALLOWED_MS = 21_000;

/** The tab goes on with the session of these cookies. It shows nothing of the product meanwhile, which would ask with neither session. */
async function become(page: Page, cookies: Cookie[]): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
}

/** What a device does to sales: a full disk, a page loaded anew, a network that swallows requests, a next person. */
describe('sales on a device in trouble', () => {
  const on = stage();
  const customerName = async (page: Page) => page.getByLabel('Customer name').inputValue();

  it('a full disk keeps no sale: it is made all the same, and one without a network waits as long as the tab', async () => {
    const [first, second] = [somebody('Asha Full'), somebody('Bina Full')];
    const { page, context } = await atTheForm(on, { before: (each) => each.addInitScript(FULL_DISK) });
    await fillCustomer(page, first);
    await createButton(page).click();
    await heading(page, MESSAGES.desk.title(first.name));
    await nextCustomer(page).click();
    await createButton(page).waitFor();
    await sellOffline(page, context, second);
    await sees(page, new RegExp(WORDS.goesWithTab));
    expect(await keptSales(page)).toBe('[]');
    await context.setOffline(false);
    await heading(page, MESSAGES.desk.title(second.name));
    for (const person of [first, second]) expect(await sellersOf(on, person)).toEqual([on.priya.email]);
  });

  it('a page that is loaded anew while a sale is sent has it once: waiting, and not in the form', async () => {
    const person = somebody('Chandra Reload');
    const { page, context } = await atTheForm(on, { allow: [refusal(409, CREATE)] });
    const keys = keysSentBy(context);
    await page.route(`**${CREATE}`, () => undefined, { times: 1 });
    await fillCustomer(page, person);
    await createButton(page).click();
    await eventually('the sale is on its way', () => keys.length === 1);
    await page.reload();
    await showQr(page, person).waitFor();
    expect(await customerName(page)).toBe('');
    expect([new Set(keys).size, await sellersOf(on, person)]).toEqual([1, [on.priya.email]]);
  });

  it('a request that the network swallows ends, and the sale is sent again', async () => {
    const person = somebody('Deepa Swallow');
    const { page, context } = await atTheForm(on, { allow: [refusal(403, CREATE)] });
    await page.clock.install();
    await context.clearCookies({ name: 'XSRF-TOKEN' });
    await page.route(`**${API.me}`, () => undefined, { times: 1 });
    const asked = page.waitForRequest(`**${API.me}`);
    await fillCustomer(page, person);
    await createButton(page).click();
    await asked;
    await page.clock.fastForward(SWALLOWED_MS);
    await sees(page, WORDS.waiting);
    await page.clock.fastForward(SWALLOWED_MS);
    await heading(page, MESSAGES.desk.title(person.name));
    expect(await sellersOf(on, person)).toEqual([on.priya.email]);
  });

  it('whoever signed in last sells where there is no network, whichever page they opened', async () => {
    const { page, context } = await installed(on);
    const cookies = await (await on.visitorAs(on.rahul, '/login')).context.cookies();
    await become(page, cookies);
    await page.goto('/dashboard');
    await eventually('the person is known on the device', async () =>
      /Rahul/.test((await page.evaluate(`localStorage.getItem('tokendesk.person')`)) as string),
    );
    await context.setOffline(true);
    await page.goto('/customer-form');
    await sees(page, WORDS.seller('Rahul'));
  });

  it('who was being typed when a session ended is not in the form of the next person', async () => {
    const { page, context } = await atTheForm(on);
    await page.getByLabel('Customer name').fill('Hari Typed');
    const own = await context.cookies();
    const cookies = await (await on.visitorAs(on.rahul, '/login')).context.cookies();
    await become(page, cookies);
    await page.goto('/customer-form');
    await createButton(page).waitFor();
    expect(await customerName(page)).toBe('');
    await become(page, own);
    await page.goto('/customer-form');
    await createButton(page).waitFor();
    await soon(async () => expect(await customerName(page)).toBe('Hari Typed'));
  });

  it('an answer to one that waits leaves who is being typed: they come back after it', async () => {
    const { data } = await on.link();
    const person = { name: data.customer.name, email: data.customer.email };
    const { page, context } = await atTheForm(on, { allow: [refusal(409, CREATE)] });
    await sellOffline(page, context, person);
    await page.getByLabel('Customer name').fill('The next one');
    await context.setOffline(false);
    await page.getByRole('button', { name: `Answer: ${person.name}` }).click();
    await says(page, MESSAGES.link.typedIsKept);
    await page.getByLabel('Why a second link?').fill('A gift for the brother');
    expect(await customerName(page)).toBe(person.name);
    await createButton(page).click();
    await heading(page, MESSAGES.desk.title(person.name));
    await strip(page).waitFor({ state: 'detached' });
    await nextCustomer(page).click();
    await eventually('the next one is back', async () => (await customerName(page)) === 'The next one');
  });

  it('says that the server asked to wait: nothing is sent before, whoever presses', async () => {
    const person = somebody('Esha Patience');
    const { page, context } = await atTheForm(on, { allow: [/status of 503/, /answered 503/] });
    const keys = keysSentBy(context);
    const json = { success: false, error: 'UNAVAILABLE', message: 'Later.' };
    await page.route(`**${CREATE}`, (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '300' }, json }));
    await makeSale(page, person);
    await page.getByRole('button', { name: 'Send now' }).click();
    await sees(page, /^The server asked to wait\. Sent by itself, about /);
    expect(keys).toHaveLength(1);
    // Its room is there before it is: nothing of the next page moves.
    await page.addInitScript(PLACES_OF_MAIN);
    await page.goto('/customer-form');
    await sees(page, /^The server asked to wait/);
    await formIsReady(page);
    expect(await page.evaluate('[...window.places]')).toHaveLength(1);
  });

  it('pages have their files where the cache of the service worker is broken', async () => {
    const { page, context } = await installed(on);
    const [worker] = context.serviceWorkers();
    await worker!.evaluate(BROKEN_CACHE);
    await page.goto('/account');
    await heading(page, 'Your account');
  });
});
