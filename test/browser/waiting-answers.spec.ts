import { describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { WAITING_MESSAGES as WORDS } from '../../src/contracts/messages-waiting.js';
import { WAITING_DIALOG_MESSAGES as ASKS } from '../../src/contracts/messages-waiting-dialogs.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { createButton, fitsEveryWidth, PHONE, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { heading, refusal, sees, signIn, soon, stopClock } from './steps.js';
import {
  atTheForm,
  formIsReady,
  keptSales,
  keysSentBy,
  makeSale,
  sellersOf,
  sellOffline,
  showQr,
  strip,
} from './waiting-steps.js';

const CREATE = '/api/payments/create-link';
const UNSEEN = [refusal(409, CREATE), refusal(422, CREATE), /status of \d{3}/, /answered 5\d\d/];
/** As fast as a busy machine may send it again, and as slow as a pause of the wrong length would be. */
const PAUSE_MS = 3_000;
/** As the answer to a sign-out does it: the device is empty, and a tab that wants to write meets a database that was closed. */
const CLEARED = `new Promise((resolve) => {
  const { transaction } = IDBDatabase.prototype;
  const open = indexedDB.open('tokendesk-sales');
  open.onsuccess = () => {
    const clearing = open.result.transaction('sales', 'readwrite');
    clearing.objectStore('sales').clear();
    clearing.oncomplete = () => {
      open.result.close();
      IDBDatabase.prototype.transaction = function (...args) {
        if (args[1] !== 'readwrite') return transaction.apply(this, args);
        IDBDatabase.prototype.transaction = transaction;
        throw new DOMException('closed', 'InvalidStateError');
      };
      resolve();
    };
  };
})`;

describe('a sale that waits: what the server answers', () => {
  const on = stage();

  it('the double-sell guard asks at that sale, and the answer makes it', async () => {
    const { data } = await on.link();
    const person = { name: data.customer.name, email: data.customer.email };
    const { page, context } = await atTheForm(on, { ...PHONE, allow: UNSEEN });
    await sellOffline(page, context, person);
    await context.setOffline(false);
    await strip(page)
      .getByText(/made a gold link for .* Say why/i)
      .waitFor();
    await fitsEveryWidth(page, 'waiting-question');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: `Answer: ${person.name}` }).click();
    const reason = page.getByLabel('Why a second link?');
    await reason.fill('A gift for the brother');
    await soon(async () => expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name));
    await createButton(page).click();
    await heading(page, MESSAGES.desk.title(person.name));
    await strip(page).waitFor({ state: 'detached' });
    expect(await sellersOf(on, person)).toHaveLength(2);
  });

  it('a field that is refused is mended in the form, and stays on the device until then', async () => {
    const person = somebody('Meera Das');
    const { page, context } = await atTheForm(on, { allow: UNSEEN });
    const details = { 'customerData.email': 'This address takes no mail.' };
    const json = { success: false, error: 'FIELD_ERRORS', message: 'Please check the form.', details };
    await page.route(`**${CREATE}`, (route) => route.fulfill({ status: 422, json }), { times: 1 });
    await sellOffline(page, context, person);
    await context.setOffline(false);
    await strip(page)
      .getByText(/This address takes no mail/)
      .waitFor();
    await page.getByRole('button', { name: `Correct: ${person.name}` }).click();
    await page.getByLabel('Customer email').and(page.locator('[aria-invalid="true"]')).waitFor();
    await soon(async () => expect(await keptSales(page)).toContain(person.email));
    await inspect(page, 'waiting-refused');
    const right = { ...person, email: `right.${person.email}` };
    await page.getByLabel('Customer email').fill(right.email);
    await createButton(page).click();
    await heading(page, MESSAGES.desk.title(person.name));
    expect([await sellersOf(on, person), await sellersOf(on, right)]).toEqual([[], [on.priya.email]]);
    await soon(async () => expect(await keptSales(page)).toBe('[]'));
  });

  it('refused for what no field mends, and sent again as it is: it stays on the device until it is made', async () => {
    const person = somebody('Kiran Joshi');
    const { page, context } = await atTheForm(on, { allow: UNSEEN });
    const keys = keysSentBy(context);
    const soldOut = 'All gold tokens of this event are sold.';
    const json = { success: false, error: 'QUOTA_SOLD_OUT', message: soldOut };
    await page.route(`**${CREATE}`, (route) => route.fulfill({ status: 409, json }), { times: 3 });
    await sellOffline(page, context, person);
    await context.setOffline(false);
    await strip(page).getByText(soldOut).waitFor();
    await page.getByRole('button', { name: `Correct: ${person.name}` }).click();
    for (const refusal of ['the second', 'the third']) {
      await createButton(page).click();
      await soon(async () => expect([refusal, keys.length]).toEqual([refusal, refusal === 'the second' ? 2 : 3]));
      await page.getByRole('main').getByText(soldOut).waitFor();
      await soon(async () => expect(await keptSales(page)).toContain(person.email));
      expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name);
    }
    await createButton(page).click();
    await heading(page, MESSAGES.desk.title(person.name));
    expect(await sellersOf(on, person)).toEqual([on.priya.email]);
    await soon(async () => expect(await keptSales(page)).toBe('[]'));
  });

  it('Retry-After is waited for, and the key stays the same', async () => {
    const person = somebody('Om Prakash');
    const { page, context } = await atTheForm(on, { allow: UNSEEN });
    const keys = keysSentBy(context);
    const times: number[] = [];
    const answers = [
      { status: 503, code: 'UNAVAILABLE' },
      { status: 429, code: 'THROTTLED' },
    ];
    await page.route(`**${CREATE}`, async (route: Route) => {
      times.push(Date.now());
      const answer = answers[times.length - 1];
      if (!answer) return route.continue();
      const json = { success: false, error: answer.code, message: 'Later.' };
      await route.fulfill({ status: answer.status, headers: { 'Retry-After': '4' }, json });
    });
    await makeSale(page, person);
    await page.getByRole('button', { name: 'Send now' }).click();
    await heading(page, MESSAGES.desk.title(person.name), 40_000);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    for (const [at, time] of times.entries())
      if (at > 0) expect(time - times[at - 1]!).toBeGreaterThanOrEqual(PAUSE_MS);
    expect(await sellersOf(on, person)).toHaveLength(1);
  });

  it('an answer that never came, and the tab is closed: one payment, found again', async () => {
    const person = somebody('Gita Rao');
    const { page, context } = await atTheForm(on, { allow: UNSEEN });
    const keys = keysSentBy(context);
    // The tab is closed before it asks again, which it does after five seconds.
    await page.clock.install();
    await stopClock(page);
    await loseAnswer(page);
    await makeSale(page, person);
    await sees(page, WORDS.unanswered);
    expect(await sellersOf(on, person)).toHaveLength(1);
    await page.close();
    const later = await context.newPage();
    await later.goto('/transactions');
    await showQr(later, person).waitFor();
    expect(await sellersOf(on, person)).toHaveLength(1);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('the session has ended meanwhile: it waits for the same person, and goes with the sign-in', async () => {
    const person = somebody('Sunil Bose');
    const { page, context } = await atTheForm(on, { allow: [/status of 401/] });
    await sellOffline(page, context, person);
    await context.clearCookies();
    await context.setOffline(false);
    await page.getByLabel('Password', { exact: true }).waitFor();
    await soon(async () => expect(await keptSales(page)).toContain('signedOut'));
    await signIn(page, on.priya);
    await showQr(page, person).waitFor();
    expect(await sellersOf(on, person)).toEqual([on.priya.email]);
  });

  it('another person on the same tablet neither sees nor sends it', async () => {
    const person = somebody('Kabir Anand');
    const { page, context } = await atTheForm(on);
    const keys = keysSentBy(context);
    await sellOffline(page, context, person);
    const cookies = await (await on.visitorAs(on.rahul, '/login')).context.cookies();
    await context.clearCookies();
    await context.addCookies(cookies);
    await context.setOffline(false);
    // The tab of the one still stands, with the other's session.
    await sees(page, WORDS.signedOut);
    const others = await context.newPage();
    await others.goto('/customer-form');
    await formIsReady(others);
    expect([await strip(others).count(), keys, await sellersOf(on, person)]).toEqual([0, [], []]);
    await page.close();
    await others.getByRole('button', { name: 'Logout' }).click();
    await others.getByLabel('Password', { exact: true }).waitFor();
    await signIn(others, on.priya);
    await showQr(others, person).waitFor();
    expect(await sellersOf(on, person)).toEqual([on.priya.email]);
  });

  it('sign-out asks, names who waits, and sends them first', async () => {
    const people = [somebody('Anil Kapadia'), somebody('Bela Shah')];
    // A session of its own: it ends here.
    const visitor = await on.browser.visitor();
    visitor.allow(...UNSEEN, /ERR_FAILED/, /ERR_INTERNET/);
    const { page } = visitor;
    await page.goto('/login');
    await signIn(page, on.priya);
    await sees(page, 'Recent Customers');
    await page.goto('/customer-form');
    await page.route(`**${CREATE}`, (route) => route.abort());
    for (const person of people) await makeSale(page, person);
    const logout = page.getByRole('button', { name: 'Logout' });
    const dialog = page.getByRole('dialog', { name: ASKS.signOutTitle });
    await logout.click();
    for (const { name } of people) await dialog.getByText(name).waitFor();
    await inspect(page, 'sign-out-asks');
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await logout.click();
    await dialog.getByRole('button', { name: /^Send now/ }).click();
    await dialog.getByText(ASKS.stillWaiting).waitFor();
    await page.unroute(`**${CREATE}`);
    await dialog.getByRole('button', { name: /^Send now/ }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    for (const person of people) expect(await sellersOf(on, person)).toHaveLength(1);
    await soon(async () => expect(await keptSales(page)).toBe('[]'));
  });

  it('sign-out may discard them', async () => {
    const person = somebody('Chetan Vora');
    const visitor = await on.browser.visitor();
    visitor.allow(...UNSEEN, /ERR_FAILED/, /ERR_INTERNET/);
    const { page } = visitor;
    await page.goto('/login');
    await signIn(page, on.priya);
    await sees(page, 'Recent Customers');
    await page.goto('/customer-form');
    await page.route(`**${CREATE}`, (route) => route.abort());
    await makeSale(page, person);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await eventually('nothing is kept', async () => (await keptSales(page)) === '[]');
    expect(await sellersOf(on, person)).toEqual([]);
  });

  it('one that is being sent when a sign-out clears the device is not written again', async () => {
    const { page } = await atTheForm(on, { allow: UNSEEN });
    let tries = 0;
    let loss: Promise<unknown> = Promise.resolve();
    let lose = (): void => undefined;
    await page.route(`**${CREATE}`, (route) => {
      tries += 1;
      return loss.then(() => route.abort());
    });
    await makeSale(page, somebody('Farhan Ali'));
    loss = new Promise<void>((resolve) => (lose = resolve));
    const sendAgain = async () => {
      const before = tries;
      await eventually('it is sent again', async () => {
        await page.evaluate(`window.dispatchEvent(new Event('online'))`);
        return tries > before;
      });
    };
    await sendAgain();
    await page.evaluate(CLEARED);
    expect(await keptSales(page)).toBe('[]');
    // The tab lives on until its next page has come.
    lose();
    await sendAgain();
    expect(await keptSales(page)).toBe('[]');
  });

  /** The server makes the sale, and nobody hears of it. */
  function loseAnswer(page: Page): Promise<unknown> {
    return page.route(
      `**${CREATE}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  }
});
