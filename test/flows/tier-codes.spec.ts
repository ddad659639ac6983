import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { CounterReconciler } from '../../src/modules/payment-lists/index.js';
import { CATALOGUE_PATH, catalogueBody, makeCatalogue, tierBody } from '../support/catalogue.js';
import type { Client, Reply } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { correctContact, query, rowOf } from '../support/links.js';
import { onceServed, QUOTAS_PATH } from '../support/quotas.js';
import { payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reverse } from '../support/reviews.js';
import { linkBody, statusOf } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { payAt, payOn, tokenOf, upgradeTokens } from '../support/upgrades.js';

const VILLA = tierBody('villa', 'gold', '75000', 'VI');
const SKY = tierBody('sky', 'platinum', '250000', 'SK', { name: 'Sky villa' });
const VILLAS = {
  more: [VILLA, SKY],
  silverToGold: 'difference',
  paths: [
    { from: 'silver', to: 'villa', price: '70000' },
    { from: 'villa', to: 'platinum', price: 'difference' },
    { from: 'villa', to: 'sky', price: '180000' },
  ],
};
const PRICES: Readonly<Record<string, number>> = { gold: 51000, silver: 100, villa: 75000, sky: 250000 };

describe('tiers with codes of their own', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    await makeCatalogue(test, await test.staff(ADMIN), VILLAS);
  });
  beforeEach(async () => {
    await signIn();
    for (const code of ['gold', 'villa', 'sky']) await limit(code, '');
  });
  afterEach(async () => {
    await expectInvariants(test);
    expect((await new CounterReconciler(test.get(UnitOfWork)).check()).quotas).toBe(0);
  });
  afterAll(() => test.close());

  const signIn = async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  };
  const body = (code: string, more: Record<string, unknown> = {}) => {
    const { tokenType: _medal, ...rest } = linkBody('gold', { amount: PRICES[code], tierCode: code });
    return { ...rest, ...more };
  };
  const ask = (code: string, more: Record<string, unknown> = {}) =>
    seller.post('/api/payments/create-link', body(code, more));
  const sell = async (code: string): Promise<string> => {
    const { status, body: answer, text } = await ask(code);
    if (status !== 201) throw new Error(`create-link answered ${status}: ${text}`);
    return answer.data.paymentId as string;
  };
  const sold = async (code: string): Promise<string> => {
    const id = await sell(code);
    await payAsCustomer(test, id);
    return id;
  };
  const limit = (tierCode: string, units: number | string) =>
    admin.call('PUT', QUOTAS_PATH, { body: { tierCode, limit: String(units) } });
  const units = async (code: string) => {
    const { body: answer } = await admin.get(QUOTAS_PATH);
    type Row = { tierCode: string; reserved: number; sold: number; left: number };
    const found = (answer.data as Row[]).find(({ tierCode }) => tierCode === code);
    return found && [found.reserved, found.sold, found.left];
  };
  /** Limits the tier so that so many are left. */
  const leave = async (code: string, left: number) => {
    await limit(code, 1_000_000);
    const [reserved = 0, paid = 0] = (await units(code)) ?? [];
    expect((await limit(code, reserved + paid + left)).status).toBe(200);
  };
  const upgrade = (paymentId: string, upgradeType: string, toTierCode?: string): Promise<Reply> =>
    seller.post(`/api/payments/${paymentId}/create-upgrade-link`, { upgradeType, ...(toTierCode && { toTierCode }) });
  const upgraded = async (paymentId: string, upgradeType: string, toTierCode: string): Promise<string> => {
    const { status, body: answer, text } = await upgrade(paymentId, upgradeType, toTierCode);
    if (status !== 201) throw new Error(`create-upgrade-link answered ${status}: ${text}`);
    return answer.data.upgradePaymentId as string;
  };
  const stored = async (paymentId: string) =>
    (
      await query<{ medal: string; code: string | null }>(
        test,
        'SELECT token_type AS medal, tier_code AS code FROM payments WHERE public_id = ?',
        [paymentId],
      )
    )[0];
  const settleRefunds = async () => {
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    await signIn();
  };

  describe('a sale', () => {
    it.each<[string, Record<string, unknown>, number, string | undefined]>([
      ['by the code alone', {}, 201, undefined],
      ['by the code and its medal', { tokenType: 'gold' }, 201, undefined],
      ['with another medal', { tokenType: 'platinum' }, 422, 'FIELD_ERRORS'],
      ['with the price of gold', { amount: 51000 }, 400, 'AMOUNT_MISMATCH'],
      ['of a code that nobody sells', { tierCode: 'shop' }, 400, 'TIER_NOT_SOLD'],
      ['of what is no code', { tierCode: 'Villa' }, 422, 'FIELD_ERRORS'],
      ['by the medal, at the price of the villa', { tierCode: null, tokenType: 'gold' }, 400, 'AMOUNT_MISMATCH'],
    ])('%s', async (_what, more, status, error) => {
      const reply = await ask('villa', more);
      expect([reply.status, reply.body.error]).toEqual([status, error]);
    });

    it('without medal and code is refused as ever', async () => {
      const { tokenType: _medal, ...rest } = linkBody('gold');
      const reply = await seller.post('/api/payments/create-link', rest);
      expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([422, ['tokenType']]);
    });

    it('has number series, name and price of its tier, and counts for its medal', async () => {
      const listed = async () =>
        (await seller.get('/api/sales-manager/dashboard?tokenType=gold')).body.data.pagination.totalCount as number;
      const before = await listed();
      const { body: made } = await ask('villa');
      expect(made.data).toMatchObject({ tokenType: 'gold', tierCode: 'villa', amount: 75000, addlParam1: 'gold' });
      expect(made.data.desc).toContain('Villa');
      const id = made.data.paymentId as string;
      expect(await stored(id)).toEqual({ medal: 'gold', code: 'villa' });
      expect((await test.client().get(`/payment/${id}`)).text).toContain('Villa');
      await payAsCustomer(test, id);
      expect((await tokenOf(test, id))?.number).toMatch(/^VI-00000\d$/);
      expect(await rowOf(seller, id)).toMatchObject({
        tokenType: 'gold',
        tierCode: 'villa',
        tierName: 'Villa',
      });
      expect(await listed()).toBe(before + 1);
      await expectBooksAgree(test);
    });

    it('goes by its name on the page that proves the receipt, as on the receipt', async () => {
      const id = await sold('villa');
      const shown = async (path: string) => (await test.client().get(path)).text.replaceAll(/<[^>]+>/g, '|');
      expect(await shown(`/payment/${id}/receipt`)).toContain('|Villa token|');
      const check = await shown(`/receipt/${id}`);
      expect(check).toContain('This receipt is genuine');
      expect(check).toMatch(/\|Token\|+Villa\|/);
    });

    it('is exported with medal and code', async () => {
      const [villa, gold] = [await sell('villa'), await sell('gold')];
      const csv = (await admin.get('/api/payments/admin/export')).text.trim().split('\r\n');
      expect(csv[0]).toMatch(/"Terms agreed \(IST\)","Tier code"$/);
      const rowFor = (id: string) => csv.find((row) => row.includes(id));
      expect(rowFor(villa)).toMatch(/,"gold",.*,"villa"$/);
      expect(rowFor(gold)).toMatch(/,"gold"$/);
    });

    it('of a tier whose code is its medal stores no code', async () => {
      const { body: made } = await ask('gold');
      expect(await stored(made.data.paymentId)).toEqual({ medal: 'gold', code: null });
    });

    it('is guarded against the same tier, not against another of its medal', async () => {
      const customerData = { name: 'Same Person', email: 'same.person@example.com' };
      await ask('gold', { customerData });
      const first = await ask('villa', { customerData });
      expect(first.body.data.openLinks).toEqual([]);
      const second = await ask('villa', { customerData });
      expect(second.body.data.openLinks).toEqual([expect.objectContaining({ tierCode: 'villa', tokenType: 'gold' })]);
      const find = async (code: string) =>
        (await seller.get(`/api/payments/open-links?tokenType=gold${code}&email=same.person@example.com`)).body.data
          .openLinks.length as number;
      expect([await find(''), await find('&tierCode=villa')]).toEqual([1, 2]);
    });

    it('keeps its tier when its contact is corrected', async () => {
      await leave('villa', 1);
      const id = await sell('villa');
      const { body: made } = await correctContact(seller, id, { name: 'Right Name', email: 'right@example.com' });
      expect(await stored(made.data.paymentId)).toEqual({ medal: 'gold', code: 'villa' });
      expect((await units('villa'))?.[2]).toBe(0);
      await payAsCustomer(test, made.data.paymentId);
      expect((await tokenOf(test, made.data.paymentId))?.number).toMatch(/^VI-/);
    });
  });

  describe('a limit', () => {
    it('is of one tier: another of its medal is sold on', async () => {
      await leave('villa', 1);
      await leave('gold', 5);
      await sell('villa');
      const refused = await ask('villa');
      expect([refused.status, refused.body.error]).toEqual([409, 'QUOTA_SOLD_OUT']);
      expect(refused.body.message).toBe('No Villa token is left: all are sold or reserved.');
      await sell('gold');
      expect([(await units('villa'))?.[2], (await units('gold'))?.[2]]).toEqual([0, 4]);
    });

    it('fifty desks ask for the last unit, and fifty for another tier of the medal: one gets it, and fifty get theirs', async () => {
      await leave('villa', 1);
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          onceServed(() => ask(at % 2 === 0 ? 'villa' : 'gold')).then((reply) => [at % 2, reply] as const),
        ),
      );
      const outcomesOf = (which: number) => {
        const counts: Record<string, number> = {};
        for (const [at, { status, body }] of replies) {
          const outcome = status === 201 ? 'made' : `${status} ${body.error}`;
          if (at === which) counts[outcome] = (counts[outcome] ?? 0) + 1;
        }
        return counts;
      };
      expect(outcomesOf(0)).toEqual({ made: 1, '409 QUOTA_SOLD_OUT': 49 });
      expect(outcomesOf(1)).toEqual({ made: 50 });
      expect((await units('villa'))?.[2]).toBe(0);
    });

    it('late money after the last unit waits for a decision, which makes room in its tier alone', async () => {
      await leave('villa', 1);
      const late = await sell('villa');
      const { page } = await payAt(test, late, 'decline');
      test.clock.advance(3000);
      await sold('villa');
      await payOn(test, page);
      await test.settle();
      expect(await statusOf(test.client(), late)).toBe('failed');
      const { reviewId } = await oneReview(test, late);
      await leave('gold', 0);
      const gold = await units('gold');
      expect((await decide(admin, reviewId, 'raise_quota', { confirmedAmount: 75000 })).status).toBe(200);
      expect((await tokenOf(test, late))?.number).toMatch(/^VI-/);
      expect(await units('gold')).toEqual(gold);
    });

    it('is counted and recounted by the code', async () => {
      await sold('villa');
      await sell('villa');
      await leave('villa', 2);
      await query(test, "UPDATE quota_counters SET reserved = reserved + 3 WHERE token_type = 'villa'");
      const reconciler = new CounterReconciler(test.get(UnitOfWork));
      expect((await reconciler.repair()).quotas).toBe(1);
      expect((await units('villa'))?.[2]).toBe(2);
    });

    it.each([
      [{ tierCode: 'shop', limit: '1' }, 'tierCode'],
      [{ tierCode: 'villa', tokenType: 'silver', limit: '1' }, 'tokenType'],
    ])('%j is refused', async (wanted, field) => {
      const reply = await admin.call('PUT', QUOTAS_PATH, { body: wanted });
      expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([422, [field]]);
    });
  });

  describe('an upgrade', () => {
    it('leads along the paths of its tier, also where two have the same medal', async () => {
      const villa = await sold('villa');
      const { availableUpgrades } = await upgradeTokens(seller, villa);
      expect(
        availableUpgrades.map((each) => [each.upgradeType, each.toTierCode, each.toTierName, each.upgradeAmount]),
      ).toEqual([
        ['gold_to_platinum', 'platinum', 'Platinum', 25000],
        ['gold_to_platinum', 'sky', 'Sky villa', 180000],
      ]);
      const id = await upgraded(villa, 'gold_to_platinum', 'sky');
      expect(await stored(id)).toEqual({ medal: 'platinum', code: 'sky' });
      expect((await test.client().get(`/upgrade/${id}`)).text).toContain('Sky villa');
      await payAt(test, id);
      expect((await tokenOf(test, id))?.number).toMatch(/^SK-/);
      expect((await tokenOf(test, villa))?.status).toBe('upgraded');
    });

    it('goes by the names of both tiers on the pages of the customer and on the receipt', async () => {
      const id = await upgraded(await sold('villa'), 'gold_to_platinum', 'sky');
      const shown = async (path: string) => (await test.client().get(path)).text.replaceAll(/<[^>]+>/g, '|');
      for (const path of [`/payment/${id}`, `/upgrade/${id}`])
        expect(await shown(path)).toContain('|Token upgrade: Villa to Sky villa|');
      await payAt(test, id);
      expect(await shown(`/payment/${id}/receipt`)).toContain('|Token upgrade: Villa to Sky villa|');
    });

    it('on hold, pressed without a script, speaks of the tier of the token alone', async () => {
      const { body: made } = await ask('villa');
      const villa = made.data.paymentId as string;
      await payAsCustomer(test, villa);
      const id = await upgraded(villa, 'gold_to_platinum', 'sky');
      const [row] = await query<{ invoiceNo: string }>(
        test,
        'SELECT a.invoice_no AS invoiceNo FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ?',
        [villa],
      );
      await reverse(test, row!);
      const customer = test.client();
      const pressed = await customer.postForm(`/payment/${id}/initiate`, {});
      expect(pressed.status).toBe(303);
      const address = pressed.headers.get('location')!;
      expect(address).toContain('problem=REVERSAL_UNDECIDED');
      for (const [language, own, other] of [
        ['en', 'the payment of your Villa token', 'your gold token'],
        ['hi', 'Villa टोकन', 'आपके गोल्ड टोकन के'],
      ]) {
        const shown = (await customer.get(`${address}&lang=${language}`)).text.replaceAll(
          /<script[\s\S]*?<\/script>/g,
          '',
        );
        expect(shown).toContain(own);
        expect(shown).not.toContain(other);
      }
    });

    it('without a code goes to the tier whose code is the medal, and along the only path of its kind', async () => {
      const villa = await sold('villa');
      const { body: made } = await upgrade(villa, 'gold_to_platinum');
      expect(await stored(made.data.upgradePaymentId)).toEqual({ medal: 'platinum', code: null });
      const refused = await upgrade(await sold('gold'), 'gold_to_platinum', 'sky');
      expect([refused.status, refused.body.error]).toEqual([400, 'UPGRADE_NOT_AVAILABLE']);
    });

    it('moves the units of both tiers, and its refund moves them back', async () => {
      for (const code of ['villa', 'sky', 'gold']) await leave(code, 3);
      const before = [await units('villa'), await units('sky'), await units('gold')];
      const villa = await sold('villa');
      const id = await upgraded(villa, 'gold_to_platinum', 'sky');
      await payAt(test, id);
      expect([(await units('villa'))?.[2], (await units('sky'))?.[2]]).toEqual([3, 2]);
      expect((await refund(seller, id, 180000)).status).toBe(200);
      await settleRefunds();
      expect([(await units('villa'))?.[2], (await units('sky'))?.[2]]).toEqual([2, 3]);
      expect((await refund(seller, villa, 75000)).status).toBe(200);
      await settleRefunds();
      expect([await units('villa'), await units('sky'), await units('gold')]).toEqual(before);
    });

    it('paid late is not completed with the unit of a newer link to another tier of the medal', async () => {
      const villa = await sold('villa');
      await leave('sky', 1);
      const first = await upgraded(villa, 'gold_to_platinum', 'sky');
      const { page } = await payAt(test, first, 'decline');
      test.clock.advance(3000);
      const second = await upgraded(villa, 'gold_to_platinum', 'platinum');
      await leave('sky', 0);
      await payOn(test, page);
      expect(await oneReview(test, first)).toMatchObject({ reason: 'quota_sold_out' });
      expect(await statusOf(test.client(), second)).toBe('pending');
    });

    it('to a tier that is sold out is refused, and another of its medal is not', async () => {
      const silver = await sold('silver');
      await leave('villa', 0);
      const refused = await upgrade(silver, 'silver_to_gold', 'villa');
      expect([refused.status, refused.body.error]).toEqual([409, 'QUOTA_SOLD_OUT']);
      expect((await upgrade(silver, 'silver_to_gold', 'gold')).status).toBe(201);
    });
  });

  describe('a version', () => {
    const today = () => istDayOf(test.clock.now());
    const make = (changes: Parameters<typeof catalogueBody>[0]) =>
      admin.post(CATALOGUE_PATH, catalogueBody({ effectiveFrom: today(), ...VILLAS, ...changes }));

    it.each<[string, object, string]>([
      ['another medal', { more: [{ ...VILLA, tokenType: 'silver' }, SKY], paths: [] }, 'villa.tokenType'],
      ['the series of another code', { more: [{ ...VILLA, code: 'villa-2' }], paths: [] }, 'villa-2.prefix'],
      ['a path within a medal', { paths: [{ from: 'gold', to: 'villa', price: 'difference' }] }, 'paths'],
      ['no tier', { order: [] }, 'tiers'],
    ])('is refused with %s', async (_what, changes, field) => {
      const reply = await make(changes);
      expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([422, [field]]);
    });

    it('leaves a tier out: its links are paid, its tokens stay, and nothing of it is sold', async () => {
      const open = await sell('villa');
      const token = await sold('villa');
      const code = ['gold', 'silver', 'platinum'];
      await makeCatalogue(test, admin, { order: code });
      expect((await ask('villa')).body.error).toBe('TIER_NOT_SOLD');
      await payAsCustomer(test, open);
      expect((await tokenOf(test, open))?.number).toMatch(/^VI-/);
      expect((await upgradeTokens(seller, token)).availableUpgrades).toEqual([]);
      const { text } = await seller.get('/customer-form');
      expect(text).not.toContain('villa');
      await makeCatalogue(test, admin, {
        ...VILLAS,
        order: ['villa', 'sky', 'silver'],
        silverToGold: 'off',
        goldToPlatinum: 'off',
        paths: [],
      });
      const gold = await seller.post('/api/payments/create-link', linkBody('gold'));
      expect([gold.status, gold.body.error, gold.body.message]).toEqual([
        400,
        'TIER_NOT_SOLD',
        'Gold tokens are not sold',
      ]);
      expect((await seller.get('/customer-form')).text).toContain('Sky villa');
    });

    it('leaves out what a link led to: the page of the token still names it', async () => {
      await makeCatalogue(test, admin, VILLAS);
      const token = await sold('villa');
      await upgraded(token, 'gold_to_platinum', 'sky');
      test.clock.advance(100 * HOUR);
      await signIn();
      await makeCatalogue(test, admin, { order: ['gold', 'silver', 'platinum'] });
      const page = await test.client().get(`/upgrade/${token}`);
      expect([page.status, page.text.includes('Sky villa')]).toEqual([200, true]);
    });
  });
});
