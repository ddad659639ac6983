import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { RefundRequestService } from '../../src/modules/refunds/refund-request.service.js';
import { refundExpectedDays } from '../../src/domain/calendar/bank-days.js';
import type { Client } from '../support/client.js';
import { expectCountersRight } from '../support/counters.js';
import { HOUR } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants, expectOneReceiptEach, expectRefundsAgree } from '../support/invariants.js';
import { cancelLink } from '../support/links.js';
import { sampled } from '../support/long.js';
import { ANY_AMOUNT, payAsCustomer, refund, sellAndPay } from '../support/refunds.js';
import { countRows, decide } from '../support/reviews.js';
import { comeBack, createLink, type Link, pressPay, statusOf, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import {
  askUpgrade,
  createUpgrade,
  endUpgrade,
  onUpgradeStage,
  payAt,
  payOn,
  reset,
  reviewOf,
  tokenOf,
} from '../support/upgrades.js';

const PHONE = 'tel:';
const LINK_LIFE = 72 * HOUR;

/** An upgrade whose attempt has ended; the customer keeps the bank's page open. */
interface Ended {
  upgradeId: string;
  /** Null: the money has left already. */
  page: string | null;
  /** Of the upgrade's own payment. */
  status: string;
}

describe('money for an upgrade that arrives after its end', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  onUpgradeStage((stage) => ({ test, seller, customer } = stage));

  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const idOf = async (paymentId: string): Promise<number> => {
    const [row] = await query('SELECT id FROM payments WHERE public_id = ?', [paymentId]);
    return Number(row.id);
  };
  const platinum = () =>
    countRows(test, "SELECT COALESCE(MAX(last_number), 0) AS n FROM token_counters WHERE token_type = 'platinum'");
  const revenue = async () => {
    const { body } = await seller.get('/api/sales-manager/dashboard');
    const admin = await test.staff(ADMIN);
    const all = await admin.get('/api/admin/transactions/analysis');
    return JSON.stringify([body.data.tokenCounts, all.body.data?.summary ?? all.body.data]);
  };
  const followRefunds = async () => {
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    seller = await test.staff(SALES);
  };

  const ended = async (upgradeId: string, outcome: 'decline' | 'cancel'): Promise<Ended> => ({
    ...(await endUpgrade(test, upgradeId, outcome)),
    status: outcome === 'decline' ? 'failed' : 'cancelled',
  });

  /** How an attempt can have ended before its money comes. */
  const ENDS: Record<string, (gold: Link) => Promise<Ended>> = {
    'declined at the bank': async (gold) => ended(await createUpgrade(seller, gold.paymentId), 'decline'),
    'cancelled at the bank': async (gold) => ended(await createUpgrade(seller, gold.paymentId), 'cancel'),
    'declined and reset': async (gold) => {
      const end = await ended(await createUpgrade(seller, gold.paymentId), 'decline');
      expect((await reset(seller, gold.paymentId)).status).toBe(200);
      return end;
    },
    'left at the bank and cancelled by staff': async (gold) => {
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const page = await pressPay(customer, upgradeId);
      test.clock.advance(3000);
      expect((await cancelLink(seller, upgradeId)).status).toBe(200);
      return { upgradeId, page, status: 'cancelled' };
    },
    'declined, then the link cancelled by staff': async (gold) => {
      const end = await ended(await createUpgrade(seller, gold.paymentId), 'decline');
      expect((await cancelLink(seller, end.upgradeId)).status).toBe(200);
      return { ...end, status: 'cancelled' };
    },
    'declined, reissued, and the new one declined': async (gold) => {
      const end = await ended(await createUpgrade(seller, gold.paymentId), 'decline');
      const renewed = await seller.post(`/api/payments/${end.upgradeId}/reissue-link`);
      expect(renewed.status).toBe(200);
      test.clock.advance(3000);
      return { ...(await ended(end.upgradeId, 'decline')), page: end.page };
    },
    'paid while the bank did not know it, and expired': async (gold) => {
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const page = await pressPay(customer, upgradeId);
      const [{ invoice }] = await query(
        'SELECT a.invoice_no AS invoice FROM payment_attempts a WHERE a.payment_id = ? AND a.open_payment_id IS NOT NULL',
        [await idOf(upgradeId)],
      );
      await test.bank.fault('status', 'lag-not-found', { times: 0, invoiceNo: invoice });
      await test.bank.press(page, 'pay-close-tab');
      test.clock.advance(LINK_LIFE + HOUR);
      await test.poll();
      seller = await test.staff(SALES);
      expect(await statusOf(customer, upgradeId)).toBe('cancelled');
      return { upgradeId, page: null, status: 'cancelled' };
    },
  };
  const arrive = async ({ page }: Ended) => {
    if (page === null) {
      await test.bank.clearFaults();
      test.clock.advance(24 * HOUR);
      await test.poll();
      seller = await test.staff(SALES);
      return null;
    }
    const event = await comeBack(customer, await test.bank.press(page, 'pay-nb'));
    await test.settle();
    const { body, status } = await verify(customer, event);
    test.clock.advance(3000);
    return { event, body, status };
  };

  /** What makes the money unusable. */
  const BLOCKS: Record<string, { make: (gold: Link) => Promise<void>; review: string }> = {
    'refund requested, not sent yet': {
      review: 'upgrade_source_refunded',
      make: async (gold) => {
        const [user] = await query('SELECT id FROM users WHERE email = ?', [SALES.email]);
        const order = { duplicateChargeId: null, reason: 'x', requestedBy: Number(user.id), requestName: null };
        await test
          .get(RefundRequestService)
          .order({ ...order, origin: 'order', paymentId: await idOf(gold.paymentId), amount: 5_100_000 }, HOUR);
      },
    },
    'refund with the bank': {
      review: 'upgrade_source_refunded',
      make: async (gold) => expect((await refund(seller, gold.paymentId, 51000)).status).toBe(200),
    },
    'refund unknown': {
      review: 'upgrade_source_refunded',
      make: async (gold) => {
        await test.bank.fault('refund', 'reset-before');
        expect((await refund(seller, gold.paymentId, 51000)).status).toBe(202);
      },
    },
    'refund completed, token void': {
      review: 'upgrade_source_refunded',
      make: async (gold) => {
        expect((await refund(seller, gold.paymentId, 51000)).status).toBe(200);
        await followRefunds();
        expect((await tokenOf(test, gold.paymentId))?.status).toBe('void');
      },
    },
    'one rupee refunded': {
      review: 'upgrade_source_refunded',
      make: async (gold) => {
        expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).status).toBe(200);
        await followRefunds();
      },
    },
    'upgraded by another': {
      review: 'upgrade_duplicate',
      make: async (gold) => {
        await payAt(test, await createUpgrade(seller, gold.paymentId));
        expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
      },
    },
  };

  const expectUnused = async ({ upgradeId, status }: Ended, review: string) => {
    expect(await statusOf(customer, upgradeId)).toBe(status);
    expect(await tokenOf(test, upgradeId)).toBeNull();
    expect(await reviewOf(test, upgradeId)).toBe(review);
    const [row] = await query('SELECT paid_at AS paid, token_number AS number FROM payments WHERE public_id = ?', [
      upgradeId,
    ]);
    expect(row).toEqual({ paid: null, number: null });
    const mails = await countRows(test, 'SELECT COUNT(*) AS n FROM mail_outbox WHERE dedupe_key IN (?, ?)', [
      `receipt:${upgradeId}`,
      `payment-late:${upgradeId}`,
    ]);
    expect(mails).toBe(0);
    const charges = (await seller.get(`/api/payments/${upgradeId}/refunds`)).body.data.duplicateCharges;
    expect(charges).toMatchObject([{ refundableAmount: 49000 }]);
    return charges[0].id as string;
  };

  const expectApiSaysSo = async (upgradeId: string) => {
    const details = (await customer.get(`/api/payments/${upgradeId}`)).body.data;
    const state = (await customer.get(`/api/payments/${upgradeId}/status`)).body.data;
    for (const data of [details, state]) {
      expect(data).toMatchObject({ canPay: false, inProgress: false, unclear: null, tokenNumber: 'N/A' });
      expect(data.returning).toMatchObject({ amount: 49000, state: 'preparing', returnedAt: null });
      expect(data.returning.text).toContain('The bank took ₹49,000');
      expect(data.returning.text).toContain('is being returned');
      expect(data.returning.text).toMatch(/between \w{3} \d{1,2} \w{3,4} \d{4} and \w{3} \d{1,2} \w{3,4} \d{4};/);
      expect(data.returning.revoked).toBe(false);
      expect(data.returning.expected).toEqual(refundExpectedDays(test.clock.now(), new Set()));
    }
    expect(details).toMatchObject({ failure: null, receiptNumber: null });
    const pressed = await customer.post(`/api/payments/${upgradeId}/initiate`);
    expect(pressed.status).toBe(409);
  };

  const expectEveryPageSaysSo = async (upgradeId: string, goldId: string, event: string | null) => {
    const addresses = [
      `/payment/${upgradeId}`,
      `/customer-payment/${upgradeId}`,
      `/payment/${upgradeId}?problem=LINK_EXPIRED`,
      `/upgrade/${upgradeId}`,
      `/upgrade/${goldId}`,
      `/payment/success?payment=${upgradeId}`,
      `/thank-you?payment=${upgradeId}`,
      `/payment/cancel?payment=${upgradeId}`,
      `/payment/${upgradeId}/receipt`,
      ...(event ? [`/payment/verify?event=${event}`] : []),
    ];
    const expectedTexts = {
      en: {
        took: 'The bank took',
        being: 'is being returned to the account',
        by: 'the money is expected in your account between',
      },
      hi: { took: 'बैंक ने इस अपग्रेड के लिए', being: 'लौटाए जा रहे हैं', by: 'पहुँचने की उम्मीद है' },
    };
    for (const address of addresses) {
      for (const [language, words] of Object.entries(expectedTexts)) {
        const page = await test.client().get(address, { headers: { 'Accept-Language': language } });
        const body = page.text.slice(page.text.indexOf('<body'));
        const shown = { address, language, status: page.status };
        for (const wanted of [words.took, '₹49,000', words.being, words.by, PHONE])
          expect({ ...shown, wanted, there: body.includes(wanted) }).toEqual({ ...shown, wanted, there: true });
        for (const never of ['PL-', 'data-pay', 'Payment Successful', 'has received your payment', 'being looked into'])
          expect({
            ...shown,
            never,
            there: body.includes(never) && !(never === 'PL-' && address.startsWith('/upgrade/')),
          }).toEqual({
            ...shown,
            never,
            there: false,
          });
      }
    }
  };

  // Pages show what the API says: by each end, and by each reason, but not by all pairs of them.
  const PAGES_OF = ['refund with the bank', 'upgraded by another'];

  const ENDED = Object.keys(ENDS);
  describe.each(ENDED)('%s', (end) => {
    const at = ENDED.indexOf(end);
    const shown = PAGES_OF[at % PAGES_OF.length];
    it.each(sampled(Object.keys(BLOCKS), (_why, number) => (number + at) % 3 === 0))(
      'gold: %s: recorded as excess, nothing is issued, every page says so',
      async (why) => {
        const block = BLOCKS[why]!;
        const gold = await sellAndPay(test, seller);
        const closed = await ENDS[end]!(gold);
        await block.make(gold);
        const [numbers, sums] = [await platinum(), await revenue()];
        const goldToken = await tokenOf(test, gold.paymentId);
        const arrived = await arrive(closed);
        if (arrived) {
          expect([arrived.status, arrived.body.error, arrived.body.data.state]).toEqual([
            409,
            'MONEY_RETURNED',
            'returning',
          ]);
        }
        await expectUnused(closed, block.review);
        expect(await platinum()).toBe(numbers);
        expect(await revenue()).toBe(sums);
        expect(await tokenOf(test, gold.paymentId)).toEqual(goldToken);
        await expectApiSaysSo(closed.upgradeId);
        if (why === shown) await expectEveryPageSaysSo(closed.upgradeId, gold.paymentId, arrived?.event ?? null);
        // Told again, by the customer, the bank and the job, it stays one.
        test.clock.advance(HOUR);
        await test.poll();
        seller = await test.staff(SALES);
        await expectUnused(closed, block.review);
        const reviews = 'SELECT COUNT(*) AS n FROM reviews WHERE payment_id = ?';
        expect(await countRows(test, reviews, [await idOf(closed.upgradeId)])).toBe(1);
      },
    );

    it('gold: live, or with a refund that the bank refused: the token becomes platinum, late', async () => {
      for (const isRefused of [false, true]) {
        const gold = await sellAndPay(test, seller);
        const closed = await ENDS[end]!(gold);
        if (isRefused) {
          await test.bank.fault('refund', 'code', { code: 'P1112', text: 'no' });
          expect((await refund(seller, gold.paymentId, 51000)).status).toBe(409);
        }
        await arrive(closed);
        expect(await statusOf(customer, closed.upgradeId)).toBe('completed');
        expect((await tokenOf(test, closed.upgradeId))?.status).toBe('active');
        expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
        expect(await reviewOf(test, closed.upgradeId)).toBeNull();
      }
    });
  });

  it('the gold token upgraded, reset before: one platinum number and ₹1,00,000 of history, not two and 1,49,000', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await ENDS['declined and reset']!(gold);
    const second = await createUpgrade(seller, gold.paymentId);
    await payAt(test, second);
    const numbers = await platinum();
    await payOn(test, first.page ?? '');
    expect(await platinum()).toBe(numbers);
    const number = (await tokenOf(test, gold.paymentId))?.number;
    const { body } = await seller.get(`/api/payments/token/${number}/payment-history`);
    // As a whole number, in rupees or paise: digits in a row also stand in ids.
    expect(JSON.stringify(body.data)).not.toMatch(/\b149000(00)?\b/);
    expect(JSON.stringify(body.data)).toMatch(/\b100000(00)?\b/);
    const upgrades = (await seller.get(`/api/payments/token/${number}/upgrade-history`)).body.data;
    expect(upgrades.summary).toMatchObject({ completedUpgrades: 1, pendingUpgrades: 0 });
  });

  it.each(['seller', 'admin'])('given back by the %s: the charge alone, token and gold payment stay', async (who) => {
    const gold = await sellAndPay(test, seller);
    const closed = await ENDS['declined and reset']!(gold);
    const second = await createUpgrade(seller, gold.paymentId);
    await payAt(test, second);
    await payOn(test, closed.page ?? '');
    const chargeId = await expectUnused(closed, 'upgrade_duplicate');
    const before = await query('SELECT id, status, refund_reserved AS held FROM payments WHERE public_id IN (?, ?)', [
      gold.paymentId,
      second,
    ]);
    if (who === 'admin') {
      const [review] = await query('SELECT public_id AS id FROM reviews WHERE payment_id = ?', [
        await idOf(closed.upgradeId),
      ]);
      const admin = await test.staff(ADMIN);
      const done = await decide(admin, review.id, 'refund_duplicate', { confirmedAmount: 49000 });
      expect(done.status).toBe(200);
    } else {
      const done = await refund(seller, closed.upgradeId, 49000, { duplicateChargeId: chargeId });
      expect(done.status).toBe(200);
    }
    const onItsWay = (await customer.get(`/api/payments/${closed.upgradeId}`)).body.data;
    expect(onItsWay).toMatchObject({ returning: { state: 'with-bank' }, refunds: [{ ofDuplicateCharge: false }] });
    await followRefunds();
    const given = (await customer.get(`/api/payments/${closed.upgradeId}`)).body.data;
    expect(given.returning).toMatchObject({ state: 'returned' });
    expect(given.returning.returnedAt).not.toBeNull();
    expect(given.status).toBe('failed');
    expect((await customer.get(`/upgrade/${closed.upgradeId}`)).text).toContain('was returned to the account');
    expect(await reviewOf(test, closed.upgradeId)).toBeNull();
    expect((await tokenOf(test, second))?.status).toBe('active');
    const after = await query('SELECT id, status, refund_reserved AS held FROM payments WHERE public_id IN (?, ?)', [
      gold.paymentId,
      second,
    ]);
    expect(after).toEqual(before);
    const again = await refund(seller, closed.upgradeId, ANY_AMOUNT, { duplicateChargeId: chargeId });
    expect(again.status).toBe(409);
  });

  it('the link of such an upgrade is never paid or issued anew, not even once the gold refund was refused', async () => {
    const gold = await sellAndPay(test, seller);
    const closed = await ENDS['declined at the bank']!(gold);
    await test.bank.fault('refund', 'reset-before');
    await test.bank.fault('refund', 'code', { code: 'P1112', times: 0 });
    expect((await refund(seller, gold.paymentId, 51000)).status).toBe(202);
    await payOn(test, closed.page ?? '');
    test.clock.advance(HOUR);
    await test.poll();
    seller = await test.staff(SALES);
    const { refunds } = (await seller.get(`/api/payments/${gold.paymentId}/refunds`)).body.data;
    expect(refunds).toMatchObject([{ status: 'rejected' }]);
    const pressed = await customer.post(`/api/payments/${closed.upgradeId}/initiate`);
    expect([pressed.status, pressed.body.error]).toEqual([409, 'LINK_EXPIRED']);
    const renewed = await seller.post(`/api/payments/${closed.upgradeId}/reissue-link`);
    expect([renewed.status, renewed.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
    // The token itself is free: a new link can be paid.
    await payAt(test, await createUpgrade(seller, gold.paymentId));
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
  });

  it('late money and a refund of the gold token at the same moment: platinum, or given back; never both', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const gold = await sellAndPay(test, seller);
      const closed = await ENDS['declined at the bank']!(gold);
      const fields = await test.bank.press(closed.page ?? '', 'pay-nb');
      const [, money] = await Promise.all([
        comeBack(customer, fields).then((event) => verify(customer, event)),
        refund(seller, gold.paymentId, 51000),
      ]);
      await test.settle();
      const isPlatinum = (await tokenOf(test, closed.upgradeId)) !== null;
      expect({ isPlatinum, refund: money.status }).toEqual({ isPlatinum, refund: isPlatinum ? 409 : 200 });
      expect(await reviewOf(test, closed.upgradeId)).toBe(isPlatinum ? null : 'upgrade_source_refunded');
      seen.add(String(isPlatinum));
      await expectInvariants(test);
    }
    expect(seen.size).toBeGreaterThan(0);
  });

  it('both upgrades captured at the same moment: one platinum number, the other money is returned', async () => {
    for (let round = 0; round < 6; round += 1) {
      const gold = await sellAndPay(test, seller);
      const first = await ENDS['declined at the bank']!(gold);
      const second = await createUpgrade(seller, gold.paymentId);
      const secondPage = await pressPay(customer, second);
      const numbers = await platinum();
      const forms = [await test.bank.press(first.page ?? '', 'pay-nb'), await test.bank.press(secondPage, 'pay-nb')];
      await Promise.all(forms.map((form) => comeBack(customer, form).then((event) => verify(customer, event))));
      await test.settle();
      test.clock.advance(HOUR);
      await test.poll();
      seller = await test.staff(SALES);
      expect(await platinum()).toBe(numbers + 1);
      const returns = await Promise.all(
        [first.upgradeId, second].map(
          async (id) => (await customer.get(`/api/payments/${id}/status`)).body.data.returning,
        ),
      );
      expect(returns.filter(Boolean)).toHaveLength(1);
      await expectInvariants(test);
    }
  });

  describe('of an ordinary payment, late money still counts', () => {
    const RIGHT = { name: 'Ravi Kumar', email: 'ravi.late@example.com' };
    const cases: Record<string, { end: (link: Link, page: string) => Promise<void> }> = {
      'declined at the bank': { end: async (_, page) => void (await payOn(test, page, 'decline')) },
      'cancelled at the bank': { end: async (_, page) => void (await payOn(test, page, 'cancel')) },
      'left at the bank and cancelled by staff': {
        end: async ({ paymentId }) => {
          test.clock.advance(3000);
          expect((await cancelLink(seller, paymentId)).status).toBe(200);
        },
      },
      'declined and given another contact': {
        end: async ({ paymentId }, page) => {
          await payOn(test, page, 'decline');
          expect((await seller.post(`/api/payments/${paymentId}/correct-contact`, RIGHT)).status).toBe(201);
        },
      },
    };
    it.each(Object.keys(cases))('%s: completed late, with its token', async (name) => {
      const link = await createLink(seller, 'gold');
      const page = await pressPay(customer, link.paymentId);
      await cases[name]!.end(link, page);
      test.clock.advance(3000);
      await payOn(test, page);
      expect(await statusOf(customer, link.paymentId)).toBe('completed');
      expect((await tokenOf(test, link.paymentId))?.status).toBe('active');
    });

    it.each([false, true])('completed, refunded: %s: a second capture is an excess charge', async (isRefunded) => {
      const link = await createLink(seller, 'gold');
      const page = await pressPay(customer, link.paymentId);
      await payOn(test, page);
      test.clock.advance(3000);
      if (isRefunded) {
        expect((await refund(seller, link.paymentId, 51000)).status).toBe(200);
        await followRefunds();
      }
      const before = await statusOf(customer, link.paymentId);
      expect(before).toBe(isRefunded ? 'refunded' : 'completed');
      await payOn(test, page);
      expect(await statusOf(customer, link.paymentId)).toBe(before);
      expect(await reviewOf(test, link.paymentId)).toBe('excess_capture');
    });

    it('an upgrade paid twice is an excess charge beside its token', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const { page } = await payAt(test, upgradeId);
      test.clock.advance(3000);
      await payOn(test, page);
      expect(await reviewOf(test, upgradeId)).toBe('excess_capture');
      const shown = (await customer.get(`/api/payments/${upgradeId}`)).body.data;
      expect(shown).toMatchObject({ status: 'completed', returning: null });
      expect((await askUpgrade(seller, gold.paymentId)).body.error).toBe('ALREADY_UPGRADED');
    });
  });

  it('nothing of it reaches sums, books and mails', async () => {
    await payAsCustomer(test, (await createLink(seller, 'silver')).paymentId);
    await followRefunds();
    await followRefunds();
    await expectCountersRight(test.get(DataSource));
    await expectBooksAgree(test);
    await expectRefundsAgree(test);
    await expectOneReceiptEach(test.get(DataSource));
  });
});
