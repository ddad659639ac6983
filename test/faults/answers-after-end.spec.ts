import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { RefundSender } from '../../src/modules/refunds/refund-sender.service.js';
import { RefundsRepository } from '../../src/modules/refunds/refunds.repository.js';
import { StatusChecker } from '../../src/modules/payments/index.js';
import type { Client } from '../support/client.js';
import { DAY, HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, refundRow, refundsAtBank, sellAndPay, switchRefunds } from '../support/refunds.js';
import { countRows, decide, oneReview, reverse, reviewsOf } from '../support/reviews.js';
import { createLink, type Link, pressPay, statusOf } from '../support/sales.js';
import { reconcile } from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

describe('answers after an end', () => {
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

  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const attemptIdOf = async ({ invoiceNo }: Link): Promise<number> => {
    const [row] = (await query('SELECT id FROM payment_attempts WHERE invoice_no = ?', [invoiceNo])) as {
      id: number;
    }[];
    return Number(row?.id);
  };
  const reconcileNow = async () => expect((await reconcile(admin, test)).body.data?.status).toBe('completed');
  const reviewMails = (reason: string) =>
    countRows(test, `SELECT COUNT(*) AS n FROM mail_outbox WHERE dedupe_key LIKE 'review:%:${reason}:%'`);

  describe('a completed payment', () => {
    it.each([
      ['not found', 'lag-not-found'],
      ['requested', 'req'],
      ['in error', 'err'],
      ['in a state nobody knows', 'unknown-word'],
    ])('that the bank calls %s with a settlement run: one review, and nothing moves', async (_name, kind) => {
      const link = await sellAndPay(test, seller, 'silver');
      const mails = await reviewMails('capture_unconfirmed');
      await test.bank.fault('status', kind, { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      const [version] = await query('SELECT version FROM payments WHERE public_id = ?', [link.paymentId]);
      await reconcileNow();
      expect(await oneReview(test, link.paymentId)).toMatchObject({
        reason: 'capture_unconfirmed',
        reasonLabel: 'Payment not confirmed any more',
        amount: 100,
        paymentStatus: 'completed',
      });
      expect(await query('SELECT version FROM payments WHERE public_id = ?', [link.paymentId])).toEqual([version]);
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      expect(await reviewMails('capture_unconfirmed')).toBe(mails + 1);
    });

    it('asked about many times at once: one review', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      const id = await attemptIdOf(link);
      await test.bank.fault('status', 'lag-not-found', { times: 0, invoiceNo: link.invoiceNo });
      const checker = test.get(StatusChecker);
      const ask = (kind: 'advice' | 'cli' | 'staff') => checker.checkAttempt(id, kind, test.clock.now());
      await Promise.all((['advice', 'cli', 'staff', 'advice', 'cli', 'staff'] as const).map(ask));
      await Promise.all((['cli', 'advice'] as const).map(ask));
      await oneReview(test, link.paymentId);
    });

    it('a question that the bank refuses, and one without an answer, say nothing about the money', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      for (const [kind, more] of [
        ['http-500', {}],
        ['code', { code: 'P1006' }],
        ['no-txn-id', {}],
      ] as const) {
        await test.bank.fault('status', kind, { times: 0, invoiceNo: link.invoiceNo, ...more });
        await reconcileNow();
        await test.bank.clearFaults();
      }
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });

    it.each([
      ['under way', { text: 'REQ', code: 'R1000' }],
      ['refused', { text: 'REJ', code: '039' }],
      ['in error', { text: 'ERR', code: '9999' }],
      ['done', {}],
    ])('an answer about a refund that is %s says nothing about the money of the sale', async (_name, more) => {
      const link = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('status', 'refund-type', { times: 0, invoiceNo: link.invoiceNo, ...more });
      await reconcileNow();
      const { reviewId, reason } = await oneReview(test, link.paymentId);
      expect(reason).toBe('reference_mismatch');
      expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 100 })).status).toBe(409);
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      expect((await decide(admin, reviewId, 'dismiss')).status).toBe(200);
    });

    it('confirmed after all: the review ends by itself, and no refund had been ordered meanwhile', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('status', 'lag-not-found', { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      expect((await refund(seller, link.paymentId, 100)).body.error).toBe('REVERSAL_UNDECIDED');
      await test.bank.clearFaults();
      await reconcileNow();
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      expect((await reviewsOf(test, link.paymentId, 'decided'))[0]?.decided).toMatchObject({
        label: 'settled by itself',
        by: null,
      });
      expect((await refund(seller, link.paymentId, 100)).status).toBe(200);
    });

    it('a reversal that follows takes the place of the doubt', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('status', 'req', { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      await test.bank.clearFaults();
      await test.bank.control({ op: 'reverse', invoiceNo: link.invoiceNo });
      await reconcileNow();
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'bank_reversal' });
      await test.bank.fault('status', 'lag-not-found', { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      await oneReview(test, link.paymentId);
    });

    it('an admin keeps it as it is: the same answer is not shown again', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('status', 'err', { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      const review = await oneReview(test, link.paymentId);
      expect((await decide(admin, review.reviewId, 'reversal_error')).status).toBe(200);
      await reconcileNow();
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });

    const callError = async ({ paymentId }: Link) =>
      decide(admin, (await oneReview(test, paymentId)).reviewId, 'reversal_error');
    const advised = async ({ invoiceNo }: Link) => {
      await test.bank.control({ op: 'configure', adviceUrl: `${test.url}/api/gateway/callback` });
      await test.bank.advise(invoiceNo);
      await test.settle();
      await test.bank.control({ op: 'configure', adviceUrl: null });
    };
    const declines = (link: Link) => test.bank.fault('status', 'reversed', { times: 0, invoiceNo: link.invoiceNo });

    it.each([
      ['reversed', 'reversed', 'bank_reversal'],
      ['in error', 'err', 'capture_unconfirmed'],
    ])(
      'an error by an admin, confirmed by the bank, and %s once more: a person is told again',
      async (_, kind, reason) => {
        const link = await sellAndPay(test, seller, 'silver');
        const mails = await reviewMails(reason);
        const bankSays = () => test.bank.fault('status', kind, { times: 0, invoiceNo: link.invoiceNo });
        for (const times of [1, 2]) {
          await bankSays();
          await reconcileNow();
          expect(await oneReview(test, link.paymentId)).toMatchObject({ reason, amount: 100 });
          expect(await reviewMails(reason)).toBe(mails + times);
          expect((await callError(link)).status).toBe(200);
          // The same answer, as long as it stands, is no news.
          await reconcileNow();
          await reconcileNow();
          expect(await reviewsOf(test, link.paymentId)).toEqual([]);
          await test.bank.clearFaults();
          await reconcileNow();
          expect(await reviewsOf(test, link.paymentId)).toEqual([]);
        }
      },
    );

    it('a reversal after one that an admin called an error, which the bank confirmed at that moment', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await declines(link);
      await reconcileNow();
      await test.bank.clearFaults();
      expect((await callError(link)).status).toBe(200);
      await test.bank.control({ op: 'reverse', invoiceNo: link.invoiceNo });
      await reconcileNow();
      const { reviewId, reason } = await oneReview(test, link.paymentId);
      expect(reason).toBe('bank_reversal');
      expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 100 })).status).toBe(200);
      expect(await statusOf(test.client(), link.paymentId)).toBe('refunded');
    });

    it.each(['the poll job', 'a callback'])(
      'a reversal after one that an admin called an error, which the bank corrected days later, as %s finds',
      async (who) => {
        const link = await sellAndPay(test, seller, 'silver');
        const mails = await reviewMails('bank_reversal');
        test.clock.advance(10 * DAY);
        await declines(link);
        await test.get(StatusChecker).checkAttempt(await attemptIdOf(link), 'staff', test.clock.now());
        admin = await test.staff(ADMIN);
        expect((await callError(link)).status).toBe(200);
        // Asked about for seven days; afterwards the bank has to tell it.
        for (let day = 0; day < (who === 'a callback' ? 9 : 1); day += 1) {
          test.clock.advance(DAY);
          await test.poll();
        }
        if (who === 'a callback') await advised(link);
        await test.bank.clearFaults();
        for (const _day of [1, 2]) {
          test.clock.advance(DAY);
          await test.poll();
        }
        await reverse(test, link);
        expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'bank_reversal' });
        expect(await reviewMails('bank_reversal')).toBe(mails + 2);
      },
    );

    it('an error by an admin that the bank never confirms is asked about for seven days, and then no more', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      test.clock.advance(10 * DAY);
      await declines(link);
      await test.get(StatusChecker).checkAttempt(await attemptIdOf(link), 'staff', test.clock.now());
      admin = await test.staff(ADMIN);
      expect((await callError(link)).status).toBe(200);
      const due = () =>
        countRows(test, 'SELECT COUNT(next_check_at) AS n FROM payment_attempts WHERE invoice_no = ?', [
          link.invoiceNo,
        ]);
      const asked = [];
      for (let day = 1; day <= 8; day += 1) {
        asked.push(await due());
        test.clock.advance(DAY);
        await test.poll();
      }
      expect([...asked, await due()]).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0]);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });

    it('an admin asks the bank again: the same answer brings it back', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('status', 'err', { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      const review = await oneReview(test, link.paymentId);
      expect((await decide(admin, review.reviewId, 'ask_again')).status).toBe(200);
      expect((await oneReview(test, link.paymentId)).reviewId).not.toBe(review.reviewId);
    });

    it('an admin confirms that the money is gone: refunded, without an order to the bank', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('status', 'lag-not-found', { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      const { reviewId } = await oneReview(test, link.paymentId);
      expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 100 })).status).toBe(200);
      expect(await statusOf(test.client(), link.paymentId)).toBe('refunded');
      expect(await refundsAtBank(test, link.paymentId)).toEqual([]);
      await reconcileNow();
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });
  });

  describe('a message of the bank whose question gets no answer at first is asked about until there is one', () => {
    const adviseInVain = async ({ invoiceNo }: Link) => {
      await test.bank.fault('status', 'http-500', { times: 0, invoiceNo });
      await test.bank.control({ op: 'configure', adviceUrl: `${test.url}/api/gateway/callback` });
      await test.bank.advise(invoiceNo);
      await test.settle();
      await test.poll();
      await test.bank.control({ op: 'configure', adviceUrl: null });
    };
    const bankIsBack = async () => {
      await test.bank.clearFaults();
      test.clock.advance(20 * MINUTE);
      await test.poll();
    };

    it('a reversal', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      test.clock.advance(10 * DAY);
      await test.bank.control({ op: 'reverse', invoiceNo: link.invoiceNo });
      await adviseInVain(link);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
      await bankIsBack();
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'bank_reversal' });
    });

    it('a second payment on one invoice', async () => {
      const link = await createLink(seller, 'silver');
      const page = await pressPay(test.client(), link.paymentId);
      await test.bank.press(page, 'pay-close-tab');
      test.clock.advance(MINUTE);
      await test.poll();
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      await test.bank.press(page, 'pay-close-tab');
      await adviseInVain(link);
      await bankIsBack();
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'excess_capture', amount: 100 });
    });

    it('money on a link that has ended weeks ago', async () => {
      const link = await createLink(seller, 'silver');
      const page = await pressPay(test.client(), link.paymentId);
      await test.bank.press(page, 'decline');
      for (let day = 0; day < 12; day += 1) {
        test.clock.advance(DAY);
        await test.poll();
      }
      await test.bank.press(page, 'pay-close-tab');
      await adviseInVain(link);
      await bankIsBack();
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    });

    it('a doubt about which an admin asks again', async () => {
      const link = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('status', 'err', { times: 0, invoiceNo: link.invoiceNo });
      await reconcileNow();
      const { reviewId } = await oneReview(test, link.paymentId);
      await test.bank.clearFaults();
      await test.bank.fault('status', 'http-500', { times: 0, invoiceNo: link.invoiceNo });
      expect((await decide(admin, reviewId, 'ask_again')).status).toBe(200);
      await test.bank.clearFaults();
      await test.bank.fault('status', 'err', { times: 0, invoiceNo: link.invoiceNo });
      test.clock.advance(20 * MINUTE);
      await test.poll();
      expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'capture_unconfirmed' });
    });
  });

  describe('a completed refund', () => {
    const giveBack = async () => {
      const link = await sellAndPay(test, seller, 'silver');
      const { body } = await refund(seller, link.paymentId, 100);
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(HOUR);
      await test.poll();
      seller = await test.staff(SALES);
      const refundId = body.data.refundId as string;
      expect(await refundRow(seller, link.paymentId, refundId)).toMatchObject({ status: 'completed' });
      const [sent] = await refundsAtBank(test, link.paymentId);
      return { link, refundId, reference: sent?.refundRef ?? '' };
    };
    /** The bank takes it back, as when the customer's bank turned it away. */
    const takeBack = async ({ reference }: { reference: string }) =>
      test.bank.control({ op: 'return-refund', refundRef: reference });
    const questionsAbout = (reference: string) =>
      countRows(test, "SELECT COUNT(*) AS n FROM gateway_calls WHERE reference = ? AND kind = 'status'", [reference]);

    it('is asked about at least once on each of seven days, and then no more', async () => {
      const { reference } = await giveBack();
      let before = await questionsAbout(reference);
      for (let day = 1; day <= 7; day += 1) {
        test.clock.advance(DAY);
        await test.poll();
        const now = await questionsAbout(reference);
        expect([day, now > before]).toEqual([day, true]);
        before = now;
      }
      for (let day = 8; day <= 10; day += 1) {
        test.clock.advance(DAY);
        await test.poll();
      }
      expect(await questionsAbout(reference)).toBe(before);
    });

    it('rejected later: one review however often it is told, the refund stays completed, and nothing is sent', async () => {
      const given = await giveBack();
      await takeBack(given);
      for (let day = 0; day < 3; day += 1) {
        test.clock.advance(DAY);
        await Promise.all([test.poll(), test.poll()]);
      }
      expect(await oneReview(test, given.link.paymentId)).toMatchObject({
        reason: 'refund_reversed',
        amount: 100,
        paymentStatus: 'refunded',
      });
      seller = await test.staff(SALES);
      expect(await refundRow(seller, given.link.paymentId, given.refundId)).toMatchObject({ status: 'completed' });
      expect(await refundsAtBank(test, given.link.paymentId)).toHaveLength(1);
    });

    it('an admin writes down how the customer was paid instead; the bank is asked again only until then', async () => {
      const given = await giveBack();
      await takeBack(given);
      test.clock.advance(DAY);
      await test.poll();
      admin = await test.staff(ADMIN);
      const first = await oneReview(test, given.link.paymentId);
      expect(first.choices.map(({ decision }: { decision: string }) => decision)).toEqual([
        'ask_again',
        'dismiss',
        'repaid_outside',
      ]);
      expect((await decide(admin, first.reviewId, 'ask_again')).status).toBe(200);
      const { reviewId } = await oneReview(test, given.link.paymentId);
      expect(reviewId).not.toBe(first.reviewId);
      const how = { confirmedAmount: 100, bankReference: 'NEFT20261122' };
      expect((await decide(admin, reviewId, 'repaid_outside', { confirmedAmount: 100 })).status).toBe(422);
      expect((await decide(admin, reviewId, 'repaid_outside', { ...how, confirmedAmount: 99 })).status).toBe(409);
      expect((await decide(admin, reviewId, 'repaid_outside', how)).status).toBe(200);
      test.clock.advance(DAY);
      await test.poll();
      expect(await reviewsOf(test, given.link.paymentId)).toEqual([]);
      expect(await refundsAtBank(test, given.link.paymentId)).toHaveLength(1);
    });

    /** Its seven days of questions are over by the time an admin decides. */
    const rejectedLongAgo = async () => {
      const given = await giveBack();
      await takeBack(given);
      test.clock.advance(DAY);
      await test.poll();
      test.clock.advance(8 * DAY);
      await test.poll();
      admin = await test.staff(ADMIN);
      return { given, reviewId: (await oneReview(test, given.link.paymentId)).reviewId };
    };

    it('about whose rejection an admin asks again, without an answer at first: it is asked about until there is one', async () => {
      const { given, reviewId } = await rejectedLongAgo();
      await test.bank.fault('status', 'http-500', { times: 0, invoiceNo: given.reference });
      expect((await decide(admin, reviewId, 'ask_again')).status).toBe(200);
      await test.bank.clearFaults();
      test.clock.advance(2 * HOUR);
      await test.poll();
      expect(await oneReview(test, given.link.paymentId)).toMatchObject({ reason: 'refund_reversed' });
    });

    it('about whose rejection an admin asks again, and the process dies before the question: the poll job asks it', async () => {
      const { given, reviewId } = await rejectedLongAgo();
      const dead = jest.spyOn(test.get(RefundsRepository), 'lease').mockRejectedValue(new Error('the process is gone'));
      expect((await decide(admin, reviewId, 'ask_again')).status).toBe(200);
      dead.mockRestore();
      expect(await reviewsOf(test, given.link.paymentId)).toEqual([]);
      test.clock.advance(MINUTE);
      await test.poll();
      expect(await oneReview(test, given.link.paymentId)).toMatchObject({ reason: 'refund_reversed' });
      expect(await refundsAtBank(test, given.link.paymentId)).toHaveLength(1);
    });

    it('that the bank does not find any more is never sent again', async () => {
      const given = await giveBack();
      await test.bank.fault('status', 'lag-not-found', { times: 0, invoiceNo: given.reference });
      test.clock.advance(DAY);
      await test.poll();
      expect(await refundsAtBank(test, given.link.paymentId)).toHaveLength(1);
      expect(
        await countRows(test, 'SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = ? AND reference = ?', [
          'refund',
          given.reference,
        ]),
      ).toBe(1);
      expect(await reviewsOf(test, given.link.paymentId)).toEqual([]);
    });
  });

  it('whoever has lost the lease of a refund neither marks it as ordered nor sends it', async () => {
    const link = await sellAndPay(test, seller, 'silver');
    await test.bank.fault('refund', 'reset-before');
    const { body } = await refund(seller, link.paymentId, 100);
    test.clock.advance(HOUR);
    const refunds = test.get(RefundsRepository);
    const [slow] = await refunds.leaseDue(1, 'slow', MINUTE);
    expect(slow?.publicId).toBe(body.data.refundId);
    test.clock.advance(2 * MINUTE);
    const [held] = await refunds.leaseDue(1, 'new', MINUTE);
    expect(held?.id).toBe(slow?.id);
    expect(await refunds.noteOrdered(slow!, test.clock.now())).toBe(false);
    await test.get(RefundSender).check(slow!, 'poll');
    expect(await refundsAtBank(test, link.paymentId)).toEqual([]);
    expect((await refunds.findById(slow!.id))?.orderedAt).toBeNull();
    await test.get(RefundSender).check(held!, 'poll');
    expect(await refundsAtBank(test, link.paymentId)).toHaveLength(1);
  });
});
