import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { QuotaData } from '../../src/contracts/quota.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { makeCatalogue } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { cancelLink, correctContact, query } from '../support/links.js';
import { NORTH, PROFILES, SOUTH } from '../support/merchants.js';
import { refund, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reverse } from '../support/reviews.js';
import { comeBack, createLink, type Link, linkBody, statusOf, type Tier, verify } from '../support/sales.js';
import { TERMS_TEXTS } from '../support/terms.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/upgrades.js';

const MEADOWS = '/api/admin/projects/meadows';
const PATHS = { silverToGold: 'difference', silverToPlatinum: 'difference' } as const;
/** Version 1 of the second project; in rupees, as the other prices of this file. */
const OWN = {
  gold: { prefix: 'MG', width: 4 },
  silver: { prefix: 'MS', price: '200', name: 'Plot' },
  platinum: { prefix: 'MP' },
  ...PATHS,
};
const SILVER = 200;

describe('a second project with a merchant, a catalogue, limits and terms of its own', () => {
  let test: TestApp;
  let admin: Client;
  /** Sells in the second project. */
  let priya: Client;
  /** Sells in the default project. */
  let rahul: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start({ env: PROFILES });
    await switchRefunds(test, true);
    await signIn();
    await made(admin.post('/api/admin/projects', { code: 'meadows', state: 'selling', merchantProfile: 'north' }));
    const [seller] = await query<{ id: number }>(test, 'SELECT id FROM users WHERE email = ?', [SALES.email]);
    await made(admin.post(`${MEADOWS}/events`, { name: 'Launch', sellers: [String(seller?.id)] }));
    await makeCatalogue(test, admin, OWN, 'meadows');
    const effectiveFrom = istDayOf(test.clock.now());
    await made(admin.post(`${MEADOWS}/terms`, { ...TERMS_TEXTS, effectiveFrom }));
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(() => signIn());
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
    await signIn();
    for (const project of ['meadows', 'default'])
      for (const tier of ['gold', 'silver', 'platinum'] as const) await limit(tier, '', project);
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const signIn = async () => {
    [admin, priya, rahul] = [await test.as(ADMIN), await test.as(SALES), await test.as(OTHER_SALES)];
    customer = test.client();
  };
  const made = async (reply: ReturnType<Client['post']>) => {
    const { status, text } = await reply;
    if (status !== 201) throw new Error(`answered ${status}: ${text}`);
  };
  const change = async (body: object) => {
    const { status, text } = await admin.call('PUT', MEADOWS, { body });
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  };
  const limit = (tokenType: Tier, units: number | '', project = 'meadows') =>
    admin.call('PUT', `/api/admin/projects/${project}/quotas`, { body: { tokenType, limit: String(units) } });
  const quotaOf = async (tier: Tier, project = 'meadows') =>
    ((await admin.get(`/api/admin/projects/${project}/quotas`)).body.data as QuotaData[]).find(
      ({ tokenType }) => tokenType === tier,
    );
  /** Limits the tier so that so many are left. */
  const leave = async (tier: Tier, left: number, project = 'meadows') => {
    await limit(tier, 1_000_000, project);
    const { reserved, sold } = (await quotaOf(tier, project))!;
    await limit(tier, reserved + sold + left, project);
  };
  const left = async (tier: Tier, project = 'meadows') => (await quotaOf(tier, project))?.left;
  const sell = (tier: Tier = 'silver', more: Record<string, unknown> = {}): Promise<Link> =>
    createLink(priya, tier, { ...(tier === 'silver' && { amount: SILVER }), ...more });
  const ask = (client: Client, tier: Tier, amount: number) =>
    client.post('/api/payments/create-link', linkBody(tier, { amount }));
  /** Presses Pay with the agreement. @returns the bank's page */
  const press = async (paymentId: string): Promise<string> => {
    const reply = await customer.post(`/api/payments/${paymentId}/initiate`, {
      termsVersion: '1',
      termsLanguage: 'en',
    });
    if (reply.status !== 200) throw new Error(`initiate answered ${reply.status}: ${reply.text}`);
    return reply.body.data.paymentUrl as string;
  };
  /** @returns what the customer's page says */
  const finish = async (page: string, outcome = 'pay-nb'): Promise<string> => {
    const { body } = await verify(customer, await comeBack(customer, await test.bank.press(page, outcome)));
    await test.settle();
    return body.data?.state as string;
  };
  const pay = async (paymentId: string) => expect(await finish(await press(paymentId))).toBe('completed');
  const sold = async (tier: Tier = 'silver'): Promise<Link> => {
    const link = await sell(tier);
    await pay(link.paymentId);
    return link;
  };
  /** Declined; the customer keeps the bank's page open. */
  const declined = async (paymentId: string): Promise<string> => {
    const page = await press(paymentId);
    await finish(page, 'decline');
    test.clock.advance(3000);
    expect(await statusOf(customer, paymentId)).toBe('failed');
    return page;
  };
  const askUpgrade = (paymentId: string, upgradeType: string) =>
    priya.post(`/api/payments/${paymentId}/create-upgrade-link`, { upgradeType });
  const upgrade = async (paymentId: string, upgradeType: string): Promise<string> => {
    const { status, body, text } = await askUpgrade(paymentId, upgradeType);
    if (status !== 201) throw new Error(`create-upgrade-link answered ${status}: ${text}`);
    return body.data.upgradePaymentId as string;
  };
  const reissue = (paymentId: string) => priya.post(`/api/payments/${paymentId}/reissue-link`);
  const correct = (paymentId: string) => {
    const { name, email } = linkBody().customerData;
    return correctContact(priya, paymentId, { name, email });
  };
  const numberOf = async (paymentId: string) => (await tokenOf(test, paymentId))?.number;
  const followRefunds = async () => {
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    await signIn();
  };
  /** Merchant profile and fate of each attempt, oldest first. */
  const attemptsOf = async (paymentId: string) =>
    (
      await query<{ profile: string | null; status: string }>(
        test,
        `SELECT a.merchant_profile AS profile, a.status FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
          WHERE p.public_id = ? ORDER BY a.id`,
        [paymentId],
      )
    ).map(({ profile, status }) => `${profile} ${status}`);

  it('a sale has price, number, merchant, unit and terms of its project', async () => {
    await leave('silver', 0, 'default');
    await leave('silver', 1);
    expect((await ask(rahul, 'silver', 100)).body.error).toBe('QUOTA_SOLD_OUT');
    expect((await ask(priya, 'silver', 100)).body.error).toBe('AMOUNT_MISMATCH');
    const link = await sell();
    expect([link.amount, link.data.merchantId]).toEqual([SILVER, NORTH.merchantId]);
    expect((await ask(priya, 'silver', SILVER)).body.error).toBe('QUOTA_SOLD_OUT');
    expect((await customer.post(`/api/payments/${link.paymentId}/initiate`)).body.error).toBe('TERMS_REQUIRED');
    await pay(link.paymentId);
    expect([await numberOf(link.paymentId), await attemptsOf(link.paymentId)]).toEqual([
      'MS-000001',
      ['north captured'],
    ]);
    await limit('silver', '', 'default');
    const other = await createLink(rahul, 'silver');
    const reply = await customer.post(`/api/payments/${other.paymentId}/initiate`);
    expect(await finish(reply.body.data.paymentUrl as string)).toBe('completed');
    expect([await numberOf(other.paymentId), await attemptsOf(other.paymentId)]).toEqual([
      'SI-000001',
      ['null captured'],
    ]);
    expect(await left('silver')).toBe(0);
  });

  it('the customer’s page is kept, and follows the project and not another catalogue', async () => {
    const { paymentId } = await sell();
    const page = async () => (await customer.get(`/payment/${paymentId}`)).text;
    for (let time = 0; time < 2; time += 1) expect(await page()).toContain('Plot');
    await change({ name: 'Green Meadows', supportEmail: 'meadows@example.com' });
    for (let time = 0; time < 2; time += 1) {
      expect(await page()).toContain('Green Meadows');
      expect(await page()).toContain('meadows@example.com');
    }
    await change({ name: '', supportEmail: '' });
    expect(await page()).not.toContain('Green Meadows');
    await makeCatalogue(test, admin, { ...OWN, silver: { ...OWN.silver, name: 'Parcel' } }, 'meadows');
    expect(await page()).toContain('Plot');
    expect((await customer.get(`/payment/${(await sell()).paymentId}`)).text).toContain('Parcel');
  });

  describe('an upgrade from silver to gold', () => {
    it('moves units of both tiers of its project alone', async () => {
      await leave('gold', 0, 'default');
      await leave('silver', 2);
      await leave('gold', 1);
      const [one, two] = [await sold(), await sold()];
      expect([await left('silver'), await left('gold')]).toEqual([0, 1]);
      const upgraded = await upgrade(one.paymentId, 'silver_to_gold');
      expect((await askUpgrade(two.paymentId, 'silver_to_gold')).body.error).toBe('QUOTA_SOLD_OUT');
      expect([await left('silver'), await left('gold')]).toEqual([0, 0]);
      await pay(upgraded);
      expect([await left('silver'), await left('gold')]).toEqual([1, 0]);
      expect(await numberOf(upgraded)).toBe('MG-0001');
      expect(await left('gold', 'default')).toBe(0);
      expect((await refund(admin, upgraded, 50_800)).status).toBe(200);
      await followRefunds();
      expect([await left('silver'), await left('gold')]).toEqual([0, 1]);
    });

    it('after one to platinum that was refunded: a reversal frees the gold, and the platinum stays', async () => {
      for (const tier of ['silver', 'gold', 'platinum'] as const) await leave(tier, 5);
      const source = await sold();
      const first = await upgrade(source.paymentId, 'silver_to_platinum');
      await pay(first);
      expect((await refund(admin, first, 99_800)).status).toBe(200);
      await followRefunds();
      const second = await upgrade(source.paymentId, 'silver_to_gold');
      await pay(second);
      const counted = async () => [await left('silver'), await left('gold'), await left('platinum')];
      expect(await counted()).toEqual([5, 4, 5]);
      await reverse(test, source);
      await signIn();
      const review = await oneReview(test, source.paymentId);
      const decision = await decide(admin, review.reviewId, 'confirm_reversal', { confirmedAmount: SILVER });
      expect(decision.status).toBe(200);
      expect((await tokenOf(test, second))?.status).toBe('void');
      expect(await counted()).toEqual([5, 5, 5]);
      // Its money is given back, and no unit with it.
      const excess = await oneReview(test, second);
      expect(excess.reason).toBe('upgrade_source_refunded');
      expect((await refund(admin, second, 50_800)).status).toBe(200);
      await followRefunds();
      expect(await counted()).toEqual([5, 5, 5]);
    });

    it('whose money comes after the last gold waits, and the decision raises the limit of its project', async () => {
      await leave('gold', 3, 'default');
      await leave('gold', 1);
      await leave('silver', 2);
      const source = await sold();
      const upgraded = await upgrade(source.paymentId, 'silver_to_gold');
      const page = await declined(upgraded);
      await sold('gold');
      expect(await finish(page)).toBe('returning');
      const review = await oneReview(test, upgraded);
      expect(review).toMatchObject({ reason: 'quota_sold_out', amount: 50_800 });
      await change({ state: 'closed' });
      const before = (await quotaOf('gold'))!;
      expect((await decide(admin, review.reviewId, 'raise_quota', { confirmedAmount: 50_800 })).status).toBe(200);
      await change({ state: 'selling' });
      expect(await quotaOf('gold')).toMatchObject({ limit: before.limit + 1, sold: before.sold + 1, left: 0 });
      expect([await left('silver'), await left('gold', 'default')]).toEqual([2, 3]);
      expect((await tokenOf(test, source.paymentId))?.status).toBe('upgraded');
    });
  });

  it('a change of the catalogue leaves what is open alone: price, number series and path', async () => {
    await leave('silver', 10);
    const [open, ended, source] = [await sell(), await sell(), await sold()];
    const upgraded = await upgrade(source.paymentId, 'silver_to_gold');
    const late = await declined(upgraded);
    await declined(ended.paymentId);
    const silver = { ...OWN.silver, prefix: 'MT', price: '300', offered: false };
    await makeCatalogue(test, admin, { ...OWN, silver, silverToGold: 'off', silverToPlatinum: 'off' }, 'meadows');
    expect((await ask(priya, 'silver', 300)).body.error).toBe('TIER_NOT_SOLD');
    expect((await ask(rahul, 'silver', 100)).status).toBe(201);
    expect((await askUpgrade((await sold('gold')).paymentId, 'silver_to_gold')).body.error).toBe(
      'UPGRADE_NOT_AVAILABLE',
    );
    const corrected = (await correct(open.paymentId)).body.data.paymentId as string;
    expect((await reissue(ended.paymentId)).status).toBe(200);
    const before = await left('silver');
    for (const paymentId of [corrected, ended.paymentId]) {
      await pay(paymentId);
      expect(await numberOf(paymentId)).toMatch(/^MS-/);
    }
    expect(await left('silver')).toBe(before);
    expect(await finish(late)).toBe('completed');
    expect(await numberOf(upgraded)).toMatch(/^MG-/);
    expect(await left('silver')).toBe(before! + 1);
    await makeCatalogue(test, admin, { ...OWN, silver: { ...OWN.silver, description: 'again' } }, 'meadows');
  });

  it('late money, a second payment and their refunds are at the merchant of each attempt', async () => {
    await leave('silver', 3);
    const { paymentId } = await sell();
    const north = await declined(paymentId);
    await change({ merchantProfile: 'south' });
    const south = await press(paymentId);
    expect(await left('silver')).toBe(2);
    expect(await finish(north)).toBe('completed');
    await finish(south);
    expect(await attemptsOf(paymentId)).toEqual(['north captured', 'south captured']);
    expect(await left('silver')).toBe(2);
    const review = await oneReview(test, paymentId);
    expect((await decide(admin, review.reviewId, 'refund_duplicate', { confirmedAmount: SILVER })).status).toBe(200);
    expect((await refund(admin, paymentId, SILVER)).status).toBe(200);
    await followRefunds();
    expect(await statusOf(customer, paymentId)).toBe('refunded');
    expect(await left('silver')).toBe(3);
    const references = await query<{ reference: string }>(
      test,
      `SELECT r.bank_reference AS reference FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE p.public_id = ? ORDER BY r.id`,
      [paymentId],
    );
    const { refunds } = (await test.bank.list()) as { refunds: { refundRef: string; owner?: string }[] };
    expect(references.map(({ reference }) => refunds.find(({ refundRef }) => refundRef === reference)?.owner)).toEqual([
      SOUTH.merchantId,
      NORTH.merchantId,
    ]);
    await change({ merchantProfile: 'north' });
  });

  it('a closed project makes no link anew, and finishes what is open', async () => {
    await leave('silver', 10);
    const [open, cancelled, late, paid] = [await sell(), await sell(), await sell(), await sold()];
    await cancelLink(priya, cancelled.paymentId);
    const page = await declined(late.paymentId);
    await change({ state: 'closed' });
    const corrected = await correct(open.paymentId);
    expect(corrected.status).toBe(201);
    await pay(corrected.body.data.paymentId as string);
    expect(await finish(page)).toBe('completed');
    const before = await left('silver');
    for (const reply of [
      await ask(priya, 'silver', SILVER),
      await askUpgrade(paid.paymentId, 'silver_to_gold'),
      await reissue(cancelled.paymentId),
      await correct(cancelled.paymentId),
    ])
      expect([reply.status, reply.body.error]).toEqual([409, 'PROJECT_CLOSED']);
    expect([await statusOf(customer, cancelled.paymentId), await left('silver')]).toEqual(['cancelled', before]);
    expect((await refund(admin, paid.paymentId, SILVER)).status).toBe(200);
    await followRefunds();
    expect(await left('silver')).toBe(before! + 1);
    await change({ state: 'selling' });
    expect((await correct(cancelled.paymentId)).status).toBe(201);
  });

  it('a repeated request is answered as before, whatever was sold or changed since', async () => {
    await leave('silver', 1);
    const body = linkBody('silver', { amount: SILVER });
    const again = (key: string, what: object = body) =>
      priya.post('/api/payments/create-link', what as Record<string, unknown>, { 'idempotency-key': key });
    const first = await again('second-project-sale-1');
    expect(first.status).toBe(201);
    const other = linkBody('silver', { amount: SILVER });
    expect((await again('second-project-sale-2', other)).body.error).toBe('QUOTA_SOLD_OUT');
    await change({ state: 'closed', merchantProfile: 'south' });
    const repeated = await again('second-project-sale-1');
    expect([repeated.status, repeated.body.data.paymentId]).toEqual([201, first.body.data.paymentId]);
    await change({ state: 'selling', merchantProfile: 'north' });
    expect(await left('silver')).toBe(0);
  });

  it('sales, upgrades, payments, reissues and limits of both projects at once end without a fault', async () => {
    for (const tier of ['silver', 'gold', 'platinum'] as const) await leave(tier, 200);
    const sources: Link[] = [];
    for (let count = 0; count < 6; count += 1) sources.push(await sold());
    const failed: string[] = [];
    for (const { paymentId } of sources.slice(0, 3)) {
      const upgraded = await upgrade(paymentId, 'silver_to_gold');
      await declined(upgraded);
      failed.push(upgraded);
    }
    const replies = await Promise.all([
      ...failed.map((paymentId) => reissue(paymentId)),
      ...sources.slice(0, 3).map(({ paymentId }) => askUpgrade(paymentId, 'silver_to_platinum')),
      ...sources.slice(3).map(({ paymentId }) => askUpgrade(paymentId, 'silver_to_gold')),
      ...Array.from({ length: 4 }, () => ask(priya, 'silver', SILVER)),
      ...Array.from({ length: 4 }, () => ask(rahul, 'silver', 100)),
      limit('gold', 5000),
      limit('silver', '', 'default'),
      limit('silver', 4000, 'default'),
    ]);
    expect(replies.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await test.settle();
  });
});
