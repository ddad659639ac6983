import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCatalogue, tierBody } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { linkBody, type Tier } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, endUpgrade, payAt, tokenOf } from '../support/upgrades.js';

/** Before a sale: the form offers an upgrade of a token that the person holds only where a link for it can be made. */
describe('to which tiers a held token can be upgraded', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let people = 0;
  let versions = 0;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
    await version();
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  /** A version that says the same as one before is none. */
  const version = (changes: Parameters<typeof makeCatalogue>[2] = {}) => {
    versions += 1;
    return makeCatalogue(test, admin, { ...changes, platinum: { description: `version ${versions}` } });
  };
  const holder = async (tier: Tier = 'gold') => {
    people += 1;
    const customerData = { name: 'Meera Nair', email: `meera${people}@example.com` };
    const { body } = await seller.post('/api/payments/create-link', linkBody(tier, { customerData }));
    const paymentId = body.data.paymentId as string;
    await payAsCustomer(test, paymentId);
    return { paymentId, customerData };
  };
  /** Of each token that the person holds: its number's series, and the tiers. */
  const told = async ({ customerData }: { customerData: { email: string } }, client = seller) => {
    const look = `/api/payments/open-links?tokenType=platinum&email=${customerData.email}`;
    const { body, status, text } = await client.get(look);
    expect([status, text]).toEqual([200, text]);
    const held = body.data.heldTokens as { tokenNumber: string; upgradeTo?: string[] }[];
    return held.map(({ tokenNumber, upgradeTo }) => [tokenNumber.slice(0, 2), upgradeTo]);
  };

  const VILLA = tierBody('villa', 'platinum', '250000', 'VI');

  it.each<[string, Parameters<typeof version>[0], Tier, string[] | undefined]>([
    ['gold, as the first version says', {}, 'gold', ['platinum']],
    ['silver, as the first version says', {}, 'silver', undefined],
    ['platinum', {}, 'platinum', undefined],
    ['gold with its path closed', { goldToPlatinum: 'off' }, 'gold', undefined],
    ['gold for a price of its own', { goldToPlatinum: '30000' }, 'gold', ['platinum']],
    ['silver with a path', { silverToGold: 'difference' }, 'silver', ['gold']],
    [
      'gold with two paths of a kind',
      { more: [VILLA], paths: [{ from: 'gold', to: 'villa', price: 'difference' }] },
      'gold',
      ['platinum', 'villa'],
    ],
  ])('%s', async (_case, changes, tier, expected) => {
    const person = await holder(tier);
    await version(changes);
    const [found] = await told(person);
    expect(found?.[1]).toEqual(expected);
    // The answer is the same for a colleague.
    expect(await told(person, await test.staff(OTHER_SALES))).toEqual([found]);
  });

  it('none while a link waits, and again once it has failed', async () => {
    const person = await holder();
    const upgradeId = await createUpgrade(seller, person.paymentId);
    expect(await told(person)).toEqual([['GO', undefined]]);
    await endUpgrade(test, upgradeId);
    expect(await told(person)).toEqual([['GO', ['platinum']]]);
  });

  it('none of a token that an upgrade made', async () => {
    const person = await holder();
    const upgradeId = await createUpgrade(seller, person.paymentId);
    await payAt(test, upgradeId);
    expect((await tokenOf(test, upgradeId))?.number).toMatch(/^PL-/);
    expect(await told(person)).toEqual([['PL', undefined]]);
  });

  it('none while a part of its money is given back', async () => {
    const person = await holder();
    expect((await refund(admin, person.paymentId, 100)).status).toBe(200);
    expect(await told(person)).toEqual([['GO', undefined]]);
  });
});
