import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { PaymentGateway } from '../../src/modules/gateway/index.js';
import { CounterReconciler } from '../../src/modules/payment-lists/index.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import type { Client } from '../support/client.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { HOUR } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { auditOf, cancelLink, correctContact, query, rowOf } from '../support/links.js';
import { sentBy, type Sent } from '../support/query-cost.js';
import { leaveUnits, onceServed, quotaOf, QUOTAS_PATH, removeLimits, setLimit } from '../support/quotas.js';
import { payAsCustomer, refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { countRows, decide, oneReview, reviewsOf } from '../support/reviews.js';
import { comeBack, createLink, type Link, linkBody, pressPay, statusOf, type Tier, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { askUpgrade, createUpgrade, payAt, payOn, tokenOf } from '../support/upgrades.js';

const LINK_LIFE = 72 * HOUR;

describe('quota', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(() => signIn());
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
    await signIn();
    await removeLimits(admin);
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const signIn = async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
    customer = test.client();
  };
  const later = async (ms: number) => {
    test.clock.advance(ms);
    await test.poll();
    await test.settle();
    await signIn();
  };
  /** Of the tests before: they would give their units back when the clock is moved on. */
  const endOpenLinks = () => later(LINK_LIFE + HOUR);
  const left = async (tier: Tier) => (await quotaOf(admin, tier))?.left;
  const units = async (tier: Tier) => {
    const quota = await quotaOf(admin, tier);
    return quota && [quota.reserved, quota.sold, quota.left];
  };
  const ask = (tier: Tier) => seller.post('/api/payments/create-link', linkBody(tier));
  const refused = async (tier: Tier) => {
    const { status, body } = await ask(tier);
    expect([status, body.error]).toEqual([409, 'QUOTA_SOLD_OUT']);
    return String(body.message);
  };
  const followRefunds = async () => {
    await test.bank.control({ op: 'settle-refunds' });
    await later(HOUR);
  };
  /** Declined at the bank; the customer keeps the bank's page open. */
  const sellAndDecline = async (tier: Tier): Promise<Link & { page: string }> => {
    const link = await createLink(seller, tier);
    const { page } = await payAt(test, link.paymentId, 'decline');
    test.clock.advance(3000);
    expect(await statusOf(customer, link.paymentId)).toBe('failed');
    return { ...link, page };
  };
  /** Its money comes after the last unit was sold to somebody else. */
  const sellTooLate = async (tier: Tier) => {
    await leaveUnits(admin, tier, 1);
    const late = await sellAndDecline(tier);
    const other = await sellAndPay(test, seller, tier);
    const { body } = await payOn(test, late.page);
    await test.settle();
    return { ...late, other, state: body.data?.state as string };
  };
  const issued = (tier: Tier) => countRows(test, 'SELECT COUNT(*) AS n FROM tokens WHERE token_type = ?', [tier]);

  describe('without a limit', () => {
    it('nothing is stored or shown, and a sale asks one question more for each unit that it would move', async () => {
      expect((await admin.get(QUOTAS_PATH)).body.data).toEqual([]);
      const about = async (work: () => Promise<unknown>) =>
        (await sentBy(test.get(DataSource), work))
          .map(({ sql }) => sql)
          .filter((sql) => /quota_counters|has_quotas AS hasQuotas/.test(sql));
      let link: Link | undefined;
      expect(await about(async () => (link = await createLink(seller, 'silver')))).toHaveLength(1);
      let page = '';
      expect(await about(async () => (page = await pressPay(customer, link!.paymentId)))).toHaveLength(0);
      const fields = await test.bank.press(page, 'pay-nb');
      expect(
        await about(async () => {
          await verify(customer, await comeBack(customer, fields));
          await test.settle();
        }),
      ).toHaveLength(1);
      expect(await statusOf(customer, link!.paymentId)).toBe('completed');
      expect((await seller.get('/customer-form')).text).toContain('"unitsLeft":[]');
    });
  });

  describe('a link', () => {
    it('holds one unit until it is paid, and none is made beyond the limit', async () => {
      await endOpenLinks();
      const limit = await leaveUnits(admin, 'platinum', 2);
      const first = await createLink(seller, 'platinum');
      const second = await createLink(seller, 'platinum');
      expect(await left('platinum')).toBe(0);
      const before = await countRows(test, 'SELECT COUNT(*) AS n FROM payments');
      expect(await refused('platinum')).toBe('No platinum token is left: all are sold or reserved.');
      expect(await countRows(test, 'SELECT COUNT(*) AS n FROM payments')).toBe(before);
      await createLink(seller, 'silver');
      await payAsCustomer(test, first.paymentId);
      await payAsCustomer(test, second.paymentId);
      expect(await quotaOf(admin, 'platinum')).toMatchObject({ limit, reserved: 0, left: 0 });
      await refused('platinum');
    });

    it.each<[string, (link: Link) => Promise<unknown>]>([
      ['cancelled by staff', (link) => cancelLink(seller, link.paymentId)],
      ['expired', () => later(LINK_LIFE + HOUR)],
      ['declined at the bank', (link) => payAt(test, link.paymentId, 'decline')],
      ['cancelled at the bank', (link) => payAt(test, link.paymentId, 'cancel')],
    ])('%s gives its unit back, which another takes, and then a renewal is refused', async (_how, end) => {
      await endOpenLinks();
      await leaveUnits(admin, 'gold', 1);
      const link = await createLink(seller, 'gold');
      await refused('gold');
      await end(link);
      await test.settle();
      test.clock.advance(3000);
      expect(await left('gold')).toBe(1);
      const other = await createLink(seller, 'gold');
      const again = await seller.post(`/api/payments/${link.paymentId}/reissue-link`);
      expect([again.status, again.body.error]).toEqual([409, 'QUOTA_SOLD_OUT']);
      await cancelLink(seller, other.paymentId);
      expect((await seller.post(`/api/payments/${link.paymentId}/reissue-link`)).status).toBe(200);
      expect(await units('gold')).toMatchObject({ 0: 1, 2: 0 });
      await payAsCustomer(test, link.paymentId);
    });

    it('that expires without a renewal holds its unit until the bank has been asked', async () => {
      await endOpenLinks();
      await leaveUnits(admin, 'gold', 1);
      await createLink(seller, 'gold');
      test.clock.advance(LINK_LIFE + HOUR);
      await signIn();
      await refused('gold');
      await later(HOUR);
      expect(await left('gold')).toBe(1);
    });

    it('renewed before its end keeps its unit', async () => {
      await leaveUnits(admin, 'gold', 1);
      const link = await createLink(seller, 'gold');
      test.clock.advance(LINK_LIFE + 1);
      await signIn();
      expect((await seller.post(`/api/payments/${link.paymentId}/reissue-link`)).status).toBe(200);
      expect(await left('gold')).toBe(0);
      await payAsCustomer(test, link.paymentId);
    });

    it('pressed again after a decline takes a unit, and says so when none is left', async () => {
      await leaveUnits(admin, 'gold', 1);
      const link = await sellAndDecline('gold');
      const other = await createLink(seller, 'gold');
      const { status, body } = await customer.post(`/api/payments/${link.paymentId}/initiate`);
      expect([status, body.error]).toEqual([409, 'QUOTA_SOLD_OUT']);
      expect(await statusOf(customer, link.paymentId)).toBe('failed');
      await cancelLink(seller, other.paymentId);
      await payAsCustomer(test, link.paymentId);
      expect(await left('gold')).toBe(0);
    });

    it('whose contact is corrected passes its unit on, also above a lowered limit', async () => {
      const limit = await leaveUnits(admin, 'gold', 1);
      const link = await createLink(seller, 'gold');
      const before = await units('gold');
      expect((await setLimit(admin, 'gold', Math.max(0, limit - 3))).status).toBe(200);
      const contact = { name: 'Right Name', email: 'right.name@example.com', phone: '9876501234' };
      const { status, body } = await correctContact(seller, link.paymentId, contact);
      expect(status).toBe(201);
      expect((await units('gold'))?.[0]).toBe(before?.[0]);
      await payAsCustomer(test, body.data.paymentId as string);
    });

    it('that had ended is not corrected into one unit too many', async () => {
      await leaveUnits(admin, 'gold', 1);
      const link = await createLink(seller, 'gold');
      await cancelLink(seller, link.paymentId);
      await createLink(seller, 'gold');
      const contact = { name: 'Other Name', email: 'other.name@example.com', phone: '9876501235' };
      const { status, body } = await correctContact(seller, link.paymentId, contact);
      expect([status, body.error]).toEqual([409, 'QUOTA_SOLD_OUT']);
      expect(await statusOf(customer, link.paymentId)).toBe('cancelled');
    });
  });

  describe('late money', () => {
    it('takes a unit that is left', async () => {
      await leaveUnits(admin, 'platinum', 1);
      const link = await sellAndDecline('platinum');
      expect((await payOn(test, link.page)).body.data?.state).toBe('completed');
      expect(await left('platinum')).toBe(0);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });

    it('completes nothing once the last unit is sold: no number, no receipt, no mail of a sale, and every page says so', async () => {
      const before = await issued('platinum');
      const late = await sellTooLate('platinum');
      expect(late.state).toBe('returning');
      expect(await issued('platinum')).toBe(before + 1);
      expect(await statusOf(customer, late.paymentId)).toBe('failed');
      const { body } = await customer.get(`/api/payments/${late.paymentId}`);
      expect(body.data).toMatchObject({ tokenNumber: 'N/A', receiptNumber: null, canPay: false });
      expect(body.data.returning).toMatchObject({ amount: 100000, state: 'undecided', use: 'sale' });
      expect(body.data.paymentHistory[0]).toMatchObject({ status: 'undecided', statusLabel: 'Being decided' });
      for (const language of ['en', 'hi']) {
        const page = await customer.get(`/payment/${late.paymentId}?lang=${language}`);
        expect(page.text).toContain(language === 'en' ? 'Please do not pay again.' : 'कृपया दोबारा भुगतान न करें।');
      }
      expect((await customer.post(`/api/payments/${late.paymentId}/initiate`)).body.error).toBe('LINK_EXPIRED');
      expect((await seller.post(`/api/payments/${late.paymentId}/reissue-link`)).body.error).toBe('MONEY_ARRIVED');
      const contact = { name: 'Asha Rao', email: 'another@example.com' };
      const corrected = await seller.post(`/api/payments/${late.paymentId}/correct-contact`, contact);
      expect(corrected.body.error).toBe('MONEY_ARRIVED');
      expect(await units('platinum')).toMatchObject({ 0: 0, 2: 0 });
      expect(await oneReview(test, late.paymentId)).toMatchObject({
        reason: 'quota_sold_out',
        amount: 100000,
        choices: [{ decision: 'raise_quota' }, { decision: 'refund_duplicate' }, { decision: 'settled_outside' }],
      });
      await expectBooksAgree(test);
    });

    it('that waits for a decision ends the link in place of its own, which holds the last unit', async () => {
      await leaveUnits(admin, 'platinum', 1);
      const late = await sellAndDecline('platinum');
      const contact = { name: 'Asha Rao', email: 'asha.anew@example.com' };
      const { status, body } = await seller.post(`/api/payments/${late.paymentId}/correct-contact`, contact);
      expect(status).toBe(201);
      expect((await payOn(test, late.page)).body.data?.state).toBe('returning');
      expect(await oneReview(test, late.paymentId)).toMatchObject({ reason: 'quota_sold_out' });
      const pay = await customer.post(`/api/payments/${body.data.paymentId}/initiate`);
      expect([pay.status, pay.body.error]).toEqual([409, 'LINK_EXPIRED']);
      await later(HOUR);
      expect(await units('platinum')).toMatchObject({ 0: 0, 2: 1 });
    });

    it('that waits for a decision: the link in place of its own is neither renewed nor replaced until it is given back', async () => {
      await leaveUnits(admin, 'platinum', 1);
      const late = await sellAndDecline('platinum');
      const contact = { name: 'Asha Rao', email: 'asha.waits@example.com' };
      const { body } = await correctContact(seller, late.paymentId, contact);
      const inPlace = body.data.paymentId as string;
      expect((await payOn(test, late.page)).body.data?.state).toBe('returning');
      await later(HOUR);
      expect(await statusOf(customer, inPlace)).toBe('cancelled');
      const reissue = () => seller.post(`/api/payments/${inPlace}/reissue-link`);
      const expectWaiting = async () => {
        const words = SERVER_MESSAGES.link.saleMoneyWaits;
        const again = { ...contact, email: 'asha.once.more@example.com' };
        for (const refused of [await reissue(), await correctContact(seller, inPlace, again)])
          expect([refused.status, refused.body.error, refused.body.message]).toEqual([409, 'MONEY_ARRIVED', words]);
        expect((await rowOf(seller, inPlace)).denials).toMatchObject({ reissue: words, correctContact: words });
      };
      await expectWaiting();
      const { reviewId } = await oneReview(test, late.paymentId);
      expect((await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 100000 })).status).toBe(200);
      await expectWaiting();
      await followRefunds();
      expect((await rowOf(seller, inPlace)).denials).toMatchObject({ reissue: null, correctContact: null });
      expect((await reissue()).status).toBe(200);
      expect((await cancelLink(seller, inPlace)).status).toBe(200);
    });

    it('completes its payment once an admin raises the limit', async () => {
      const late = await sellTooLate('platinum');
      const before = (await quotaOf(admin, 'platinum'))!.limit;
      const { reviewId } = await oneReview(test, late.paymentId);
      const wrong = await decide(admin, reviewId, 'raise_quota', { confirmedAmount: 1 });
      expect(wrong.body.error).toBe('AMOUNT_CHANGED');
      const { status, text } = await decide(admin, reviewId, 'raise_quota', { confirmedAmount: 100000 });
      expect([status, text]).toEqual([200, expect.any(String)]);
      await test.settle();
      expect(await quotaOf(admin, 'platinum')).toMatchObject({ limit: before + 1, reserved: 0, left: 0 });
      const { body } = await customer.get(`/api/payments/${late.paymentId}`);
      expect(body.data).toMatchObject({
        status: 'completed',
        returning: null,
        receiptNumber: expect.stringMatching(/^RC-/),
      });
      expect((await tokenOf(test, late.paymentId))?.status).toBe('active');
      const details = await admin.get(`/api/payments/admin/${late.paymentId}/details`);
      expect(details.body.data.attempts).toMatchObject([{ status: 'captured', excess: false, responseCode: '0000' }]);
      expect(await reviewsOf(test, late.paymentId)).toEqual([]);
      const repeated = await decide(admin, reviewId, 'raise_quota', { confirmedAmount: 100000 });
      expect(repeated.status).toBe(200);
      expect((await quotaOf(admin, 'platinum'))!.limit).toBe(before + 1);
      const [entry] = await query<{ to: string }>(
        test,
        "SELECT to_value AS 'to' FROM audit_log WHERE action = 'quota.changed' AND reason = ?".replaceAll(
          "'to'",
          'to_',
        ),
        [`review ${reviewId}`],
      );
      expect(entry).toEqual({ to_: String(before + 1) });
      await expectBooksAgree(test);
    });

    it.each(['raised before', 'removed'])('a limit that was %s is left alone by the decision', async (how) => {
      const late = await sellTooLate('platinum');
      const limit = (await quotaOf(admin, 'platinum'))!.limit + 5;
      await setLimit(admin, 'platinum', how === 'removed' ? '' : limit);
      const { reviewId } = await oneReview(test, late.paymentId);
      expect((await decide(admin, reviewId, 'raise_quota', { confirmedAmount: 100000 })).status).toBe(200);
      expect((await quotaOf(admin, 'platinum'))?.limit).toBe(how === 'removed' ? undefined : limit);
      expect(await statusOf(customer, late.paymentId)).toBe('completed');
    });

    it('is refunded instead, once; the payment stays unpaid and cannot be completed afterwards', async () => {
      const late = await sellTooLate('platinum');
      const { reviewId } = await oneReview(test, late.paymentId);
      const [refunding, raising] = await Promise.all([
        decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 100000 }),
        decide(admin, reviewId, 'raise_quota', { confirmedAmount: 100000 }),
      ]);
      const won = [refunding.status, raising.status].filter((status) => status === 200);
      expect(won).toHaveLength(1);
      if (raising.status === 200) return expect(await statusOf(customer, late.paymentId)).toBe('completed');
      const now = async () => (await customer.get(`/api/payments/${late.paymentId}`)).body.data;
      expect((await now()).returning.state).toBe('with-bank');
      await followRefunds();
      expect(await now()).toMatchObject({ status: 'failed', returning: { state: 'returned', use: 'sale' } });
      expect(await reviewsOf(test, late.paymentId)).toEqual([]);
      expect((await decide(admin, reviewId, 'raise_quota', { confirmedAmount: 100000 })).status).toBe(409);
    });

    it('refunded: the customer reads how far it is', async () => {
      const late = await sellTooLate('platinum');
      const { reviewId } = await oneReview(test, late.paymentId);
      expect((await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 100000 })).status).toBe(200);
      const now = async () => (await customer.get(`/api/payments/${late.paymentId}`)).body.data;
      expect((await now()).returning.state).toBe('with-bank');
      await followRefunds();
      expect(await now()).toMatchObject({ status: 'failed', returning: { state: 'returned', use: 'sale' } });
      expect(await reviewsOf(test, late.paymentId)).toEqual([]);
    });

    it.each(['a sale', 'an upgrade'])('given back, of %s: its link is over, and its row says why', async (what) => {
      const sellUpgradeTooLate = async () => {
        const gold = await sellAndPay(test, seller, 'gold');
        await leaveUnits(admin, 'platinum', 1);
        const paymentId = await createUpgrade(seller, gold.paymentId);
        const { page } = await payAt(test, paymentId, 'decline');
        test.clock.advance(3000);
        await sellAndPay(test, seller, 'platinum');
        await payOn(test, page);
        await test.settle();
        return { paymentId };
      };
      const { paymentId } = what === 'a sale' ? await sellTooLate('platinum') : await sellUpgradeTooLate();
      const { reviewId, amount } = await oneReview(test, paymentId);
      expect((await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: amount })).status).toBe(200);
      await followRefunds();
      await setLimit(admin, 'platinum', '');
      const { status, body } = await seller.post(`/api/payments/${paymentId}/reissue-link`);
      expect(status).toBe(409);
      expect(body.message).not.toMatch(/to be given back/);
      expect((await rowOf(seller, paymentId)).denials.reissue).toBe(body.message);
      if (what !== 'a sale') return;
      const corrected = await correctContact(seller, paymentId, { name: 'Asha Rao', email: 'asha.over@example.com' });
      expect(corrected.status).toBe(409);
      expect((await rowOf(seller, paymentId)).denials.correctContact).toBe(corrected.body.message);
    });

    it('is not completed while the bank does not confirm it', async () => {
      const late = await sellTooLate('platinum');
      const { reviewId } = await oneReview(test, late.paymentId);
      const limit = (await quotaOf(admin, 'platinum'))!.limit;
      test.clock.advance(HOUR);
      await signIn();
      await test.bank.fault('status', 'reset-before', { times: 0 });
      const { status, body } = await decide(admin, reviewId, 'raise_quota', { confirmedAmount: 100000 });
      expect([status, body.error]).toEqual([409, 'CAPTURE_NOT_CONFIRMED']);
      expect((await quotaOf(admin, 'platinum'))!.limit).toBe(limit);
      expect(await statusOf(customer, late.paymentId)).toBe('failed');
    });

    it('that comes while a page for another try is made sends nobody there, though a unit is left by then', async () => {
      await leaveUnits(admin, 'platinum', 1);
      const late = await sellAndDecline('platinum');
      await sellAndPay(test, seller, 'platinum');
      const gateway = test.get(PaymentGateway);
      const create = gateway.createInvoice.bind(gateway);
      jest.spyOn(gateway, 'createInvoice').mockImplementationOnce(async (order) => {
        expect((await payOn(test, late.page)).body.data?.state).toBe('returning');
        await leaveUnits(admin, 'platinum', 1);
        return create(order);
      });
      const { body } = await customer.post(`/api/payments/${late.paymentId}/initiate`);
      expect(body.error).toBe('LINK_EXPIRED');
      expect(await statusOf(customer, late.paymentId)).toBe('failed');
      expect(await units('platinum')).toMatchObject({ 0: 0, 2: 1 });
      await endOpenLinks();
      expect((await oneReview(test, late.paymentId)).reason).toBe('quota_sold_out');
    });

    it('that came twice on one invoice is not doubted when staff check the payment', async () => {
      const late = await sellTooLate('platinum');
      const reasons = async () => new Set((await reviewsOf(test, late.paymentId)).map(({ reason }) => reason));
      test.clock.advance(3000);
      await payOn(test, late.page);
      expect(await reasons()).toEqual(new Set(['excess_capture', 'quota_sold_out']));
      for (const { explanation } of await reviewsOf(test, late.paymentId))
        expect(explanation).not.toMatch(/token was issued/);
      test.clock.advance(HOUR);
      await signIn();
      expect((await seller.post(`/api/payments/check-status/${late.paymentId}`)).status).toBe(200);
      expect(await reasons()).toEqual(new Set(['excess_capture', 'quota_sold_out']));
    });

    it('and the money that came twice is a duplicate as ever', async () => {
      await leaveUnits(admin, 'silver', 1);
      const link = await sellAndPay(test, seller, 'silver');
      expect(await left('silver')).toBe(0);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });
  });

  describe('a refund', () => {
    it('in full frees the unit; a part of it does not', async () => {
      await leaveUnits(admin, 'gold', 1);
      const { paymentId } = await sellAndPay(test, seller, 'gold');
      await refund(seller, paymentId, 1000);
      await followRefunds();
      await refused('gold');
      expect((await refund(seller, paymentId, 50000)).status).toBe(200);
      await followRefunds();
      expect(await left('gold')).toBe(1);
      await createLink(seller, 'gold');
    });
  });

  describe('an upgrade', () => {
    it('takes a platinum and frees a gold when it is paid; its refund gives both back', async () => {
      await leaveUnits(admin, 'gold', 1);
      await leaveUnits(admin, 'platinum', 1);
      const gold = await sellAndPay(test, seller, 'gold');
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      expect([await left('gold'), await left('platinum')]).toEqual([0, 0]);
      await payAsCustomer(test, upgradeId);
      expect([await left('gold'), await left('platinum')]).toEqual([1, 0]);
      const other = await sellAndPay(test, seller, 'gold');
      expect((await askUpgrade(seller, other.paymentId)).body.error).toBe('QUOTA_SOLD_OUT');
      expect((await refund(seller, upgradeId, 49000)).status).toBe(200);
      await followRefunds();
      // The gold token is valid again although its unit was sold: one more than the limit.
      const quota = (await quotaOf(admin, 'gold'))!;
      expect([quota.sold + quota.reserved - quota.limit, quota.left, await left('platinum')]).toEqual([1, 0, 1]);
    });

    it('locks its token before the limit, whoever comes to both: no two of them wait for each other', async () => {
      await leaveUnits(admin, 'platinum', 5);
      const order = async (gold: Link, work: () => Promise<{ status: number }>) => {
        const [row] = await query<{ id: number }>(test, 'SELECT id FROM payments WHERE public_id = ?', [
          gold.paymentId,
        ]);
        const sent = await sentBy(test.get(DataSource), async () => expect((await work()).status).toBeLessThan(300));
        // SQLite has the numbers of an update in its text.
        const isAbout = ({ sql, parameters }: Sent) =>
          sql.includes(`"id" = ${row!.id} `) || parameters.some((value) => Number(value) === Number(row!.id));
        const locks = /^UPDATE .payments. |^SELECT p\.id .* FROM payments p WHERE p\.id = \?/s;
        const token = sent.findIndex((each) => locks.test(each.sql) && isAbout(each));
        const limit = sent.findIndex(({ sql }) => /^UPDATE .quota_counters/.test(sql));
        expect([token, limit]).not.toContain(-1);
        return token < limit ? 'token, limit' : 'limit, token';
      };
      const gold = await sellAndPay(test, seller, 'gold');
      let upgradeId = '';
      const make = async () => {
        const made = await askUpgrade(seller, gold.paymentId);
        upgradeId = made.body.data.upgradePaymentId as string;
        return made;
      };
      expect(['made', await order(gold, make)]).toEqual(['made', 'token, limit']);
      await payAt(test, upgradeId, 'decline');
      test.clock.advance(3000);
      expect(['pressed again', await order(gold, () => customer.post(`/api/payments/${upgradeId}/initiate`))]).toEqual([
        'pressed again',
        'token, limit',
      ]);
      await later(LINK_LIFE + HOUR);
      expect(['reissued', await order(gold, () => seller.post(`/api/payments/${upgradeId}/reissue-link`))]).toEqual([
        'reissued',
        'token, limit',
      ]);
      await leaveUnits(admin, 'platinum', 0);
      const { page } = await payAt(test, upgradeId, 'decline');
      test.clock.advance(3000);
      await leaveUnits(admin, 'platinum', 0);
      expect((await payOn(test, page)).body.data?.state).toBe('returning');
      const { reviewId } = await oneReview(test, upgradeId);
      const raise = () => decide(admin, reviewId, 'raise_quota', { confirmedAmount: 49000 });
      expect(['limit raised', await order(gold, raise)]).toEqual(['limit raised', 'token, limit']);
      expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
    });

    it('paid after the last platinum was sold: no other upgrade of the token is made, paid or renewed while the money waits', async () => {
      const gold = await sellAndPay(test, seller, 'gold');
      await leaveUnits(admin, 'platinum', 2);
      const first = await createUpgrade(seller, gold.paymentId);
      const { page } = await payAt(test, first, 'decline');
      test.clock.advance(3000);
      const second = await createUpgrade(seller, gold.paymentId);
      await payAt(test, second, 'decline');
      test.clock.advance(3000);
      await leaveUnits(admin, 'platinum', 1);
      await sellAndPay(test, seller, 'platinum');
      expect((await payOn(test, page)).body.data?.state).toBe('returning');
      await leaveUnits(admin, 'platinum', 5);
      const words = SERVER_MESSAGES.upgrade.moneyWaits;
      const expectWaiting = async () => {
        const { status, body } = await askUpgrade(seller, gold.paymentId);
        expect([status, body.error, body.message]).toEqual([409, 'MONEY_ARRIVED', words]);
        expect((await rowOf(seller, gold.paymentId)).denials.upgrade).toBe(words);
        expect((await rowOf(seller, gold.paymentId)).upgradeState).toBeNull();
      };
      await expectWaiting();
      const pay = await customer.post(`/api/payments/${second}/initiate`);
      expect([pay.status, pay.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
      await later(LINK_LIFE + HOUR);
      await expectWaiting();
      for (const upgradeId of [first, second]) {
        const renewed = await seller.post(`/api/payments/${upgradeId}/reissue-link`);
        expect([renewed.status, renewed.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
        expect((await rowOf(seller, upgradeId)).denials.reissue).not.toBeNull();
      }
      const { reviewId } = await oneReview(test, first);
      expect((await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 49000 })).status).toBe(200);
      await expectWaiting();
      await followRefunds();
      expect((await rowOf(seller, gold.paymentId)).denials.upgrade).toBeNull();
      expect((await askUpgrade(seller, gold.paymentId)).status).toBe(201);
    });

    describe('declined, then replaced by a newer link that holds the last platinum', () => {
      const stage = async () => {
        await endOpenLinks();
        const gold = await sellAndPay(test, seller, 'gold');
        await leaveUnits(admin, 'platinum', 1);
        const first = await createUpgrade(seller, gold.paymentId);
        const { page } = await payAt(test, first, 'decline');
        test.clock.advance(3000);
        const second = await createUpgrade(seller, gold.paymentId);
        const [, sold = 0] = (await units('platinum'))!;
        expect(await units('platinum')).toEqual([1, sold, 0]);
        return { gold, first, page, second, sold };
      };
      const expectWon = async ({ gold, first, page, sold }: Awaited<ReturnType<typeof stage>>) => {
        expect((await payOn(test, page)).body.data?.state).toBe('completed');
        expect(await reviewsOf(test, first)).toEqual([]);
        expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
        // The newer link has ended, and holds its unit until the bank was asked for the last time.
        expect(await units('platinum')).toEqual([1, sold + 1, 0]);
        await refused('platinum');
      };
      const pressNewer = async ({ second }: Awaited<ReturnType<typeof stage>>) => {
        const page = await pressPay(customer, second);
        test.clock.advance(3000);
        return page;
      };

      it.each(['not opened', 'at the bank'])(
        '%s: late money completes it, and the unit goes back once',
        async (where) => {
          const told = await stage();
          if (where === 'at the bank') await pressNewer(told);
          await expectWon(told);
          await later(LINK_LIFE + HOUR);
          expect(await statusOf(customer, told.second)).toBe('cancelled');
          expect(await units('platinum')).toEqual([0, told.sold + 1, 0]);
          await refused('platinum');
          expect((await refund(seller, told.first, 49000)).status).toBe(200);
          await followRefunds();
          expect(await units('platinum')).toEqual([0, told.sold, 1]);
        },
      );

      it('at the bank and paid after that: returned, and the unit goes back once', async () => {
        const told = await stage();
        const newer = await pressNewer(told);
        await expectWon(told);
        expect((await payOn(test, newer)).body.data?.state).toBe('returning');
        expect(await oneReview(test, told.second)).toMatchObject({ reason: 'upgrade_duplicate' });
        await later(LINK_LIFE + HOUR);
        expect(await units('platinum')).toEqual([0, told.sold + 1, 0]);
      });

      it('under a limit that was lowered since: an open link is completed, and so is what takes its place', async () => {
        const told = await stage();
        const { limit } = (await quotaOf(admin, 'platinum'))!;
        expect((await setLimit(admin, 'platinum', Math.max(0, limit - 2))).status).toBe(200);
        await expectWon(told);
      });

      it('paid meanwhile: late money is one upgrade too many', async () => {
        const told = await stage();
        await payAsCustomer(test, told.second);
        expect((await payOn(test, told.page)).body.data?.state).toBe('returning');
        expect(await oneReview(test, told.first)).toMatchObject({ reason: 'upgrade_duplicate' });
        expect(await units('platinum')).toEqual([0, told.sold + 1, 0]);
      });

      it('declined too, and its unit sold to somebody else: late money waits for a decision', async () => {
        const told = await stage();
        await payAt(test, told.second, 'decline');
        test.clock.advance(3000);
        await sellAndPay(test, seller, 'platinum');
        expect((await payOn(test, told.page)).body.data?.state).toBe('returning');
        expect(await oneReview(test, told.first)).toMatchObject({ reason: 'quota_sold_out' });
        expect(await units('platinum')).toEqual([0, told.sold + 1, 0]);
      });

      it('late money and the end of the newer link at the same moment, a desk asking for its unit: never one too many', async () => {
        for (let round = 0; round < 5; round += 1) {
          const told = await stage();
          const newer = await pressNewer(told);
          await Promise.all([payOn(test, told.page), payOn(test, newer, 'decline'), onceServed(() => ask('platinum'))]);
          await later(0);
          const quota = (await quotaOf(admin, 'platinum'))!;
          const status = await statusOf(customer, told.second);
          const held = status === 'pending' || status === 'initiated' ? 1 : 0;
          expect(quota.sold + quota.reserved - held).toBeLessThanOrEqual(quota.limit);
          for (const { reviewId } of await reviewsOf(test, told.first))
            await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 49000 });
          await followRefunds();
        }
      });
    });

    it('paid after the last platinum was sold: the history of its page and of the token’s says how far the return is', async () => {
      const gold = await sellAndPay(test, seller, 'gold');
      await leaveUnits(admin, 'platinum', 1);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const { page } = await payAt(test, upgradeId, 'decline');
      test.clock.advance(3000);
      await sellAndPay(test, seller, 'platinum');
      await payOn(test, page);
      const expectBadge = async (badge: string) => {
        for (const id of [upgradeId, gold.paymentId]) {
          const { text } = await customer.get(`/upgrade/${id}`);
          const badges = [...text.matchAll(/<span class="pub-badge[^>]*>([^<]*)/g)].map(([, words]) => words);
          expect([id, ...badges.slice(-2)]).toEqual([id, 'Payment Completed', badge]);
        }
      };
      await expectBadge('Being decided');
      const { reviewId } = await oneReview(test, upgradeId);
      expect((await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 49000 })).status).toBe(200);
      await expectBadge('Being returned');
      await followRefunds();
      await expectBadge('Payment Refunded');
    });

    it('paid after the last platinum was sold waits for an admin, and is completed above the limit', async () => {
      const gold = await sellAndPay(test, seller, 'gold');
      await leaveUnits(admin, 'platinum', 1);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const { page } = await payAt(test, upgradeId, 'decline');
      test.clock.advance(3000);
      await sellAndPay(test, seller, 'platinum');
      expect((await payOn(test, page)).body.data?.state).toBe('returning');
      expect((await tokenOf(test, gold.paymentId))?.status).toBe('active');
      const review = await oneReview(test, upgradeId);
      expect(review).toMatchObject({ reason: 'quota_sold_out', amount: 49000 });
      expect((await decide(admin, review.reviewId, 'raise_quota', { confirmedAmount: 49000 })).status).toBe(200);
      expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
      expect((await tokenOf(test, upgradeId))?.status).toBe('active');
    });
  });

  describe('a limit', () => {
    it('counts what is there when it is set, is refused when it is none, and is written to the audit log', async () => {
      const open = await createLink(seller, 'gold');
      await sellAndPay(test, seller, 'gold');
      expect((await setLimit(admin, 'gold', 5000)).status).toBe(200);
      const quota = (await quotaOf(admin, 'gold'))!;
      expect([quota.reserved > 0, quota.sold > 0, quota.left]).toEqual([
        true,
        true,
        5000 - quota.reserved - quota.sold,
      ]);
      for (const limit of ['-1', '1.5', 'many', '1000001']) {
        const { status, body } = await setLimit(admin, 'gold', limit);
        expect([status, body.error, Object.keys(body.details as object)]).toEqual([422, 'FIELD_ERRORS', ['limit']]);
      }
      expect((await setLimit(seller, 'gold', 1)).status).toBe(403);
      expect(
        (await admin.call('PUT', '/api/admin/projects/none/quotas', { body: { tokenType: 'gold', limit: '1' } }))
          .status,
      ).toBe(404);
      expect((await setLimit(admin, 'gold', 5000)).status).toBe(200);
      const entries = (await auditOf(test, 'default:gold')).filter(({ action }) => action === 'quota.changed');
      await setLimit(admin, 'gold', 4000);
      await setLimit(admin, 'gold', '');
      const after = (await auditOf(test, 'default:gold')).filter(({ action }) => action === 'quota.changed');
      expect(after.length - entries.length).toBe(2);
      await cancelLink(seller, open.paymentId);
    });

    it('lowered below what is sold stops new links, and completes those that are open', async () => {
      await leaveUnits(admin, 'gold', 2);
      const link = await createLink(seller, 'gold');
      await setLimit(admin, 'gold', 0);
      await refused('gold');
      await payAsCustomer(test, link.paymentId);
      expect(await left('gold')).toBe(0);
    });

    it('is listed, set, tried and removed on the command line', async () => {
      const run = (...args: string[]) => tokendesk(['quota', ...args], environmentOf(test), test.settings.dataDir);
      expect((await run('list')).stdout + (await run('list')).stderr).toContain('No tier has a limit.');
      expect((await run('set', 'platinum', '500', '--dry-run')).code).toBe(0);
      expect(await quotaOf(admin, 'platinum')).toBeNull();
      const set = await run('set', 'platinum', '500', '--json');
      expect(JSON.parse(set.stdout)).toEqual({
        tierCode: 'platinum',
        tokenType: 'platinum',
        from: null,
        to: 500,
        written: true,
      });
      expect(JSON.parse((await run('list', '--json')).stdout)).toEqual([await quotaOf(admin, 'platinum')]);
      for (const [tier, limit] of [
        ['2bhk', '1'],
        ['gold', '-1'],
        ['gold', ''],
      ] as const)
        expect((await run('set', tier, limit)).code).toBe(2);
      const unknown = await run('set', 'diamond', '1');
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('The project has no tier diamond')]);
      expect((await run('set', 'platinum', 'none')).code).toBe(0);
      expect(await quotaOf(admin, 'platinum')).toBeNull();
    });

    it('is recounted from payments and tokens', async () => {
      await leaveUnits(admin, 'gold', 3);
      await createLink(seller, 'gold');
      const before = await units('gold');
      await query(test, "UPDATE quota_counters SET reserved = reserved + 4, sold = sold - 2 WHERE token_type = 'gold'");
      const reconciler = new CounterReconciler(test.get(UnitOfWork));
      expect((await reconciler.check()).quotas).toBe(1);
      expect((await reconciler.repair()).quotas).toBe(1);
      expect(await units('gold')).toEqual(before);
      expect((await reconciler.check()).quotas).toBe(0);
    });

    it('is shown on the form, for its tier alone', async () => {
      await leaveUnits(admin, 'platinum', 12);
      const { text } = await seller.get('/customer-form');
      expect(text).toContain('unitsLeft');
      expect(text).toMatch(/platinum&quot;,&quot;left&quot;:12|"platinum","left":12/);
      expect((await customer.get('/customer-form/offline')).text).not.toContain('unitsLeft');
    });
  });

  describe('many at once', () => {
    it('fifty desks ask for the last unit: one gets it', async () => {
      await leaveUnits(admin, 'platinum', 1);
      const replies = await Promise.all(Array.from({ length: 50 }, () => onceServed(() => ask('platinum'))));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(replies.filter(({ status, body }) => status === 409 && body.error === 'QUOTA_SOLD_OUT')).toHaveLength(49);
      expect(await left('platinum')).toBe(0);
    });

    it('late money and desks ask for the last unit: one gets it', async () => {
      await leaveUnits(admin, 'platinum', 3);
      const lates: (Link & { page: string })[] = [];
      for (let made = 0; made < 3; made += 1) lates.push(await sellAndDecline('platinum'));
      await leaveUnits(admin, 'platinum', 1);
      const [states, replies] = await Promise.all([
        Promise.all(lates.map(async ({ page }) => (await payOn(test, page)).body.data?.state as string)),
        Promise.all(Array.from({ length: 10 }, () => ask('platinum'))),
      ]);
      await test.settle();
      const completed = states.filter((state) => state === 'completed').length;
      const made = replies.filter(({ status }) => status === 201).length;
      expect([completed + made, await left('platinum')]).toEqual([1, 0]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    });

    it('limits are set while links are made and paid: nothing is counted twice or not at all', async () => {
      const opened = await Promise.all(Array.from({ length: 6 }, () => createLink(seller, 'gold')));
      const work = [
        ...opened.map(({ paymentId }) => payAsCustomer(test, paymentId)),
        ...Array.from({ length: 10 }, () => ask('gold')),
        setLimit(admin, 'gold', 9000),
        ...Array.from({ length: 10 }, () => ask('gold')),
        setLimit(admin, 'gold', ''),
        ...Array.from({ length: 5 }, () => ask('gold')),
        setLimit(admin, 'gold', 9001),
        ...Array.from({ length: 5 }, () => ask('gold')),
      ];
      await Promise.all(work);
      await test.settle();
      await setLimit(admin, 'gold', 9002);
      await expectInvariants(test);
    });

    it('golds are sold and upgraded at once under limits of both', async () => {
      await leaveUnits(admin, 'platinum', 50);
      await leaveUnits(admin, 'gold', 50);
      const golds = [];
      for (let made = 0; made < 4; made += 1) golds.push(await sellAndPay(test, seller, 'gold'));
      const upgrades = [];
      for (const { paymentId } of golds) upgrades.push(await createUpgrade(seller, paymentId));
      const more = await Promise.all(Array.from({ length: 4 }, () => createLink(seller, 'gold')));
      await Promise.all([...upgrades, ...more.map(({ paymentId }) => paymentId)].map((id) => payAsCustomer(test, id)));
      expect([await left('gold'), await left('platinum')]).toEqual([46, 46]);
    });
  });
});
