import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { catalogueBody, CATALOGUE_PATH, tierBody } from '../support/catalogue.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { GUARD_MESSAGES } from '../../src/contracts/messages-guard.js';
import { fillCustomer, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { ADMIN, refusal, sees, soon } from './steps.js';

const ASKED = /\/create-upgrade-link$/;
/** A tier with platinum's medal, which costs as much more than gold as the path of the first version. */
const VILLA = tierBody('villa', 'platinum', '120000', 'VL', { name: 'Garden villa' });
const TO_VILLA = { goldToPlatinum: 'off', more: [VILLA], paths: [{ from: 'gold', to: 'villa', price: '49000' }] };

describe('the price of an upgrade in the browser', () => {
  // A version holds for every later link of a product and cannot be taken back.
  const on = stage({ isOwn: true });

  const make = async (changes: Parameters<typeof catalogueBody>[0]) => {
    const admin = await on.program(ADMIN);
    const body = catalogueBody({ effectiveFrom: istDayOf(new Date()), ...changes });
    const { status, text } = await admin.post(CATALOGUE_PATH, body);
    expect([status, text]).toEqual([200, text]);
  };
  /** The dialog of a gold token that has just been sold. */
  const opened = async () => {
    const { data, tokenNumber, paymentId } = await on.paid();
    const name = data.customer.name as string;
    const page = await on.seller(`/dashboard?search=${tokenNumber}`, {
      allow: [refusal(400, `/api/payments/${paymentId}/create-upgrade-link`)],
    });
    await page.getByRole('button', { name: `More: ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Upgrade to Platinum' }).click();
    const made = async () => {
      const { body } = await (await on.program()).get(`/api/payments/${paymentId}/upgrade-tokens`);
      const all = body.data.allUpgradeTokens as { upgradeStatus: string; toTierCode: string; upgradeAmount: number }[];
      return all
        .filter(({ upgradeStatus }) => upgradeStatus === 'pending')
        .map(({ toTierCode, upgradeAmount }) => [toTierCode, upgradeAmount]);
    };
    return { page, name, made };
  };
  const press = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  it('another one than the button named makes no link: the dialog says it, and offers the price of now', async () => {
    const { page, name, made } = await opened();
    await sees(page, /pays the difference of ₹49,000 on a payment link of its own/);
    await make({ goldToPlatinum: '69000' });
    await press(page, `Create upgrade link: ₹49,000 for ${name}`);
    await sees(page, 'This upgrade costs ₹69,000 now.');
    expect(await made()).toEqual([]);
    await sees(page, /pays ₹69,000 on a payment link of its own/);
    await expectAccessible(page);
    await inspect(page, 'upgrade-price-changed');
    await press(page, `Create upgrade link: ₹69,000 for ${name}`);
    await sees(page, `To platinum for ₹69,000. Share it with ${name}.`);
    expect(await made()).toEqual([['platinum', 69_000]]);
  });

  it('for the same price no other tier is taken than the button named', async () => {
    await make({ goldToPlatinum: '49000' });
    const { page, name, made } = await opened();
    await sees(page, /becomes platinum and gets a new number/);
    await make(TO_VILLA);
    await press(page, `Create upgrade link: ₹49,000 for ${name}`);
    await sees(page, 'The catalogue in force does not offer this upgrade.');
    expect(await made()).toEqual([]);
    await sees(page, /becomes Garden villa and gets a new number/);
    await press(page, `Create upgrade link: ₹49,000 for ${name}`);
    await sees(page, `To Garden villa for ₹49,000. Share it with ${name}.`);
    expect(await made()).toEqual([['villa', 49_000]]);
  });

  it('before a sale the form speaks of an upgrade only where the catalogue has the path', async () => {
    await make({ goldToPlatinum: 'off', silverToGold: '30000' });
    const sellingTo = async (held: 'gold' | 'silver', wanted: RegExp) => {
      const customerData = somebody();
      await on.paid(held, { customerData });
      const page = await on.seller('/customer-form');
      await fillCustomer(page, customerData);
      await page.getByRole('radio', { name: wanted }).check();
      return page;
    };
    const closed = await sellingTo('gold', /^Platinum/);
    await sees(closed, GUARD_MESSAGES.secondUnit);
    await closed.getByRole('link', { name: 'Show it' }).waitFor();
    expect(await closed.getByText('becomes platinum').count()).toBe(0);
    const open = await sellingTo('silver', /^Gold/);
    await sees(open, 'By an upgrade the silver token becomes gold. A second unit is sold only with a reason.');
    await open.getByRole('link', { name: 'Upgrade it' }).waitFor();
    await expectAccessible(open);
  });

  it('an instance of the release before, which knows neither tier nor price, still makes the link', async () => {
    await make({ silver: { description: 'for the difference again' } });
    const { page, name, made } = await opened();
    const bodies: unknown[] = [];
    await page.route(ASKED, (route) => {
      const body = route.request().postDataJSON() as object;
      bodies.push(body);
      if (!('amount' in body)) return route.continue();
      const details = { amount: 'is not a known field' };
      const json = { success: false, error: 'VALIDATION_FAILED', message: 'The request could not be read.', details };
      return route.fulfill({ status: 400, json });
    });
    await press(page, `Create upgrade link: ₹49,000 for ${name}`);
    await sees(page, `To platinum for ₹49,000. Share it with ${name}.`);
    await soon(async () => expect(await made()).toEqual([['platinum', 49_000]]));
    expect(bodies).toEqual([
      { upgradeType: 'gold_to_platinum', toTierCode: 'platinum', amount: 49_000 },
      { upgradeType: 'gold_to_platinum' },
    ]);
  });
});
