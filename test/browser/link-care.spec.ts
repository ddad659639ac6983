import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { GUARD_MESSAGES } from '../../src/contracts/messages-guard.js';
import { inspect } from '../support/browser.js';
import {
  createButton,
  fillCustomer,
  fitsEveryWidth,
  linkOf,
  PHONE,
  sell,
  seller,
  showsCodeOf,
  somebody,
} from './desk-steps.js';
import { stage } from './stage.js';
import { heading, refusal, says, sees, soon } from './steps.js';

const GUARDED = refusal(409, '/api/payments/create-link');

describe('the care of links', () => {
  const on = stage();

  it('a second link for the same person is noticed while typing', async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const person = somebody('Asha Menon');
    const link = await sell(page, person);
    await page.goto('/customer-form');
    await fillCustomer(page, person);
    await sees(page, /^Asha already has an open gold link, made .+ by Priya\.$/);
    await createButton(page).click();
    await sees(page, MESSAGES.form.required('Reason'));
    // Asked for, and not wrong before anybody has typed.
    await soon(async () =>
      expect(await page.getByLabel('Why a second link?').getAttribute('aria-invalid')).not.toBe('true'),
    );
    await fitsEveryWidth(page, 'guard');
    await page.reload();
    await soon(async () => expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name));
    await page.getByRole('link', { name: 'Reopen it' }).click();
    await page.waitForURL(/\/sales\//);
    expect(linkOf(page)).toBe(link);

    await page.goto('/customer-form');
    await fillCustomer(page, person);
    await page.getByRole('button', { name: 'Make a second link' }).click();
    // The reason has the focus once; whoever corrects the name first goes on typing there.
    await page.getByLabel('Why a second link?').and(page.locator(':focus')).waitFor();
    const name = page.getByLabel('Customer name');
    await name.press('End');
    await page.keyboard.type(' Rao');
    await soon(async () => expect(await name.inputValue()).toBe(`${person.name} Rao`));
    await page.getByLabel('Why a second link?').fill('Buys one for the sister');
    await createButton(page).click();
    await page.waitForURL(/\/sales\//);
    expect(linkOf(page)).not.toBe(link);
  });

  it("another seller's open link is told of, and cannot be opened", async () => {
    const person = somebody('Asha Menon');
    const { page: first } = await seller(on, '/customer-form');
    await sell(first, person);
    const { page } = await seller(on, '/customer-form', PHONE, on.rahul);
    await fillCustomer(page, person);
    await sees(page, /^Asha already has an open gold link, made .+ by Priya\.$/);
    await sees(page, GUARD_MESSAGES.anotherSellers);
    await soon(async () => expect(await page.getByRole('link', { name: 'Reopen it' }).count()).toBe(0));
    await inspect(page, 'guard-other-seller');
  });

  it('a token that the person holds is told, with the way to its upgrade', async () => {
    const person = { ...somebody('Asha Menon'), phone: '9812300001' };
    const { tokenNumber } = await on.paid('gold', { customerData: person });
    const { page } = await seller(on, '/customer-form', PHONE);
    await fillCustomer(page, person);
    await page.getByRole('radio', { name: /^Platinum/ }).check();
    await sees(page, new RegExp(`^Asha holds ${tokenNumber}, paid .+, Priya's desk\\.$`));
    await sees(page, GUARD_MESSAGES.upgradeInstead('gold', 'platinum'));
    await page.getByRole('button', { name: 'Sell a second unit' }).click();
    await page.getByLabel('Why a second unit?').waitFor();
    await fitsEveryWidth(page, 'guard-held-token');
    await page.getByRole('link', { name: 'Upgrade it' }).click();
    await page.waitForURL(`/dashboard?search=${tokenNumber}`);
    await sees(page, person.name);
  });

  it('whoever is quicker than the look ahead is stopped by the server in the same way', async () => {
    const visitor = await seller(on, '/customer-form');
    visitor.allow(GUARDED, /open-links/, /ERR_FAILED/);
    const { page } = visitor;
    const person = somebody('Asha Menon');
    await sell(page, person);
    await page.goto('/customer-form');
    await page.route('**/open-links?*', (route) => route.abort());
    await fillCustomer(page, person);
    await createButton(page).click();
    const prompt = page.getByText(/Say why another one is needed\.$/);
    await prompt.waitFor();
    await inspect(page, 'guard-by-server');
    const reason = page.getByLabel('Why a second link?');
    await reason.fill('The first one was for silver');
    await prompt.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sales\//);
  });

  it('a link is cancelled from its row, by name and amount, and comes back', async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const person = somebody('Vani Bhat');
    const link = await sell(page, person);
    await page.goto(`/dashboard?search=${person.email}`);
    await choose(page, person.name, 'Cancel link');
    const dialog = page.getByRole('dialog', { name: 'Cancel link' });
    await dialog.getByLabel('Reason (optional)').fill('Chose another project');
    await fitsEveryWidth(page, 'cancel');
    await dialog.getByRole('button', { name: `Cancel link: ₹51,000 for ${person.name}` }).click();
    await says(page, MESSAGES.link.cancelled(person.name));
    await dialog.waitFor({ state: 'hidden' });
    await sees(page, 'Payment Cancelled');
    const customer = (await on.browser.visitor(PHONE)).page;
    await customer.goto(link);
    await soon(async () => expect(await customer.getByRole('button', { name: /^Pay ₹/ }).count()).toBe(0));

    // Its page has no code, so neither the card nor its menu offers one.
    await soon(async () => expect(await page.getByRole('button', { name: /^Show QR/ }).count()).toBe(0));
    await page.getByRole('button', { name: `More: ${person.name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reissue link' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Show QR' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: `${person.name} (sale)` }).click();
    await sees(page, 'Link cancelled');
    await soon(async () => expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(0));
    await fitsEveryWidth(page, 'desk-cancelled');
    await page.getByRole('button', { name: 'Reissue link' }).click();
    const reissue = page.getByRole('dialog', { name: 'Reissue link' });
    await reissue.getByRole('radio', { name: '7 days' }).check({ force: true });
    await fitsEveryWidth(page, 'reissue');
    await reissue.getByRole('button', { name: 'Reissue link' }).click();
    await says(page, MESSAGES.linkCare.reissued(person.name));
    await sees(page, /^(Not opened|Opened)/);
    expect(await showsCodeOf(page, link)).toBe(true);
    await on.settle(link.split('/').pop() ?? '');
    await sees(page, /^Paid .+ · GO-\d{6}$/);
  });

  it('corrected contact details end on the new link', async () => {
    const visitor = await seller(on, '/customer-form', PHONE);
    const { page } = visitor;
    const person = somebody('Asha Meno');
    const old = await sell(page, person);
    await page.getByRole('button', { name: 'Correct contact details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct contact details' });
    const name = dialog.getByLabel('Customer name');
    await name.waitFor();
    await soon(async () => expect(await name.inputValue()).toBe(person.name));
    await soon(async () => expect(await dialog.getByLabel('Customer email').inputValue()).toBe(person.email));
    await soon(async () => expect(await dialog.getByLabel(/^Mobile/).inputValue()).toBe(person.phone));
    await dialog.getByLabel('Customer email').fill('not an address');
    await dialog.getByRole('button', { name: 'Make the new link' }).click();
    await dialog.getByText(MESSAGES.form.email).waitFor();
    await fitsEveryWidth(page, 'correct');
    await name.fill('Asha Menon');
    await dialog.getByLabel('Customer email').fill(person.email.replace('desk', 'right'));
    const sent = page.waitForRequest('**/correct-contact');
    await dialog.getByRole('button', { name: 'Make the new link' }).click();
    // A number that nobody has touched may be that of somebody else than the corrected person.
    expect(Object.keys((await sent).postDataJSON())).toEqual(['name', 'email']);
    await heading(page, MESSAGES.desk.title('Asha Menon'));
    expect(linkOf(page)).not.toBe(old);
    expect(await showsCodeOf(page, linkOf(page))).toBe(true);
    await page.goto(old.replace('/payment/', '/sales/'));
    await sees(page, 'Replaced by a new link');
    await soon(async () => expect(await page.getByRole('button', { name: 'Reissue link' }).count()).toBe(0));
    const customer = (await on.browser.visitor(PHONE)).page;
    await customer.goto(old);
    await soon(async () => expect(await customer.getByRole('button', { name: /^Pay ₹/ }).count()).toBe(0));
  });

  it('rows say whether the link was opened; what ends today is filtered out by a chip that stays in the address', async () => {
    const { page } = await seller(on, '/customer-form');
    const early = somebody('Early Kumar');
    await page.getByRole('radio', { name: '4 hours', exact: true }).check({ force: true });
    await sell(page, early);
    await page.goto('/customer-form');
    // The time of the last link is remembered; this one lives a week.
    await soon(async () =>
      expect(await page.getByRole('radio', { name: '4 hours', exact: true }).isChecked()).toBe(true),
    );
    const later = somebody('Later Kumar');
    await page.getByRole('radio', { name: '7 days' }).check({ force: true });
    const link = await sell(page, later);
    const customer = (await on.browser.visitor(PHONE)).page;
    await customer.goto(link);
    await page.goto('/dashboard?search=Kumar');
    const row = page.getByRole('row').filter({ hasText: later.name });
    await row.getByText(/^Opened \d/).waitFor();
    await page.getByRole('button', { name: 'Expires today' }).click();
    await page.waitForURL(/expires=today/);
    await row.waitFor({ state: 'hidden' });
    await page.reload();
    await soon(async () =>
      expect(await page.getByRole('button', { name: 'Expires today' }).getAttribute('aria-pressed')).toBe('true'),
    );
    await soon(async () => expect(await row.count()).toBe(0));
    await inspect(page, 'expires-today');
    await page.getByRole('button', { name: 'Expires today' }).click();
    await row.waitFor();
  });

  async function choose(page: Page, name: string, item: string): Promise<void> {
    await page.getByRole('button', { name: `More: ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
});
