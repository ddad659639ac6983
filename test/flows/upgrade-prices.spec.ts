import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCatalogue, tierBody } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { payAsCustomer } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, GOLD_TO_PLATINUM, payAt, upgradeTokens } from '../support/upgrades.js';

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

  describe('is what the request names', () => {
    const VILLA = tierBody('villa', 'platinum', '120000', 'VL');
    const toVilla = { goldToPlatinum: 'off', more: [VILLA], paths: [{ from: 'gold', to: 'villa', price: '49000' }] };
    const ask = (token: string, more: Record<string, unknown>, key?: string) =>
      seller.post(
        `/api/payments/${token}/create-upgrade-link`,
        { ...GOLD_TO_PLATINUM, ...more },
        key === undefined ? {} : { 'idempotency-key': key },
      );
    const madeOf = async (token: string) => {
      const { allUpgradeTokens } = await upgradeTokens(seller, token);
      return allUpgradeTokens
        .filter((each) => each.upgradeStatus !== 'available')
        .map((each) => [each.toTierCode, each.upgradeAmount]);
    };

    beforeEach(() => asks('49000'));

    it.each<[string, Record<string, unknown>, [number, string?]]>([
      ['the price of now', { amount: 49_000 }, [201]],
      ['the price of now as text', { amount: '49000.00' }, [201]],
      ['no price', {}, [201]],
      ['null for a price', { amount: null }, [201]],
      ['one paisa less', { amount: 48_999.99 }, [400, 'AMOUNT_MISMATCH']],
      ['one paisa more', { amount: 49_000.01 }, [400, 'AMOUNT_MISMATCH']],
      ['nothing to pay', { amount: 0 }, [400, 'AMOUNT_MISMATCH']],
      ['the price of the higher tier', { amount: 1_00_000 }, [400, 'AMOUNT_MISMATCH']],
      ['what is no amount', { amount: 'much' }, [400, 'VALIDATION_FAILED']],
      ['a negative amount', { amount: -49_000 }, [400, 'VALIDATION_FAILED']],
    ])('%s', async (_case, more, [status, error]) => {
      const token = await gold();
      const reply = await ask(token, more);
      expect([reply.status, reply.body.error]).toEqual([status, error]);
      expect(await madeOf(token)).toEqual(status === 201 ? [['platinum', 49_000]] : []);
    });

    it('or no link: a price that has changed since is told, and the next press under the same key makes one', async () => {
      const token = await gold();
      await asks('69000');
      const refused = await ask(token, { amount: 49_000 }, `key-${token}`);
      expect([refused.status, refused.body.message]).toEqual([400, 'This upgrade costs ₹69,000 now.']);
      expect(await madeOf(token)).toEqual([]);
      expect((await ask(token, { amount: 69_000 }, `key-${token}`)).status).toBe(201);
      expect(await madeOf(token)).toEqual([['platinum', 69_000]]);
    });

    it('or no link: for the same price no other tier of the medal is taken', async () => {
      const token = await gold();
      await makeCatalogue(test, admin, toVilla);
      const refused = await ask(token, { toTierCode: 'platinum', amount: 49_000 });
      expect([refused.status, refused.body.error, refused.body.message]).toEqual([
        400,
        'UPGRADE_NOT_AVAILABLE',
        'The catalogue in force does not offer this upgrade.',
      ]);
      expect(await madeOf(token)).toEqual([]);
    });

    it('is not asked where a link waits or the token was upgraded: the answer is as ever', async () => {
      const token = await gold();
      const id = await createUpgrade(seller, token);
      await asks('69000');
      expect((await ask(token, { amount: 49_000 })).body.error).toBe('UPGRADE_PENDING');
      await payAt(test, id);
      expect((await ask(token, { amount: 49_000 })).body.error).toBe('ALREADY_UPGRADED');
    });
  });
});
