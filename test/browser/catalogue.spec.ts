import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { CatalogueSettings, NewCatalogueTier } from '../../src/contracts/catalogue.js';
import { CATALOGUE_PATH } from '../support/catalogue.js';
import { WAITING_MESSAGES as WORDS } from '../../src/contracts/messages-waiting.js';
import { WAITING_DIALOG_MESSAGES as ASKS } from '../../src/contracts/messages-waiting-dialogs.js';
import { expectAccessible, screenshot } from '../support/browser.js';
import { createButton, fillCustomer, type Person, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { ADMIN, heading, refusal, says, sees, soon } from './steps.js';
import { formIsReady, installed, LOST, strip } from './waiting-steps.js';

/** In pictures at each width, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('the catalogue in the browser', () => {
  // A version holds for every later link of a product and cannot be taken back.
  const on = stage({ isOwn: true });

  it('an admin sees what a new version changes, makes it, and sellers sell by it', async () => {
    await on.link('gold', { customerData: { name: 'Asha Rao', email: 'asha@example.com' } });
    const page = await on.admin('/admin/project', { allow: [refusal(422, CATALOGUE_PATH)] });
    await page.getByRole('link', { name: 'Catalogue' }).click();
    await heading(page, 'Catalogue');
    await sees(page, 'Version 1');
    await sees(page, 'Upgrade from gold to platinum for the difference');
    await pictures(page, 'catalogue');

    await page.getByRole('button', { name: 'New version' }).click();
    await page.getByLabel('Gold: price (₹)').fill('free');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Enter a price from ₹1');
    await page.getByLabel('Gold: price (₹)').fill('55000');
    await page.getByLabel('Silver: is it sold?').selectOption('no');
    await page.getByLabel('Silver to gold').selectOption('difference');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Gold: price: ₹51,000 → ₹55,000');
    await sees(page, 'Silver: sold: yes → no');
    await sees(page, 'Upgrade from silver to gold: not possible → for the difference');
    await sees(page, /open links? keep/);
    await expectAccessible(page);
    await pictures(page, 'catalogue-form');
    await page.getByRole('button', { name: 'Make the version' }).click();
    await says(page, 'Version 2 has been made');
    await sees(page, '₹55,000');
    await expectAccessible(page);

    const form = await on.admin('/customer-form');
    await sees(form, '₹55,000');
    expect(await form.getByText('Silver', { exact: true }).count()).toBe(0);
  });

  it('an admin whose form is older than another admin’s version sees both, and takes nothing back unseen', async () => {
    const page = await on.admin('/admin/catalogue', { allow: [refusal(409, CATALOGUE_PATH)] });
    await page.getByRole('button', { name: 'New version' }).click();
    await page.getByLabel('Platinum: price (₹)').fill('120000');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Version 3 changes');

    const other = await on.program(ADMIN);
    const { base } = (await other.get(CATALOGUE_PATH)).body.data as CatalogueSettings;
    const tiers = base.tiers.map((tier) => (tier.code === 'gold' ? { ...tier, price: '56000' } : tier));
    expect((await other.post(CATALOGUE_PATH, { ...base, tiers })).status).toBe(200);

    await page.getByRole('button', { name: 'Make the version' }).click();
    await sees(page, 'Version 3 was made while you wrote this one');
    await sees(page, '₹56,000');
    expect(await page.getByLabel('Platinum: price (₹)').inputValue()).toBe('120000');
    expect(await page.getByRole('button', { name: 'Make the version' }).count()).toBe(0);
    await expectAccessible(page);
    await pictures(page, 'catalogue-overtaken');
    await page.getByRole('button', { name: 'Keep what I wrote' }).click();
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Version 4 changes');
    await sees(page, 'Gold: price: ₹56,000 → ₹55,000');
    await page.getByLabel('Gold: price (₹)').fill('56000');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Platinum: price: ₹1,00,000 → ₹1,20,000');
    expect(await page.getByText('Gold: price: ₹56,000').count()).toBe(0);
    await page.getByRole('button', { name: 'Make the version' }).click();
    await says(page, 'Version 4 has been made');
  });

  it('a version that was left half written comes back, with what it was written from', async () => {
    const page = await on.admin('/admin/catalogue');
    const open = () => page.getByRole('button', { name: 'New version' }).click();
    const price = page.getByLabel('Platinum: price (₹)');
    await open();
    const shown = await price.inputValue();
    await price.fill('130000');
    await page.getByRole('button', { name: 'Add a tier' }).click();
    const tiers = await page.getByRole('button', { name: /^Take .* out$/ }).count();
    await page.goto('/admin/project');
    await page.goto('/admin/catalogue');
    await open();
    await sees(page, 'What you typed before is back.');
    expect([await price.inputValue(), await page.getByRole('button', { name: /^Take .* out$/ }).count()]).toEqual([
      '130000',
      tiers,
    ]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open();
    expect(await price.inputValue()).toBe(shown);
  });

  it('an admin adds a tier with a code, and sellers sell it by its name', async () => {
    const page = await on.admin('/admin/catalogue', { allow: [refusal(422, CATALOGUE_PATH)] });
    await heading(page, 'Catalogue');
    await page.getByRole('button', { name: 'New version' }).click();
    await page.getByRole('button', { name: 'Add a tier' }).click();
    await page.getByLabel('Tier 4: code').fill('gold');
    await page.getByLabel('Gold: medal').last().selectOption('platinum');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'gold stands there twice');
    await page.getByLabel('Gold: code').fill('villa');
    await page.getByLabel('villa: name').fill('Garden villa');
    await page.getByLabel('villa: price (₹)').fill('250000');
    await page.getByLabel('villa: prefix').fill('vi');
    await page.getByLabel('villa: position').selectOption('1');
    await page.getByLabel('Gold to villa').selectOption('price');
    await page.getByLabel('Gold to villa: price (₹)').fill('190000');
    await page.getByRole('button', { name: 'Take Silver out' }).click();
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await sees(page, 'Tier villa: none → Garden villa, platinum, ₹2,50,000, VI-000001');
    await sees(page, 'Tier silver: Silver, silver, ₹100, SI-000001');
    await sees(page, 'Upgrade from gold to villa: not possible → for ₹1,90,000');
    // The code that was typed first, which another tier has, has taken nothing of that one.
    expect(await page.getByText('Upgrade from gold to platinum:').count()).toBe(0);
    expect(await page.getByLabel('Gold to platinum').count()).toBe(1);
    expect(await page.getByLabel('Silver to gold').count()).toBe(0);
    await expectAccessible(page);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await soon(async () =>
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0),
      );
    }
    await screenshot(page, 'catalogue-tiers');
    await page.getByRole('button', { name: 'Make the version' }).click();
    await says(page, 'has been made');
    await sees(page, 'Garden villa');

    const limits = await on.admin('/admin/project');
    await limits.getByLabel('Garden villa tokens at most').fill('3');
    await limits.getByRole('button', { name: 'Set the limit of villa' }).click();
    await sees(limits, '0 sold, 0 reserved by links, 3 left');

    const form = await on.seller('/customer-form');
    await sees(form, 'Garden villa');
    await sees(form, '3 left');
    expect(await form.getByText('Silver', { exact: true }).count()).toBe(0);
    await form.getByText('Garden villa').click();
    await form.getByLabel('Customer name').fill('Meera Nair');
    await form.getByLabel('Customer email').fill('meera@example.com');
    await screenshot(form, 'sale-of-a-tier');
    await form.getByRole('button', { name: 'Create link for ₹2,50,000' }).click();
    await sees(form, 'Garden villa');
    await sees(form, 'Meera Nair');
    const list = await on.seller('/dashboard');
    await sees(list, 'Garden villa');
    await screenshot(list, 'list-with-a-tier');
  });

  it('what is shared, printed and cancelled of such a tier goes by its name', async () => {
    const { paymentId } = await on.link('platinum', {
      tierCode: 'villa',
      amount: 250_000,
      customerData: { name: 'Kiran Shah', email: 'kiran@example.com' },
    });
    const sale = await on.seller(`/sales/${paymentId}`);
    const whatsApp = await sale.locator('a[href^="https://wa.me/?text="]').first().getAttribute('href');
    expect(new URL(whatsApp ?? '').searchParams.get('text')).toContain('for the Garden villa token of ₹2,50,000');
    const slip = await on.seller(`/payments/${paymentId}/slip`);
    await heading(slip, 'Garden villa token');
    const list = await on.seller('/dashboard');
    await list.getByRole('button', { name: 'More: Kiran Shah' }).click();
    await list.getByRole('menuitem', { name: 'Cancel link' }).click();
    await sees(list, /The Garden villa link of ₹2,50,000 for/);
  });

  it('a link of such a tier whose screen cannot be fetched goes by its name', async () => {
    const page = await on.seller('/customer-form', { allow: [/\/sales\//, /ERR_FAILED/] });
    await page.route('**/sales/*', (route) => route.abort(), { times: 1 });
    await page.getByText('Garden villa').click();
    await page.getByLabel('Customer name').fill('Esha Gupta');
    await page.getByLabel('Customer email').fill('esha@example.com');
    await page.getByRole('button', { name: 'Create link for ₹2,50,000' }).click();
    await sees(page, 'Its screen could not be opened');
    await sees(page, 'Garden villa');
  });

  it('a sale of such a tier waits without a network under its name', async () => {
    const { page, context } = await on.visitorAs(on.priya, '/customer-form', { allow: LOST });
    await formIsReady(page);
    await context.setOffline(true);
    await page.getByText('Garden villa').click();
    await page.getByLabel('Customer name').fill('Dev Anand');
    await page.getByLabel('Customer email').fill('dev@example.com');
    await page.getByRole('button', { name: 'Create link for ₹2,50,000' }).click();
    await strip(page).getByText('Dev Anand, Garden villa ₹2,50,000').waitFor();
    await page.getByRole('button', { name: 'Discard: Dev Anand' }).click();
    await sees(page, ASKS.discard('Garden villa', '₹2,50,000', 'Dev Anand'));
    await page.getByRole('button', { name: /^Discard: ₹2,50,000/ }).click();
    await strip(page).waitFor({ state: 'detached' });
  });

  describe('a version that is made while the form is filled in', () => {
    const make = async (code: string, changed: Partial<NewCatalogueTier>) => {
      const admin = await on.program(ADMIN);
      const { base } = (await admin.get(CATALOGUE_PATH)).body.data as CatalogueSettings;
      const tiers = base.tiers.map((tier) => (tier.code === code ? { ...tier, ...changed } : tier));
      expect((await admin.post(CATALOGUE_PATH, { ...base, tiers })).status).toBe(200);
    };
    const atTheForm = async (person: Person) => {
      const page = await on.seller('/customer-form', { allow: [refusal(400, '/api/payments/create-link')] });
      await fillCustomer(page, person);
      return page;
    };

    it('with another price: the form tells it, and sells by it at the next press', async () => {
      const person = somebody();
      const page = await atTheForm(person);
      await make('gold', { price: '57000' });
      await createButton(page).click();
      await sees(page, 'The price is now ₹57,000. Press again.');
      expect(await page.getByText('does not match').count()).toBe(0);
      expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name);
      await expectAccessible(page);
      await screenshot(page, 'sale-price-changed');
      await page.getByRole('button', { name: 'Create link for ₹57,000' }).click();
      await page.waitForURL(/\/sales\/[a-z0-9]{26}$/);
    });

    it('with another price, in the form without a network: it says why and stays until it is left', async () => {
      const person = somebody();
      const visitor = await installed(on);
      const { page, context } = visitor;
      visitor.allow(refusal(400, '/api/payments/create-link'));
      await context.setOffline(true);
      await page.goto('/customer-form');
      await sees(page, WORDS.isOffline);
      await fillCustomer(page, person);
      await make('gold', { price: '58000' });
      await context.setOffline(false);
      await sees(page, WORDS.isBack);
      await createButton(page).click();
      await sees(page, 'The amount does not match the token price');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Go on online' }).click();
      await page.getByRole('button', { name: 'Create link for ₹58,000' }).waitFor();
      await soon(async () => expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name));
      await createButton(page).click();
      await page.waitForURL(/\/sales\/[a-z0-9]{26}$/);
    });

    it('without the tier: the form says so, and offers what is sold', async () => {
      const person = somebody();
      const page = await atTheForm(person);
      await make('gold', { offered: false });
      await createButton(page).click();
      await sees(page, /not (?:sold|offered)/);
      await page.getByRole('radio', { name: /^Gold/ }).waitFor({ state: 'detached' });
      expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name);
      await page.getByRole('radio', { name: /^Platinum/ }).check();
      await createButton(page).click();
      await page.waitForURL(/\/sales\/[a-z0-9]{26}$/);
    });
  });
});
