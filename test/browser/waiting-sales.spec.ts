import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages.js';
import { WAITING_MESSAGES as WORDS } from '../../src/contracts/messages-waiting.js';
import { WAITING_DIALOG_MESSAGES as ASKS } from '../../src/contracts/messages-waiting-dialogs.js';
import { ROUTES } from '../../src/contracts/routes.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { createButton, fillCustomer, fitsEveryWidth, linkOf, PHONE, showsCodeOf, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { heading, refusal, sees, soon } from './steps.js';
import {
  atTheForm,
  installed,
  keptSales,
  keysSentBy,
  makeSale,
  sellersOf,
  sellOffline,
  showQr,
  strip,
} from './waiting-steps.js';

describe('a sale without a network', () => {
  const on = stage();

  it('outlives its tab, is seen on what opens offline, and shows its code once it is sent', async () => {
    const visitor = await installed(on);
    // The page gives way while a sale is on its way: asked again, it is still being made.
    const { page, context } = visitor;
    visitor.allow(refusal(409, '/api/payments/create-link'));
    const [first, second] = [somebody('Ravi Teja'), somebody('Lakshmi Narayanan Venkataraman')];
    await sellOffline(page, context, first);
    await sees(page, WORDS.waiting);
    await page.close();

    const other = await context.newPage();
    await other.goto('/dashboard');
    await sees(other, 'No connection');
    await soon(async () => expect(await other.locator('[data-waiting]').innerText()).toMatch(/: 1$/));
    await inspect(other, 'offline-with-sales');
    await other.getByRole('link', { name: 'New sale' }).click();
    await sees(other, WORDS.isOffline);
    await sees(other, /Prices as of .*\d:\d\d\s[ap]m\./);
    await strip(other).getByText(first.name).waitFor();
    await makeSale(other, second);
    await sees(other, WORDS.count(2));
    await fitsEveryWidth(other, 'offline-form');

    await context.setOffline(false);
    await other.waitForURL('/customer-form');
    await showQr(other, first).waitFor();
    await showQr(other, second).waitFor();
    await fitsEveryWidth(other, 'waiting-sent');
    // What is left of a customer by then is the first name.
    await soon(async () => expect(await keptSales(other)).not.toMatch(/example\.com|Teja/));
    await showQr(other, first).click();
    await heading(other, MESSAGES.desk.title(first.name));
    expect(await showsCodeOf(other, linkOf(other))).toBe(true);
    await soon(async () => expect(await showQr(other, first).count()).toBe(0));
    for (const person of [first, second]) expect(await sellersOf(on, person)).toEqual([on.priya.email]);
  });

  it('begins on a page that was open: the way to the form needs no network', async () => {
    const { page, context } = await installed(on);
    await page.goto('/dashboard');
    await sees(page, 'Recent Customers');
    await context.setOffline(true);
    await sees(page, /this page may be out of date since \d+:\d\d.[ap]m/);
    // The list is readable before its keys work.
    await eventually('the form opens', async () => {
      if (await createButton(page).isVisible()) return true;
      await page.keyboard.press('n');
      return false;
    });
    await page.waitForURL('/customer-form/offline');
    await makeSale(page, somebody('Jaya Menon'));
  });

  it('is sent once by two tabs, with a form token that had to be renewed', async () => {
    const { page, context } = await atTheForm(on, { allow: [refusal(403, '/api/payments/create-link')] });
    const person = somebody('Uma Iyer');
    const twin = await context.newPage();
    // A page with a list reads it again once it is online, and may bring the new token before the sale has asked for one.
    await twin.goto(ROUTES.account);
    const keys = keysSentBy(context);
    await sellOffline(page, context, person);
    await strip(twin).getByText(person.name).waitFor();
    await context.clearCookies({ name: 'XSRF-TOKEN' });
    await context.setOffline(false);
    // The form is empty, so the code of the last customer takes its place.
    await heading(page, MESSAGES.desk.title(person.name));
    expect(await sellersOf(on, person)).toEqual([on.priya.email]);
    // The first was refused for its token; whoever came second found nothing left to send.
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('does not take the form away from whoever is typing', async () => {
    const { page, context } = await atTheForm(on, PHONE);
    const person = somebody('Farah Khan');
    await sellOffline(page, context, person);
    await page.getByLabel('Customer name').fill('The next one');
    await context.setOffline(false);
    await showQr(page, person).waitFor();
    await soon(async () => expect(await page.getByLabel('Customer name').inputValue()).toBe('The next one'));
    await inspect(page, 'waiting-sent-while-typing');
    await page.getByRole('button', { name: 'Dismiss: Farah' }).click();
    await strip(page).waitFor({ state: 'detached' });
  });

  it('can be discarded, which names the customer, and is then never sent', async () => {
    const { page, context } = await atTheForm(on, PHONE);
    const keys = keysSentBy(context);
    const person = somebody('Nikhil Rao');
    await sellOffline(page, context, person);
    await page.getByRole('button', { name: `Discard: ${person.name}` }).click();
    const dialog = page.getByRole('dialog', { name: ASKS.discardTitle });
    await dialog.getByText(ASKS.discard('gold', '₹51,000', person.name)).waitFor();
    await inspect(page, 'discard-sale');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await strip(page).getByText(person.name).waitFor();
    await page.getByRole('button', { name: `Discard: ${person.name}` }).click();
    await dialog.getByRole('button', { name: /^Discard: ₹51,000 for Nikhil Rao/ }).click();
    await strip(page).waitFor({ state: 'detached' });
    await soon(async () => expect(await keptSales(page)).toBe('[]'));
    await context.setOffline(false);
    await page.goto('/dashboard');
    await sees(page, 'Recent Customers');
    expect([keys, await sellersOf(on, person)]).toEqual([[], []]);
  });

  it('many at once: the two that waited longest are seen, the rest on wish, and all are sent', async () => {
    const { page, context } = await atTheForm(on, PHONE);
    const people = Array.from({ length: 8 }, (_, number) => somebody(`Customer${number + 1} Number ${number + 1}`));
    await context.setOffline(true);
    for (const person of people) {
      await fillCustomer(page, person);
      await createButton(page).click();
      await eventually('the form is empty', async () => (await page.getByLabel('Customer name').inputValue()) === '');
    }
    await sees(page, WORDS.count(8));
    await soon(async () => expect(await page.getByRole('button', { name: /^Discard: / }).count()).toBe(2));
    await fitsEveryWidth(page, 'waiting-eight');
    await page.getByRole('button', { name: 'Show 6 more' }).click();
    await soon(async () => expect(await page.getByRole('button', { name: /^Discard: / }).count()).toBe(8));
    await page.getByLabel('Customer name').fill('Typing');
    await context.setOffline(false);
    for (const person of people) await showQr(page, person).waitFor();
    for (const person of people) expect(await sellersOf(on, person)).toHaveLength(1);
  });

  it('is over with its day: told, and nothing of the customer is left', async () => {
    const { page, context } = await atTheForm(on);
    const keys = keysSentBy(context);
    const person = somebody('Zubin Contractor');
    await sellOffline(page, context, person);
    await soon(async () => expect(await keptSales(page)).toContain(person.email));
    await page.close();
    await context.setOffline(false);
    const later = await context.newPage();
    await later.clock.setFixedTime(Date.now() + 86_400_000);
    await later.goto('/dashboard');
    await sees(later, WORDS.notSent(1));
    await sees(later, /^Gold, made .*: not sent\. Its day is over/);
    await fitsEveryWidth(later, 'waiting-over');
    await soon(async () => expect(await keptSales(later)).not.toMatch(/Zubin|Contractor|example\.com|\b98\d{8}\b/));
    await later.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await strip(later).waitFor({ state: 'detached' });
    expect([await keptSales(later), keys, await sellersOf(on, person)]).toEqual(['[]', [], []]);
  });

  it('is over on the login page too, where nobody is signed in', async () => {
    const { page, context } = await atTheForm(on);
    const person = somebody('Ismail Sheikh');
    await sellOffline(page, context, person);
    await page.close();
    await context.setOffline(false);
    await context.clearCookies();
    const later = await context.newPage();
    await later.clock.setFixedTime(Date.now() + 86_400_000);
    await later.goto('/login');
    await eventually('the customer is gone from the device', async () => !(await keptSales(later)).includes('Ismail'));
  });

  it('what opens offline leads to the form, and to the sign-in before it, as soon as there is a network', async () => {
    const { page } = await on.browser.visitor();
    await page.goto('/customer-form/offline');
    await page.getByLabel('Password', { exact: true }).waitFor();
  });
});
