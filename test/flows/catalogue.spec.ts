import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { istWeekday } from '../../src/domain/calendar/ist-time.js';
import { CATALOGUE_PATH, catalogueBody, insertProject, makeCatalogue } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { ANY_AMOUNT, payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { createLink, linkBody, type Link, statusOf } from '../support/sales.js';
import { moveToProject } from '../support/projects.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { endUpgrade, payAt, payOn, reset, reviewOf, tokenOf, upgradeTokens } from '../support/upgrades.js';

const SILVER_PATHS = { silverToGold: 'difference', silverToPlatinum: 'difference' };

describe('versions of a catalogue', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  const pay = (link: Pick<Link, 'paymentId'>) => payAsCustomer(test, link.paymentId);
  const upgrade = (paymentId: string, upgradeType: string) =>
    seller.post(`/api/payments/${paymentId}/create-upgrade-link`, { upgradeType });
  const createdUpgrade = async (paymentId: string, upgradeType: string): Promise<string> => {
    const { status, body, text } = await upgrade(paymentId, upgradeType);
    if (status !== 201) throw new Error(`create-upgrade-link answered ${status}: ${text}`);
    return body.data.upgradePaymentId as string;
  };
  const versionOf = async (paymentId: string) =>
    Number(
      (
        await query<{ v: number }>(test, 'SELECT catalogue_version_id AS v FROM payments WHERE public_id = ?', [
          paymentId,
        ])
      )[0]?.v,
    );
  const moveTo = (paymentId: string, projectId: number, versionId: number) =>
    moveToProject(test, paymentId, projectId, versionId);

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  it('begins with one that says what the constants said', async () => {
    const { body } = await admin.get(CATALOGUE_PATH);
    expect(body.data.versions).toEqual([
      expect.objectContaining({
        number: 1,
        state: 'in-force',
        createdBy: null,
        paths: [{ from: 'gold', to: 'platinum', price: null }],
      }),
    ]);
    expect(
      (body.data.versions[0].tiers as { name: string; price: number; prefix: string }[]).map((t) => [
        t.name,
        t.price,
        t.prefix,
      ]),
    ).toEqual([
      ['Gold', 51000, 'GO'],
      ['Silver', 100, 'SI'],
      ['Platinum', 100000, 'PL'],
    ]);
    const silver = await createLink(seller, 'silver');
    await pay(silver);
    expect(await upgrade(silver.paymentId, 'silver_to_gold')).toMatchObject({
      status: 400,
      body: { error: 'UPGRADE_NOT_AVAILABLE' },
    });
    expect((await test.client().get(`/upgrade/${silver.paymentId}`)).status).toBe(404);
    expect((await tokenOf(test, silver.paymentId))?.number).toBe('SI-000001');
  });

  it('is checked before it is made, and made once', async () => {
    const today = istDayOf(test.clock.now());
    const body = catalogueBody({ effectiveFrom: addDays(today, 30), gold: { price: '60000' } });
    const dry = await admin.post(CATALOGUE_PATH, { ...body, dryRun: true });
    expect(dry.body.data.created).toMatchObject({
      number: 2,
      isNew: true,
      changes: [{ what: 'Gold: price', from: '₹51,000', to: '₹60,000' }],
    });
    expect(dry.body.data.versions).toHaveLength(1);
    expect(await admin.post(CATALOGUE_PATH, catalogueBody({ gold: { price: 'free' } }))).toMatchObject({
      status: 422,
      body: { error: 'FIELD_ERRORS', details: { 'gold.price': expect.any(String) } },
    });
    expect(await admin.post(CATALOGUE_PATH, { ...body, effectiveFrom: addDays(today, -1) })).toMatchObject({
      status: 422,
      body: { details: { effectiveFrom: 'The first day cannot be in the past' } },
    });
    expect((await seller.post(CATALOGUE_PATH, body)).status).toBe(403);
  });

  it('a change of prices leaves an open link alone, and holds for the next', async () => {
    const old = await createLink(seller, 'gold');
    const waiting = await createLink(seller, 'gold');
    const number = await makeCatalogue(test, admin, {
      gold: { price: '55000', name: 'Founder' },
      order: ['gold', 'platinum', 'silver'],
      ...SILVER_PATHS,
    });
    expect(number).toBe(2);
    const again = await admin.post(CATALOGUE_PATH, {
      ...catalogueBody({
        effectiveFrom: istDayOf(test.clock.now()),
        gold: { price: '55000', name: 'Founder' },
        order: ['gold', 'platinum', 'silver'],
        ...SILVER_PATHS,
      }),
    });
    expect(again.body.data.created).toMatchObject({ number: 2, isNew: false });

    // Sales pages and the check of the amount go by the version in force.
    const refused = await seller.post('/api/payments/create-link', linkBody('gold'));
    expect([refused.status, refused.body.error]).toEqual([400, 'AMOUNT_MISMATCH']);
    const fresh = await createLink(seller, 'gold', { amount: 55000 });
    expect([await versionOf(old.paymentId), await versionOf(fresh.paymentId)]).toEqual([1, 2]);
    const shown = await test.client().get(`/api/payments/${fresh.paymentId}`);
    expect([shown.body.data.amount, shown.body.data.tokenLabel]).toEqual([55000, 'Founder']);
    const before = await test.client().get(`/api/payments/${old.paymentId}`);
    expect([before.body.data.amount, before.body.data.tokenLabel]).toEqual([51000, 'Gold']);

    // The old link is paid at its own price, also when its contact was corrected or its link made anew.
    await pay(old);
    const corrected = await seller.post(`/api/payments/${waiting.paymentId}/correct-contact`, {
      name: 'Corrected Person',
      email: 'corrected@example.com',
    });
    expect([corrected.body.data.amount, await versionOf(corrected.body.data.paymentId as string)]).toEqual([51000, 1]);
    test.clock.advance(80 * 3_600_000);
    seller = await test.staff(SALES);
    const reissued = await seller.post(`/api/payments/${corrected.body.data.paymentId}/reissue-link`);
    expect([reissued.status, await versionOf(corrected.body.data.paymentId as string)]).toEqual([200, 1]);
    await payAsCustomer(test, corrected.body.data.paymentId as string);
    expect(await statusOf(test.client(), old.paymentId)).toBe('completed');

    // The difference is what is missing to the price of today.
    const { availableUpgrades } = await upgradeTokens(await test.staff(SALES), old.paymentId);
    expect(availableUpgrades.map((each) => [each.upgradeType, each.upgradeAmount])).toEqual([
      ['gold_to_platinum', 49000],
    ]);
  });

  it('a tier that is not offered, or not on this day, is not sold', async () => {
    const today = istDayOf(test.clock.now());
    await makeCatalogue(test, admin, {
      silver: { offered: false },
      gold: { saleFrom: addDays(today, 1) },
      platinum: { saleTo: today },
      ...SILVER_PATHS,
    });
    const refusals = [];
    for (const type of ['silver', 'gold'] as const) {
      const { status, body } = await seller.post('/api/payments/create-link', linkBody(type));
      refusals.push([status, body.error, body.message]);
    }
    expect(refusals).toEqual([
      [400, 'TIER_NOT_SOLD', 'Silver tokens are not sold'],
      [400, 'TIER_NOT_SOLD', `Gold tokens are sold from ${istWeekday(addDays(today, 1))} on`],
    ]);
    await createLink(seller, 'platinum');
    const page = await seller.get('/customer-form');
    expect(page.text).toContain('"label":"Platinum"');
    expect(page.text).not.toContain('"label":"Silver"');
  });

  describe('a path from silver to gold', () => {
    beforeEach(async () => {
      await makeCatalogue(test, admin, {
        ...SILVER_PATHS,
        silver: { description: String(test.clock.now().getTime()) },
      });
    });

    const sold = async () => {
      const silver = await createLink(seller, 'silver');
      await pay(silver);
      return silver.paymentId;
    };

    it('gives the token of the path, once, and its refund gives the first one back', async () => {
      const source = await sold();
      const { availableUpgrades } = await upgradeTokens(seller, source);
      expect(availableUpgrades.map((each) => [each.upgradeType, each.upgradeAmount])).toEqual([
        ['silver_to_gold', 50900],
        ['silver_to_platinum', 99900],
      ]);
      const upgraded = await createdUpgrade(source, 'silver_to_gold');
      expect(await upgrade(source, 'silver_to_platinum')).toMatchObject({
        status: 409,
        body: { error: 'UPGRADE_PENDING' },
      });
      const page = await test.client().get(`/upgrade/${upgraded}`);
      expect(page.text).toContain('Upgrade to Gold');
      await payAt(test, upgraded);
      expect((await tokenOf(test, upgraded))?.number).toMatch(/^GO-/);
      expect((await tokenOf(test, source))?.status).toBe('upgraded');
      const history = await seller.get(
        `/api/payments/token/${(await tokenOf(test, upgraded))?.number}/upgrade-history`,
      );
      expect(history.body.data.upgradeHistory).toEqual([
        expect.objectContaining({ upgradeFrom: 'silver', upgradeTo: 'gold', upgradeType: 'silver_to_gold' }),
      ]);
      expect(await upgrade(source, 'silver_to_platinum')).toMatchObject({ body: { error: 'ALREADY_UPGRADED' } });
      // A token that an upgrade made is not upgraded again.
      expect(await upgrade(upgraded, 'gold_to_platinum')).toMatchObject({ body: { error: 'UPGRADE_NOT_AVAILABLE' } });
      // The first payment is refunded only after its upgrade is.
      expect(await refund(admin, source, ANY_AMOUNT)).toMatchObject({ body: { error: 'TOKEN_UPGRADED' } });
      expect((await refund(admin, upgraded, 50900)).status).toBe(200);
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(3_600_000);
      await test.poll();
      await test.settle();
      expect([(await tokenOf(test, source))?.status, (await tokenOf(test, upgraded))?.status]).toEqual([
        'active',
        'void',
      ]);
    });

    it('late money after a refund of the silver token is returned, and gives no token', async () => {
      const source = await sold();
      const { upgradeId, page } = await endUpgrade(test, await createdUpgrade(source, 'silver_to_gold'));
      expect((await reset(seller, source)).status).toBe(200);
      expect((await refund(admin, source, 50)).status).toBe(200);
      await payOn(test, page);
      await test.poll();
      await test.settle();
      expect(await tokenOf(test, upgradeId)).toBeNull();
      expect(await reviewOf(test, upgradeId)).toBe('upgrade_source_refunded');
      const shown = await test.client().get(`/api/payments/${upgradeId}`);
      expect(shown.body.data.returning.text).toContain('so no gold token was issued for it');
    });

    it('a link is paid after its path was closed', async () => {
      const source = await sold();
      const upgraded = await createdUpgrade(source, 'silver_to_gold');
      await makeCatalogue(test, admin, { goldToPlatinum: 'off', silver: { description: `closed ${source}` } });
      const { allUpgradeTokens, availableUpgrades } = await upgradeTokens(seller, source);
      expect([allUpgradeTokens.map((each) => each.upgradeStatus), availableUpgrades]).toEqual([['pending'], []]);
      await payAt(test, upgraded);
      expect((await tokenOf(test, source))?.status).toBe('upgraded');
      expect(await reviewOf(test, upgraded)).toBeNull();
      expect(await upgrade(await sold(), 'silver_to_gold')).toMatchObject({ body: { error: 'UPGRADE_NOT_AVAILABLE' } });
    });
  });

  describe('another project', () => {
    it('has series of its own, whose prefix no other has', async () => {
      await insertProject(test, 2, 'meadows');
      const settings = await admin.get('/api/admin/projects/meadows/catalogue');
      expect(settings.body.data.versions).toEqual([]);
      const taken = await admin.post(
        '/api/admin/projects/meadows/catalogue',
        catalogueBody({ effectiveFrom: istDayOf(test.clock.now()) }),
      );
      expect(taken).toMatchObject({
        status: 422,
        body: { details: { 'gold.prefix': 'GO is the number series of another project or tier' } },
      });
      const own = { gold: { prefix: 'MG', width: 4 }, silver: { prefix: 'MS' }, platinum: { prefix: 'MP' } };
      expect(await makeCatalogue(test, admin, own, 'meadows')).toBe(1);
      const [row] = await query<{ id: number }>(test, 'SELECT id FROM catalogue_versions WHERE project_id = 2');
      await makeCatalogue(test, admin, {});
      const links = [await createLink(seller, 'gold'), await createLink(seller, 'gold')];
      for (const { paymentId } of links) await moveTo(paymentId, 2, Number(row?.id));
      // Two completions in one series at the same time.
      await Promise.all(links.map((link) => payAsCustomer(test, link.paymentId)));
      const numbers = await Promise.all(links.map(async ({ paymentId }) => (await tokenOf(test, paymentId))?.number));
      expect(new Set(numbers)).toEqual(new Set(['MG-0001', 'MG-0002']));
      expect((await seller.get('/api/sales-manager/dashboard?search=MG-0002')).body.data.pagination.totalCount).toBe(1);
    });
  });
});

describe('versions in the database', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterAll(() => test.close());

  it.each([
    "UPDATE catalogue_versions SET effective_from = '2026-01-01'",
    'UPDATE catalogue_tiers SET price = 1',
    'DELETE FROM catalogue_upgrade_paths',
    "INSERT INTO number_series (prefix, project_id, token_type) VALUES ('GO', 2, 'gold')",
  ])('%s is refused', async (sql) => {
    await expect(query(test, sql)).rejects.toThrow();
  });
});
