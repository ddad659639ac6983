import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages.js';
import type { Route } from 'playwright-core';
import { API } from '../../src/contracts/routes.js';
import { eventually } from '../support/product-process.js';
import { createButton, fitsEveryWidth, LAPTOP, nextCustomer, PHONE, sell, seller, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { heading, sees, soon } from './steps.js';

const OWN_QUESTIONS = /^\/api\/payments\/[^/]+\/desk$/;
/** Longer than the pause before it asks again. */
const LATER_MS = 20_000;
/** Of the payment that a customer's link is for. */
const idOf = (link: string) => link.split('/').pop()!;

describe('the page of one sale', () => {
  const on = stage();

  it('of a paid token: number, receipt, money, history; back to the same list, filters and row', async () => {
    const person = somebody('Tara Sen');
    const sale = await on.paid('gold', { customerData: person });
    const { page } = await seller(on, `/dashboard?search=${encodeURIComponent(person.email)}`);
    const opener = page.getByRole('link', { name: /^Tara Sen / });
    await opener.click();
    await page.waitForURL(`**/sales/${sale.paymentId}`);
    await heading(page, MESSAGES.desk.paidBy('Tara Sen'));
    await sees(page, new RegExp(`^Paid .+ · ${sale.tokenNumber}$`));
    for (const [name, to] of [
      ['Receipt', `/payment/${sale.paymentId}/receipt`],
      ['Customer’s page', `/payment/${sale.paymentId}`],
    ] as const)
      await soon(async () =>
        expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toContain(to),
      );
    const money = page.getByRole('region', { name: 'Money' });
    await soon(async () =>
      expect(await money.innerText()).toMatch(/Paid \(gross\)\s+₹51,000\s+Net received\s+₹51,000/),
    );
    const history = page.getByRole('region', { name: 'What happened' });
    for (const title of ['Payment link created', 'Went to the bank', 'Payment Completed'])
      await history.getByText(title).first().waitFor();
    await soon(async () => expect(await page.getByText(/^Exchanges with the bank/).count()).toBe(0));
    const call = page.getByRole('link', { name: /^Call Tara Sen/ });
    await soon(async () => expect(await call.getAttribute('href')).toMatch(/^tel:\+91\d{10}$/));
    const chat = page.getByRole('link', { name: 'Write to Tara Sen on WhatsApp' });
    await soon(async () => expect(await chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/91\d{10}$/));
    await fitsEveryWidth(page, 'sale-paid');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(`**/dashboard?search=${encodeURIComponent(person.email)}`);
    await eventually('the row has the focus', () =>
      opener.evaluate((each) => each === each.ownerDocument.activeElement),
    );
  });

  it('a refund is asked for there, and its money and history follow', async () => {
    const sale = await on.paid('gold', { customerData: somebody('Nina Paul') });
    await on.refundsOn();
    const { page } = await seller(on, `/sales/${sale.paymentId}`, PHONE);
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Process Refund' });
    await dialog.getByLabel('Refund Amount').fill('1000');
    await dialog.getByLabel('Refund Reason').fill('Changed their mind');
    await dialog.getByRole('button', { name: /^Process Refund/ }).click();
    const money = page.getByRole('region', { name: 'Money' });
    await money.getByText('Refund on its way').waitFor();
    await page.getByRole('region', { name: 'What happened' }).getByText('Refund requested').waitFor();
  });

  it('a question that fails after a later one was answered does not call the screen out of date', async () => {
    const link = await on.link('silver');
    const { page } = await on.visitorAs(on.priya, `/sales/${link.paymentId}`, { allow: [/ERR_FAILED/] });
    await heading(page, MESSAGES.desk.title(link.data.customer.name));
    const isQuestion = new RegExp(`${API.desk(link.paymentId)}$`);
    let held: Route | undefined;
    await page.route(isQuestion, (route) => {
      if (held) return route.continue();
      held = route;
      return undefined;
    });
    await eventually('the page asks', async () => held !== undefined);
    await on.settle(link.paymentId);
    await heading(page, MESSAGES.desk.paidBy(link.data.customer.name));
    await (held as Route | undefined)?.abort();
    await page.getByRole('region', { name: 'What happened' }).getByText('Payment Completed').first().waitFor();
    expect(await page.getByText('This screen may be out of date').count()).toBe(0);
  });

  it('what it asks by itself does not keep the session alive; what is pressed does', async () => {
    const allow = [/ERR_FAILED/];
    const { page, context } = await on.visitorAs(on.priya, '/customer-form', { ...LAPTOP, allow });
    const earlier = idOf(await sell(page, somebody('Sana Earlier')));
    await nextCustomer(page).click();
    await createButton(page).waitFor();
    const asked: { path: string; isBackground: boolean }[] = [];
    context.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (OWN_QUESTIONS.test(path)) asked.push({ path, isBackground: request.headers()['x-background'] === '1' });
    });
    const latest = idOf(await sell(page, somebody('Tina Latest')));
    const asksFor = (path: string) => eventually(path, async () => asked.some((each) => each.path === path));
    await asksFor(API.desk(earlier));
    await asksFor(API.desk(latest));
    expect(asked.filter(({ isBackground }) => !isBackground)).toEqual([]);

    const isQuestion = new RegExp(`${API.desk(latest)}$`);
    await page.route(isQuestion, (route) => route.abort());
    await sees(page, 'This screen may be out of date', LATER_MS);
    const pressed = page.waitForRequest(
      (request) => isQuestion.test(request.url()) && !request.headers()['x-background'],
    );
    await page.getByRole('button', { name: 'Retry' }).click();
    await pressed;
  });

  it('opened from nowhere, it leads home', async () => {
    const { paymentId } = await on.link('silver');
    const { page } = await seller(on, `/sales/${paymentId}`);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/dashboard');
  });
});
