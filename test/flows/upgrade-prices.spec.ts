import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCatalogue } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { payAsCustomer } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt, upgradeTokens } from '../support/upgrades.js';

const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** Gold costs ₹51,000 and platinum ₹1,00,000 throughout. */
describe('what an upgrade costs', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  beforeEach(async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  let versions = 0;
  /** A version that says the same as one before is none. */
  const asks = (price: string) => {
    versions += 1;
    return makeCatalogue(test, admin, { goldToPlatinum: price, silver: { description: `version ${versions}` } });
  };
  const gold = async (): Promise<string> => {
    const { paymentId } = await createLink(seller, 'gold');
    await payAsCustomer(test, paymentId);
    return paymentId;
  };
  const shown = async (upgradeId: string, language = 'en') =>
    wordsOf((await test.client().get(`/upgrade/${upgradeId}?lang=${language}`)).text);

  describe('is explained to the customer', () => {
    const ofDifference = ['Platinum token ₹1,00,000', 'Paid for Gold − ₹51,000', 'Difference ₹49,000'];

    it('as the rest of the higher price where the path asks for the difference', async () => {
      await asks('difference');
      const { availableUpgrades } = await upgradeTokens(seller, await gold());
      expect(availableUpgrades.map((each) => [each.upgradeAmount, each.isDifference])).toEqual([[49_000, true]]);
      const words = await shown(await createUpgrade(seller, await gold()));
      for (const line of ofDifference) expect(words).toContain(line);
      expect(words).not.toContain('Price of the upgrade');
    });

    it.each([
      ['en', 'Price of the upgrade ₹30,000', ['Difference', 'Paid for Gold']],
      ['hi', 'अपग्रेड की कीमत ₹30,000', ['अंतर', 'के लिए दी गई राशि']],
    ])(
      'as a price where the path has one of its own, without a price that no tier has (%s)',
      async (language, line, absent) => {
        await asks('30000');
        const token = await gold();
        const { availableUpgrades } = await upgradeTokens(seller, token);
        expect(availableUpgrades.map((each) => [each.upgradeAmount, each.isDifference])).toEqual([[30_000, false]]);
        const id = await createUpgrade(seller, token);
        const open = await shown(id, language);
        await payAt(test, id);
        for (const words of [open, await shown(id, language)]) {
          expect(words).toContain(line);
          for (const other of ['₹81,000', ...absent]) expect(words).not.toContain(other);
        }
      },
    );

    it('by the version of its link, whatever a later one asks for', async () => {
      await asks('30000');
      const own = await createUpgrade(seller, await gold());
      await asks('difference');
      const rest = await createUpgrade(seller, await gold());
      await asks('35000');
      expect(await shown(own)).toContain('Price of the upgrade ₹30,000');
      for (const line of ofDifference) expect(await shown(rest)).toContain(line);
    });
  });
});
