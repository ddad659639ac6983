import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Holding, MAX_HOLDINGS } from '../../src/contracts/holdings.js';
import { Holdings } from '../../src/modules/customers/index.js';
import { ALL_PAYMENTS } from '../../src/modules/payment-lists/index.js';
import { PaymentsQueries } from '../../src/modules/payments/index.js';
import { PaymentDetails } from '../../src/modules/sales/payment-details.service.js';
import type { Principal } from '../../src/runtime/principal.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { atDesk, cancelLink, query } from '../support/links.js';
import { payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { createLink, linkBody, type Tier } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade } from '../support/upgrades.js';

describe('what a customer holds over all projects', () => {
  let test: TestApp;
  let admin: Client;
  let priya: Client;
  let rahul: Client;
  let people = 0;
  /** Id of the second project. */
  let meadows: number;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    [admin, priya, rahul] = [await test.as(ADMIN), await test.as(SALES), await test.as(OTHER_SALES)];
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const someone = () => {
    people += 1;
    return { name: `Meera Nair${people}`, email: `meera${people}@example.com`, phone: `97${people + 10_000_000}` };
  };
  const sell = async (client: Client, customerData: object, tier: Tier = 'silver', more: object = {}) =>
    (await createLink(client, tier, { customerData, ...more })).paymentId;
  const sold = async (...sale: Parameters<typeof sell>) => {
    const paymentId = await sell(...sale);
    await payAsCustomer(test, paymentId);
    return paymentId;
  };
  const details = async (paymentId: string): Promise<Holding[] | undefined> =>
    (await admin.get(`/api/payments/admin/${paymentId}/details`)).body.data.alsoHolds;
  const ofSeller = async (client: Client, paymentId: string): Promise<Holding[] | undefined> =>
    (await client.get(`/api/payments/${paymentId}/timeline`)).body.data.alsoHolds;
  const lookUp = async (client: Client, fields: Record<string, string>) =>
    (await client.get(`/api/payments/open-links?${new URLSearchParams({ tokenType: 'silver', ...fields }).toString()}`))
      .body.data;
  const ids = (holdings: { paymentId: string }[] | undefined) => holdings?.map(({ paymentId }) => paymentId);

  // In this order: projects and events are never deleted.
  it('with one project nothing is told, whatever else was bought', async () => {
    const who = someone();
    const first = await sold(priya, who);
    await sell(priya, who, 'gold');
    const answers = [
      (await admin.get(`/api/payments/admin/${first}/details`)).body.data,
      (await priya.get(`/api/payments/${first}/timeline`)).body.data,
      await lookUp(priya, { email: who.email }),
    ];
    for (const answer of answers) expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['alsoHolds']));
    expect(Object.keys(answers[2])).toEqual(['openLinks', 'heldTokens']);
  });

  it('nor with several events of one project', async () => {
    const rahulId = await idOf(OTHER_SALES.email);
    const made = await admin.post('/api/admin/projects/default/events', { name: 'Expo', sellers: [rahulId] });
    expect(made.status).toBe(201);
    const who = someone();
    const first = await sold(priya, who);
    await sold(rahul, who, 'gold');
    expect(await details(first)).toBeUndefined();
    expect(Object.keys(await lookUp(admin, { email: who.email }))).toEqual(['openLinks', 'heldTokens']);
    await admin.call('PUT', `/api/admin/events/${made.body.data.id}`, { body: { sellers: [] } });
  });

  const idOf = async (email: string) =>
    String((await query<{ id: number }>(test, 'SELECT id FROM users WHERE email = ?', [email]))[0]?.id);

  describe('with a second project', () => {
    let launch: string;
    beforeAll(async () => {
      const project = { code: 'meadows', name: 'Green Meadows', state: 'selling' };
      expect((await (await test.as(ADMIN)).post('/api/admin/projects', project)).status).toBe(201);
      const { body } = await (
        await test.as(ADMIN)
      ).post('/api/admin/projects/meadows/events', {
        name: 'Launch',
        sellers: [await idOf(SALES.email), await idOf(OTHER_SALES.email)],
      });
      launch = body.data.id;
      meadows = (await query<{ id: number }>(test, "SELECT id FROM projects WHERE code = 'meadows'"))[0]!.id;
    });
    /** In the second project; admins sell in any event. */
    const inMeadows = (client: Client, who: object, tier: Tier = 'silver') =>
      sold(client, who, tier, { eventId: launch });
    const inDefault = (who: object, tier: Tier = 'silver') => sold(admin, who, tier, { eventId: '1' });

    it('an admin sees tokens and open links of both, newest first, with what is needed to find them', async () => {
      const who = someone();
      const gold = await inDefault(who, 'gold');
      const silver = await inMeadows(priya, who);
      const open = await sell(admin, who, 'platinum', { eventId: '1' });
      expect(await details(gold)).toEqual([
        {
          paymentId: open,
          customerName: who.name,
          project: 'default',
          event: 'Default event',
          tokenType: 'platinum',
          tokenNumber: null,
          amount: 100_000,
          pendingRefundAmount: 0,
          status: 'pending',
          statusLabel: 'Payment Pending',
          createdAt: expect.stringMatching(/Z$/),
          paidAt: null,
        },
        expect.objectContaining({
          paymentId: silver,
          project: 'Green Meadows',
          event: 'Launch',
          tokenNumber: expect.stringMatching(/^SI-/),
          amount: 100,
          status: 'completed',
          paidAt: expect.stringMatching(/Z$/),
        }),
      ]);
      expect(ids(await details(open))).toEqual([silver, gold]);
    });

    it('a token whose refund is on its way is held, and tells how much', async () => {
      const who = someone();
      const silver = await inMeadows(priya, who);
      const open = await sell(admin, who, 'platinum', { eventId: '1' });
      expect((await refund(priya, silver, 60)).status).toBe(200);
      expect(await details(open)).toMatchObject([
        { paymentId: silver, status: 'completed', amount: 100, pendingRefundAmount: 60 },
      ]);
    });

    it('a seller sees own sales alone, by the page and by the form', async () => {
      const who = someone();
      const rahuls = await inMeadows(rahul, who, 'gold');
      const own = await inMeadows(priya, who);
      expect(await ofSeller(priya, own)).toBeUndefined();
      expect(await ofSeller(rahul, rahuls)).toBeUndefined();
      const second = await inMeadows(priya, who, 'platinum');
      expect(ids(await ofSeller(priya, own))).toEqual([second]);
      expect(ids(await details(own))).toEqual([second, rahuls]);
    });

    it('the same number under another address is the same person, and another person is not', async () => {
      const who = someone();
      const spouse = { ...someone(), phone: who.phone };
      const stranger = someone();
      const [one, other] = [await inDefault(who), await inMeadows(priya, spouse)];
      const theirs = await inDefault(stranger);
      expect(await details(one)).toMatchObject([{ paymentId: other, customerName: spouse.name }]);
      expect(await details(theirs)).toBeUndefined();
    });

    it('what was upgraded, refunded in full, cancelled or has expired is not held', async () => {
      const who = someone();
      const kept = await inMeadows(priya, who);
      const gold = await inDefault(who, 'gold');
      const upgradeId = await createUpgrade(admin, gold);
      await payAsCustomer(test, upgradeId);
      const refunded = await inMeadows(priya, who, 'gold');
      expect(await refund(priya, refunded, 51_000)).toMatchObject({ status: 200 });
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(3_600_000);
      await test.poll();
      await test.settle();
      admin = await test.as(ADMIN);
      const cancelled = await sell(admin, who, 'platinum', { eventId: '1' });
      expect((await cancelLink(admin, cancelled)).status).toBe(200);
      const expired = await sell(admin, who, 'platinum', { eventId: '1', expiry: '4h' });
      expect(ids(await details(kept))).toEqual([expired, upgradeId]);
      test.clock.advance(5 * 3_600_000);
      admin = await test.as(ADMIN);
      expect(ids(await details(kept))).toEqual([upgradeId]);
      expect(ids(await details(gold))).toEqual([upgradeId, kept]);
    });

    it('an admin of one project sees what was bought there', async () => {
      const who = someone();
      const [here, there] = [await inDefault(who), await inMeadows(priya, who)];
      const payment = await test.get(PaymentsQueries).get(here, ALL_PAYMENTS);
      const seenBy = async (projectIds: number[] | null) => {
        const viewer = { role: 'admin', userId: 0, severalEvents: true, projectIds } as unknown as Principal;
        return ids(await test.get(Holdings).beside(viewer, payment));
      };
      expect(await seenBy(null)).toEqual([there]);
      expect(await seenBy([meadows])).toEqual([there]);
      expect(await seenBy([1])).toEqual([]);
      expect(await seenBy([])).toEqual([]);
    });

    it('an admin of one project finds the details of its payments alone', async () => {
      const who = someone();
      const [here, there] = [await inDefault(who), await inMeadows(priya, who)];
      const limited = (projectIds: number[]) =>
        ({ role: 'admin', userId: 0, severalEvents: true, projectIds }) as unknown as Principal;
      const seen = (projectIds: number[], paymentId: string) =>
        test.get(PaymentDetails).of(limited(projectIds), paymentId);
      expect(await seen([1], here)).not.toHaveProperty('alsoHolds');
      expect(await seen([1, meadows], here)).toMatchObject({ alsoHolds: [{ paymentId: there }] });
      await expect(seen([1], there)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
      await expect(seen([], here)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
      const { emailKey, phone } = (await test.get(PaymentsQueries).get(here, ALL_PAYMENTS)).customer!;
      const elsewhere = async (projectIds: number[]) =>
        ids(await test.get(Holdings).elsewhere(limited(projectIds), { emailKey, phone }, 1));
      expect(await elsewhere([1])).toEqual([]);
      expect(await elsewhere([1, meadows])).toEqual([there]);
    });

    it('more than are shown: the newest of them', async () => {
      const who = someone();
      const first = await inDefault(who);
      const open: string[] = [];
      for (let made = 0; made <= MAX_HOLDINGS; made += 1)
        open.unshift(await sell(admin, who, 'gold', { eventId: launch }));
      expect(ids(await details(first))).toEqual(open.slice(0, MAX_HOLDINGS));
    });

    it('the form tells what is held in other projects, and asks for no reason', async () => {
      const who = someone();
      const held = await inDefault(who, 'gold');
      const open = await sell(admin, { ...who, name: 'Meera N' }, 'silver', { eventId: '1' });
      const choose = await admin.call('PUT', '/api/account/event', { body: { eventId: launch } });
      expect(choose.status).toBe(200);
      const found = await lookUp(admin, { email: who.email });
      expect(found).toMatchObject({ openLinks: [], heldTokens: [] });
      expect(found.elsewhere).toEqual([
        { paymentId: open, project: 'default', tokenType: 'silver', tokenNumber: null },
        { paymentId: held, project: 'default', tokenType: 'gold', tokenNumber: expect.stringMatching(/^GO-/) },
      ]);
      // Another seller's sales are nobody else's business.
      expect(Object.keys(await lookUp(priya, { email: who.email }))).toEqual(['openLinks', 'heldTokens']);
      // At a desk, where a second sale in the same project needs a reason.
      const desk = await atDesk(test, ADMIN);
      const order = () => linkBody('silver', { customerData: who, eventId: launch });
      const reply = await desk.post('/api/payments/create-link', order());
      expect([reply.status, reply.body.data?.openLinks, reply.body.data?.heldTokens]).toEqual([201, [], []]);
      expect((await desk.post('/api/payments/create-link', order())).body.error).toBe('OPEN_LINK_EXISTS');
    });
  });
});
