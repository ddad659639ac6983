import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { eventually } from '../support/product-process.js';
import { createButton, fillCustomer, type Person, sell, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { heading, refusal, sees, soon } from './steps.js';
import { atTheForm, keptSales, sellersOf, sellOffline, showQr, strip } from './waiting-steps.js';

const CREATE = '/api/payments/create-link';
const UNSEEN = [refusal(409, CREATE)];
const SOLD_OUT = 'All gold tokens of this event are sold.';
const json = { success: false, error: 'QUOTA_SOLD_OUT', message: SOLD_OUT };

const customerName = async (page: Page) => page.getByLabel('Customer name').inputValue();
const sidebar = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

/** Pressed Create for them; the request has no answer yet. @returns it, to be answered */
async function createWithoutAnswer(page: Page, person: Person): Promise<Route> {
  let asked: Route | undefined;
  await page.route(`**${CREATE}`, (route) => void (asked = route), { times: 1 });
  await fillCustomer(page, person);
  await createButton(page).click();
  await eventually('the sale is on its way', async () => asked !== undefined);
  return asked!;
}

/** It waited, and was refused: it asks to be corrected. */
async function sellRefused(page: Page, context: BrowserContext, person: Person): Promise<void> {
  await sellOffline(page, context, person);
  await page.route(`**${CREATE}`, (route) => route.fulfill({ status: 409, json }), { times: 1 });
  await context.setOffline(false);
  await strip(page).getByText(SOLD_OUT).waitFor();
}

describe('a sale whose form was left', () => {
  const on = stage();

  it('before it was refused: it stays on the device, says why, and is corrected', async () => {
    const person = somebody('Gauri Leave');
    const { page } = await atTheForm(on, { allow: UNSEEN });
    const asked = await createWithoutAnswer(page, person);
    await sidebar(page, 'Dashboard');
    await sees(page, 'Recent Customers');
    await asked.fulfill({ status: 409, json });
    await strip(page).getByText(SOLD_OUT).waitFor();
    await soon(async () => expect(await keptSales(page)).toContain(person.email));
    await page.getByRole('button', { name: `Correct: ${person.name}` }).click();
    await soon(async () => expect(await customerName(page)).toBe(person.name));
    await createButton(page).click();
    await heading(page, MESSAGES.desk.title(person.name));
    expect(await sellersOf(on, person)).toEqual([on.priya.email]);
    await soon(async () => expect(await keptSales(page)).toBe('[]'));
  });

  it('before it was made: the next customer stays in the form, and its code is offered', async () => {
    const person = somebody('Hema Leave');
    const { page } = await atTheForm(on);
    const asked = await createWithoutAnswer(page, person);
    await sidebar(page, 'Dashboard');
    await sees(page, 'Recent Customers');
    await sidebar(page, 'Add Customer');
    await page.getByLabel('Customer name').fill('The next one');
    await asked.continue();
    await showQr(page, person).waitFor();
    expect([await customerName(page), new URL(page.url()).pathname]).toEqual(['The next one', '/customer-form']);
    await page.reload();
    await soon(async () => expect(await customerName(page)).toBe('The next one'));
    await showQr(page, person).click();
    await heading(page, MESSAGES.desk.title(person.name));
    await soon(async () => expect(await keptSales(page)).toBe('[]'));
    expect(await sellersOf(on, person)).toEqual([on.priya.email]);
  });

  it('for another that is corrected: the one in the form stays there', async () => {
    const [refused, person] = [somebody('Indu Refused'), somebody('Jyoti Leave')];
    const { page, context } = await atTheForm(on, { allow: UNSEEN });
    await sellRefused(page, context, refused);
    const asked = await createWithoutAnswer(page, person);
    await page.getByRole('button', { name: `Correct: ${refused.name}` }).click();
    await soon(async () => expect(await customerName(page)).toBe(refused.name));
    await asked.abort();
    await strip(page).getByText(person.name).waitFor();
    await showQr(page, person).waitFor();
    expect(await customerName(page)).toBe(refused.name);
  });

  it('while it was corrected: whoever is sold to next does not take its place', async () => {
    const [refused, next] = [somebody('Kavita Refused'), somebody('Lata Next')];
    const { page, context } = await atTheForm(on, { allow: UNSEEN });
    await sellRefused(page, context, refused);
    await page.getByRole('button', { name: `Correct: ${refused.name}` }).click();
    await soon(async () => expect(await customerName(page)).toBe(refused.name));
    await sidebar(page, 'Dashboard');
    await sees(page, 'Recent Customers');
    await sidebar(page, 'Add Customer');
    await createButton(page).waitFor();
    expect(await customerName(page)).toBe('');
    await sell(page, next);
    await page.getByRole('button', { name: `Correct: ${refused.name}` }).waitFor();
    expect(await keptSales(page)).toContain(refused.email);
  });

  it('to nobody: another customer who is typed over it leaves it on the device', async () => {
    const [refused, next] = [somebody('Mohan Refused'), somebody('Nalini Next')];
    const { page, context } = await atTheForm(on, { allow: UNSEEN });
    await sellRefused(page, context, refused);
    await page.getByRole('button', { name: `Correct: ${refused.name}` }).click();
    await soon(async () => expect(await customerName(page)).toBe(refused.name));
    await sell(page, next);
    await page.getByRole('button', { name: `Correct: ${refused.name}` }).waitFor();
    expect(await keptSales(page)).toContain(refused.email);
    expect([await sellersOf(on, refused), await sellersOf(on, next)]).toEqual([[], [on.priya.email]]);
  });
});
