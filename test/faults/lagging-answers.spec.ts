import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import type { Client } from '../support/client.js';
import { DAY, HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, refundsAtBank, sellAndPay, switchRefunds } from '../support/refunds.js';
import { countRows, decide, oneReview, reviewsOf } from '../support/reviews.js';
import { comeBack, createLink, type Link, pressPay, statusOf, verify } from '../support/sales.js';
import { reconcile } from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** STATUS follows what the bank has told, or done, with a delay: the first answer bears out nothing. */
describe('answers that lag behind', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await test.settle();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const says = (invoiceNo: string, kind: string, more = {}) =>
    test.bank.fault('status', kind, { times: 0, invoiceNo, ...more });
  const advise = async ({ invoiceNo }: Link) => {
    await test.bank.control({ op: 'configure', adviceUrl: `${test.url}/api/gateway/callback` });
    await test.bank.advise(invoiceNo);
    await test.settle();
    await test.poll();
    await test.bank.control({ op: 'configure', adviceUrl: null });
  };
  const later = async (ms: number) => {
    await test.bank.clearFaults();
    test.clock.advance(ms);
    await test.poll();
  };
  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) await later(DAY);
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  };
  /** Days on which the fault stands. */
  const under = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      test.clock.advance(DAY);
      await test.poll();
    }
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  };
  const reconciled = async () => {
    test.clock.advance(MINUTE);
    expect((await reconcile(admin, test)).body.data?.status).toBe('completed');
  };
  const isDue = async ({ invoiceNo }: Link) =>
    (await countRows(test, 'SELECT COUNT(next_check_at) AS n FROM payment_attempts WHERE invoice_no = ?', [
      invoiceNo,
    ])) === 1;
  const questionsAbout = (reference: string) =>
    countRows(test, "SELECT COUNT(*) AS n FROM gateway_calls WHERE reference = ? AND kind = 'status'", [reference]);

  /** Declined, and paid on the bank's page twelve days later: the callback tells of it, STATUS says `kind`. */
  const paidWeeksLater = async (kind: string): Promise<Link> => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(test.client(), link.paymentId);
    await test.bank.press(page, 'decline');
    await days(12);
    await test.bank.press(page, 'pay-close-tab');
    await says(link.invoiceNo, kind);
    await advise(link);
    return link;
  };

  describe('after a callback', () => {
    it.each(['lag-not-found', 'req', 'err'])(
      'money on a link that has ended weeks ago, and STATUS says %s at first: the payment is completed',
      async (kind) => {
        const link = await paidWeeksLater(kind);
        expect(await statusOf(test.client(), link.paymentId)).not.toBe('completed');
        await later(20 * MINUTE);
        expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      },
    );

    it.each([
      ['lag-not-found', 'close_not_paid'],
      ['req', 'dismiss'],
      ['err', 'dismiss'],
      ['http-500', 'dismiss'],
    ])(
      'money on a link that has ended weeks ago, and STATUS says %s for a week: a person is told, and can end it',
      async (kind, decision) => {
        const link = await paidWeeksLater(kind);
        await under(5);
        expect(await reviewsOf(test, link.paymentId)).toEqual([]);
        await under(3);
        expect(await isDue(link)).toBe(false);
        const { reviewId } = await oneReview(test, link.paymentId);
        expect((await decide(admin, reviewId, 'ask_again')).status).toBe(200);
        await under(8);
        const again = await oneReview(test, link.paymentId);
        expect(again).toMatchObject({ reason: 'unresolved_at_bank' });
        expect((await decide(admin, again.reviewId, decision)).status).toBe(200);
        await under(2);
        expect([await reviewsOf(test, link.paymentId), await isDue(link)]).toEqual([[], false]);
        // Money that STATUS proves after all still counts.
        await test.bank.clearFaults();
        test.clock.advance(MINUTE);
        await seller.post(`/api/payments/check-status/${link.paymentId}`);
        expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      },
    );

    it('money on a link that has ended weeks ago, left open by STATUS, ends by itself once the bank says what it is', async () => {
      const link = await paidWeeksLater('req');
      await under(8);
      await oneReview(test, link.paymentId);
      await test.bank.clearFaults();
      await says(link.invoiceNo, 'reversed');
      await seller.post(`/api/payments/check-status/${link.paymentId}`);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });

    it('money on a link that has ended, left open by STATUS, stays in review whatever becomes of its payment', async () => {
      const link = await paidWeeksLater('req');
      await under(8);
      const { reviewId } = await oneReview(test, link.paymentId);
      expect((await seller.post(`/api/payments/${link.paymentId}/reissue-link`)).status).toBe(200);
      await under(4);
      expect(await statusOf(test.client(), link.paymentId)).toBe('cancelled');
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reviewId });
    });

    it('a link that has ended, of which the bank told nothing more, is given up without a review', async () => {
      const link = await createLink(seller, 'silver');
      await test.bank.press(await pressPay(test.client(), link.paymentId), 'decline');
      await later(MINUTE);
      await says(link.invoiceNo, 'err');
      await advise(link);
      await under(10);
      expect([await reviewsOf(test, link.paymentId), await isDue(link)]).toEqual([[], false]);
    });

    it('a reversal, and the bank refuses the question at first: one review', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await later(10 * DAY);
      await test.bank.control({ op: 'reverse', invoiceNo: link.invoiceNo });
      await says(link.invoiceNo, 'code', { code: 'P1006' });
      await advise(link);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      await later(20 * MINUTE);
      admin = await test.staff(ADMIN);
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'bank_reversal' });
    });

    it.each([
      ['refuses each question', 'code', { code: 'P1006' }],
      ['gives no answer', 'http-500', {}],
    ])('a reversal, and the bank %s: after seven days a person is told, and can end it', async (_name, kind, more) => {
      const link = await sellAndPay(test, seller, 'silver');
      await later(10 * DAY);
      await test.bank.control({ op: 'reverse', invoiceNo: link.invoiceNo });
      await says(link.invoiceNo, kind, more);
      await advise(link);
      await under(6);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      expect(await isDue(link)).toBe(true);
      await under(2);
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'capture_unconfirmed', amount: 100 });
      expect(await isDue(link)).toBe(false);
      // An admin asks again: for as long once more.
      const ask = await oneReview(test, link.paymentId);
      expect((await decide(admin, ask.reviewId, 'ask_again')).status).toBe(200);
      await under(6);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      await under(2);
      const again = await oneReview(test, link.paymentId);
      expect((await decide(admin, again.reviewId, 'confirm_reversal', { confirmedAmount: 100 })).status).toBe(200);
      expect(await statusOf(test.client(), link.paymentId)).toBe('refunded');
      expect(await isDue(link)).toBe(false);
    });

    it('a doubt after a reversal was told ends by itself once the bank confirms the money', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await later(10 * DAY);
      await test.bank.control({ op: 'reverse', invoiceNo: link.invoiceNo });
      await says(link.invoiceNo, 'lag-not-found');
      await advise(link);
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'capture_unconfirmed' });
      await later(20 * MINUTE);
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'bank_reversal' });
    });

    it('a payment that was told and captured as usual is not asked about again', async () => {
      const link = await createLink(seller, 'silver');
      const page = await pressPay(test.client(), link.paymentId);
      const fields = await test.bank.press(page, 'pay-upi');
      await advise(link);
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      await test.client().postForm('/payment/verify', fields ?? {});
      await advise(link);
      const before = await questionsAbout(link.invoiceNo);
      for (const ms of [20 * MINUTE, HOUR, 6 * HOUR, DAY]) await later(ms);
      expect(await questionsAbout(link.invoiceNo)).toBe(before);
    });
  });

  it.each(['http-500', 'req', 'err'])(
    'a link is made anew while the customer is at the bank, and STATUS says %s for a week: a person is told',
    async (kind) => {
      const link = await createLink(seller, 'silver');
      await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-close-tab');
      await says(link.invoiceNo, kind);
      await under(4);
      expect((await seller.post(`/api/payments/${link.paymentId}/reissue-link`)).status).toBe(200);
      await under(5);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      await under(3);
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'unresolved_at_bank' });
      // The bank's clear word ends it.
      await later(MINUTE);
      await seller.post(`/api/payments/check-status/${link.paymentId}`);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    },
  );

  it('a link is made anew, and nobody has paid on the one before: it is given up without a review', async () => {
    const link = await createLink(seller, 'silver');
    await pressPay(test.client(), link.paymentId);
    await days(4);
    await seller.post(`/api/payments/${link.paymentId}/reissue-link`);
    await days(10);
    expect([await reviewsOf(test, link.paymentId), await isDue(link)]).toEqual([[], false]);
  });

  describe('after a return that claims failure', () => {
    /** Declined at the bank; the check that the return has started has its answer. */
    const declined = async (kind: string) => {
      const { paymentId, invoiceNo } = await createLink(seller, 'silver');
      await says(invoiceNo, kind);
      const fields = await test.bank.press(await pressPay(test.client(), paymentId), 'decline');
      const event = await comeBack(test.client(), fields);
      await test.settle();
      return { paymentId, event };
    };
    const stateOfPage = async (event: string) => {
      const { text } = await test.client().get(`/payment/verify?event=${event}`);
      return [...text.matchAll(/ data-state="(\w+)"( hidden)?/g)]
        .filter(([, , hidden]) => !hidden)
        .map(([, name]) => name);
    };
    const stateOfCall = async (event: string) => (await verify(test.client(), event)).body.data.state;

    it('and the bank knows of no payment: the page shows the failure', async () => {
      expect(await stateOfPage((await declined('lag-not-found')).event)).toEqual(['error']);
    });

    it('and the bank knows of no payment: the first call of the page is told so', async () => {
      expect(await stateOfCall((await declined('lag-not-found')).event)).toBe('failed');
    });

    it('and the link has ended meanwhile: the page shows the failure that STATUS bears out', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const page = await pressPay(test.client(), paymentId);
      await days(4);
      expect(await statusOf(test.client(), paymentId)).toBe('cancelled');
      const event = await comeBack(test.client(), await test.bank.press(page, 'decline'));
      await test.settle();
      expect(await stateOfPage(event)).toEqual(['error']);
      expect(await stateOfCall(event)).toBe('failed');
    });

    it('with a code that the bank does not list: it is being confirmed', async () => {
      const { paymentId, invoiceNo } = await createLink(seller, 'silver');
      await pressPay(test.client(), paymentId);
      await says(invoiceNo, 'lag-not-found');
      const fields = { invoiceNo, merchantId: 'T_SANDBOX1', paymentID: 'P1', responseCode: '9999' };
      const secureHash = secureHashV1(fields, test.settings.gateway.secretKey);
      const event = await comeBack(test.client(), new URLSearchParams({ ...fields, secureHash }));
      await test.settle();
      expect([await stateOfPage(event), await stateOfCall(event)]).toEqual([['confirming'], 'confirming']);
    });

    it.each(['http-500', 'req', 'err'])('and STATUS says %s: it is being confirmed', async (kind) => {
      const { event } = await declined(kind);
      expect(await stateOfPage(event)).toEqual(['confirming']);
      expect(await stateOfCall(event)).toBe('confirming');
    });

    it('and the customer is at the bank again: what was known before says nothing about that', async () => {
      const { paymentId, event } = await declined('lag-not-found');
      await pressPay(test.client(), paymentId);
      expect(await stateOfPage(event)).toEqual(['confirming']);
    });
  });

  describe('after an admin asks again', () => {
    it('about a doubt, and the bank refuses the question at first: the doubt comes back', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await says(link.invoiceNo, 'err');
      expect((await reconcile(admin, test)).body.data?.status).toBe('completed');
      const { reviewId } = await oneReview(test, link.paymentId);
      await test.bank.clearFaults();
      await says(link.invoiceNo, 'code', { code: 'P1006' });
      expect((await decide(admin, reviewId, 'ask_again')).status).toBe(200);
      await test.bank.clearFaults();
      await says(link.invoiceNo, 'err');
      test.clock.advance(20 * MINUTE);
      await test.poll();
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'capture_unconfirmed' });
    });

    it.each(['req', 'lag-not-found'])(
      'about a rejected refund, and STATUS says %s for days: a later rejection is seen',
      async (kind) => {
        const link = await sellAndPay(test, seller, 'silver');
        expect((await refund(seller, link.paymentId, 100)).status).toBe(200);
        await test.bank.control({ op: 'settle-refunds' });
        await later(HOUR);
        const reference = (await refundsAtBank(test, link.paymentId))[0]?.refundRef ?? '';
        await test.bank.control({ op: 'return-refund', refundRef: reference });
        await days(9);
        const { reviewId } = await oneReview(test, link.paymentId);
        await says(reference, kind);
        expect((await decide(admin, reviewId, 'ask_again')).status).toBe(200);
        test.clock.advance(DAY);
        await test.poll();
        expect(await reviewsOf(test, link.paymentId)).toEqual([]);
        await days(1);
        expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'refund_reversed' });
        expect(await refundsAtBank(test, link.paymentId)).toHaveLength(1);
      },
    );
  });

  describe.each([
    ['a doubt', 'lag-not-found'],
    ['a reversal', 'reversed'],
  ])('%s that the bank takes back', (_name, kind) => {
    const doubted = async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await says(link.invoiceNo, kind);
      await reconciled();
      return { link, reviewId: (await oneReview(test, link.paymentId)).reviewId };
    };

    it('an admin confirms it while the bank confirms the money: nothing is taken back', async () => {
      const { link, reviewId } = await doubted();
      await test.bank.clearFaults();
      const answer = await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 100 });
      expect([answer.status, answer.body.error]).toEqual([409, 'REVIEW_DECIDED']);
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });

    it('ends by itself with the next question', async () => {
      const { link } = await doubted();
      await test.bank.clearFaults();
      await reconciled();
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      expect((await reviewsOf(test, link.paymentId, 'decided'))[0]?.decided).toMatchObject({
        label: 'settled by itself',
        by: null,
      });
    });

    it('an admin confirms it and the bank gives no answer, or the same: the decision counts', async () => {
      for (const answer of ['http-500', kind]) {
        const { link, reviewId } = await doubted();
        await test.bank.clearFaults();
        await says(link.invoiceNo, answer);
        expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 100 })).status).toBe(200);
        expect(await statusOf(test.client(), link.paymentId)).toBe('refunded');
      }
    });
  });

  it('a reversal after one that the bank took back is a review and a mail of its own', async () => {
    const link = await sellAndPay(test, seller, 'silver');
    const mails = () =>
      countRows(test, 'SELECT COUNT(*) AS n FROM mail_outbox WHERE dedupe_key LIKE ?', [
        `review:${link.paymentId}:bank_reversal:%`,
      ]);
    for (const times of [1, 2, 3]) {
      await says(link.invoiceNo, 'reversed');
      await reconciled();
      await reconciled();
      await oneReview(test, link.paymentId);
      expect(await mails()).toBe(times);
      await test.bank.clearFaults();
      await reconciled();
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    }
  });

  it('a reversal of the first of two payments on one invoice stays, while the bank names the second', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(test.client(), link.paymentId);
    await test.bank.press(page, 'pay-close-tab');
    await later(MINUTE);
    await says(link.invoiceNo, 'reversed');
    await reconciled();
    await test.bank.clearFaults();
    await test.bank.press(page, 'pay-close-tab');
    await reconciled();
    await reconciled();
    const reasons = (await reviewsOf(test, link.paymentId)).map(({ reason }) => reason);
    expect(reasons.toSorted((one, other) => one.localeCompare(other))).toEqual(['bank_reversal', 'excess_capture']);
  });
});
