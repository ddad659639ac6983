import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { readWatchFigures } from '../../src/modules/payment-lists/index.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { ANY_AMOUNT, refund, refundsAtBank, sellAndPay, sellAndPayTwice, switchRefunds } from '../support/refunds.js';
import {
  countRows,
  decide,
  NOTE,
  oneReview,
  reverse,
  reviewsOf,
  sellAndReverse,
  sellWithFault,
} from '../support/reviews.js';
import { createLink, pressPay, statusOf } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt, payOn, tokenOf } from '../support/upgrades.js';

const DAY = 24 * HOUR;

describe('reviews', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const rowOf = async (paymentId: string) => {
    const { body } = await seller.get(`/api/sales-manager/dashboard?search=${paymentId}`);
    return body.data.allCustomers[0];
  };
  const timelineOf = async (paymentId: string) => {
    const { body } = await seller.get(`/api/payments/${paymentId}/timeline`);
    return body.data.timeline as { kind: string; title: string; actor: string }[];
  };
  const refundEntries = async (paymentId: string) =>
    (await timelineOf(paymentId)).filter(({ kind }) => kind === 'refund').map(({ title }) => title);
  const originsInDetails = async (paymentId: string) => {
    const { body } = await admin.get(`/api/payments/admin/${paymentId}/details`);
    return body.data.refunds.map(({ origin }: { origin: string }) => origin);
  };
  /** As the badge counts it, and as /metrics and "tokendesk doctor" do. */
  const waitingForADecision = async () => {
    const { body } = await admin.get('/api/admin/reviews/count');
    const figures = await readWatchFigures(test.get(DataSource).manager, test.clock.now().getTime());
    return [body.data.open as number, figures.get('review:excess_capture')?.count ?? 0];
  };
  const signIn = async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  };

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(signIn);
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  it('belong to admins alone', async () => {
    const { paymentId } = await sellAndReverse(test, seller);
    const { reviewId } = await oneReview(test, paymentId);
    for (const [client, status] of [
      [seller, 403],
      [test.client(), 401],
    ] as const) {
      expect((await client.get('/api/admin/reviews')).status).toBe(status);
      expect((await client.get('/api/admin/reviews/count')).status).toBe(status);
      expect((await client.get(`/api/admin/reviews/${reviewId}`)).status).toBe(status);
      expect((await decide(client, reviewId, 'reversal_error')).status).toBe(status);
    }
    expect((await admin.get('/api/admin/reviews/zzzz')).body).toMatchObject({ error: 'REVIEW_NOT_FOUND' });
    expect((await decide(admin, 'zzzz', 'dismiss')).status).toBe(404);
  });

  it.each([
    [
      'different-amount',
      'amount_mismatch',
      'refunded_at_bank',
      { bankReference: 'NEFT-77/1', confirmedAmount: 100.01 },
    ],
    ['other-currency', 'currency_mismatch', 'refunded_at_bank', { bankReference: 'NEFT772', confirmedAmount: 100 }],
    ['wrong-merchant', 'merchant_mismatch', 'dismiss', {}],
    ['unknown-invoice', 'reference_mismatch', 'dismiss', {}],
  ])('%s at the bank: %s, decided by %s, told once', async (fault, reason, decision, more) => {
    const { paymentId } = await sellWithFault(test, seller, fault);
    const review = await oneReview(test, paymentId);
    expect(review).toMatchObject({ reason, state: 'open', decided: null });
    expect(review.said.length).toBeGreaterThan(0);
    expect(JSON.stringify(review)).not.toMatch(/secureHash":"[0-9a-f]{64}/i);
    expect((await rowOf(paymentId)).needsReview).toBe(true);
    const answer = await decide(admin, review.reviewId, decision, more);
    expect([answer.status, answer.body.data?.state]).toEqual([200, 'decided']);
    // The bank goes on saying it; nobody is told a second time.
    test.clock.advance(HOUR);
    await test.poll();
    await signIn();
    expect(await reviewsOf(test, paymentId)).toEqual([]);
    expect(await statusOf(test.client(), paymentId)).toBe('initiated');
    const row = await rowOf(paymentId);
    expect(row.needsReview).toBe(false);
    expect(row.reviewEnded.outcome).toBe(decision === 'dismiss' ? 'nothing to do' : 'refunded at the bank');
    const mails = await countRows(
      test,
      "SELECT COUNT(*) AS n FROM mail_outbox WHERE template = 'payment-review' AND dedupe_key LIKE ?",
      [`review:${paymentId}:%`],
    );
    expect(mails).toBe(1);
    const { body } = await admin.get(`/api/payments/admin/${paymentId}/details`);
    expect(body.data.audit).toContainEqual(
      expect.objectContaining({ action: 'review.decided', from: reason, to: decision }),
    );
  });

  it('asked again: the same answer brings it back, the right one completes the payment', async () => {
    const { paymentId } = await sellWithFault(test, seller, 'different-amount');
    const first = await oneReview(test, paymentId);
    test.clock.advance(5000);
    expect((await decide(admin, first.reviewId, 'ask_again')).body.message).toMatch(/bank was asked/);
    const second = await oneReview(test, paymentId);
    expect(second.reviewId).not.toBe(first.reviewId);
    await test.bank.clearFaults();
    test.clock.advance(5000);
    expect((await decide(admin, second.reviewId, 'ask_again')).status).toBe(200);
    expect(await statusOf(test.client(), paymentId)).toBe('completed');
    expect(await reviewsOf(test, paymentId)).toEqual([]);
  });

  it.each(['different-amount', 'other-currency'])(
    '%s: settled by itself once the bank says the whole sum',
    async (fault) => {
      const { paymentId } = await sellWithFault(test, seller, fault);
      const { reviewId } = await oneReview(test, paymentId);
      await test.bank.clearFaults();
      test.clock.advance(HOUR);
      await test.poll();
      await signIn();
      expect(await statusOf(test.client(), paymentId)).toBe('completed');
      expect(await reviewsOf(test, paymentId)).toEqual([]);
      expect((await rowOf(paymentId)).needsReview).toBe(false);
      const { body } = await admin.get(`/api/admin/reviews/${reviewId}`);
      expect(body.data).toMatchObject({ state: 'decided', decided: { label: 'settled by itself' } });
      expect((await decide(admin, reviewId, 'refunded_at_bank', { bankReference: 'NEFT9' })).status).toBe(409);
    },
  );

  describe('a wrong sum that was refunded at the bank', () => {
    const how = { bankReference: 'NEFT-78/1' };
    const giveBack = async (paymentId: string) => {
      const { reviewId, amount } = await oneReview(test, paymentId);
      const { status } = await decide(admin, reviewId, 'refunded_at_bank', { ...how, confirmedAmount: amount });
      expect(status).toBe(200);
    };

    it('is expected no more: the customer pays on another invoice', async () => {
      const link = await sellWithFault(test, seller, 'different-amount');
      await giveBack(link.paymentId);
      const page = await pressPay(test.client(), link.paymentId);
      await test.bank.clearFaults();
      await test.bank.fault('status', 'different-amount', { times: 0, invoiceNo: link.invoiceNo });
      await test.bank.press(page, 'pay-close-tab');
      test.clock.advance(MINUTE);
      await test.poll();
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
      expect(
        await countRows(
          test,
          `SELECT COUNT(*) AS n FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
            WHERE p.public_id = ? AND a.status = 'captured' AND a.invoice_no <> ? AND a.excess = 0`,
          [link.paymentId, link.invoiceNo],
        ),
      ).toBe(1);
    });

    it('leaves an upgrade that ends with its link, and a gold token that can be refunded', async () => {
      const gold = await sellAndPay(test, seller, 'gold');
      const upgrade = await createUpgrade(seller, gold.paymentId);
      await test.bank.press(await pressPay(test.client(), upgrade), 'pay-close-tab');
      await test.bank.fault('status', 'different-amount', { times: 0 });
      test.clock.advance(MINUTE);
      await test.poll();
      await signIn();
      await giveBack(upgrade);
      for (let day = 0; day < 12; day += 1) {
        test.clock.advance(DAY);
        await test.poll();
      }
      await signIn();
      expect(await statusOf(test.client(), upgrade)).toBe('cancelled');
      expect(await reviewsOf(test, upgrade)).toEqual([]);
      expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).status).toBe(200);
    });
  });

  it('refuses what the rules do not allow, and says which field is wrong', async () => {
    const { paymentId } = await sellWithFault(test, seller, 'different-amount');
    const { reviewId } = await oneReview(test, paymentId);
    const refused = async (decision: string, more: object) => {
      const { status, body } = await decide(admin, reviewId, decision, more);
      return [status, body.error, ...Object.keys(body.details ?? {})];
    };
    expect(await refused('dismiss', {})).toEqual([409, 'DECISION_NOT_ALLOWED']);
    expect(await refused('confirm_reversal', {})).toEqual([409, 'DECISION_NOT_ALLOWED']);
    expect(await refused('refunded_at_bank', {})).toEqual([422, 'FIELD_ERRORS', 'bankReference']);
    expect(await refused('refunded_at_bank', { bankReference: '=1+1' })).toEqual([
      422,
      'FIELD_ERRORS',
      'bankReference',
    ]);
    expect(await refused('refunded_at_bank', { bankReference: 'NEFT1', confirmedAmount: 99 })).toEqual([
      409,
      'AMOUNT_CHANGED',
      'confirmedAmount',
    ]);
    expect(await refused('ask_again', { note: 'ok' })).toEqual([422, 'FIELD_ERRORS', 'note']);
    expect(await refused('ask_again', { note: 'x'.repeat(501) })).toEqual([422, 'FIELD_ERRORS', 'note']);
    expect((await refused('complete', {}))[0]).toBeGreaterThanOrEqual(400);
    expect((await refused('ask_again', { status: 'completed' }))[0]).toBeGreaterThanOrEqual(400);
    expect((await oneReview(test, paymentId)).state).toBe('open');
  });

  it('duplicate charge: refunded from the queue, which waits for the bank and then closes it', async () => {
    const { paymentId } = await sellAndPayTwice(test, seller, 'silver');
    await signIn();
    const review = await oneReview(test, paymentId);
    expect(review).toMatchObject({ reason: 'excess_capture', amount: 100 });
    expect(review.choices.map(({ decision }: { decision: string }) => decision)).toEqual([
      'refund_duplicate',
      'settled_outside',
    ]);
    const before = await waitingForADecision();
    const answer = await decide(admin, review.reviewId, 'refund_duplicate', { confirmedAmount: 100 });
    expect([answer.status, answer.body.data.state]).toEqual([200, 'waiting']);
    // Decided, and listed until the bank has given the money back.
    expect(await waitingForADecision()).toEqual(before.map((count) => count - 1));
    expect((await oneReview(test, paymentId)).state).toBe('waiting');
    expect((await rowOf(paymentId)).needsReview).toBe(true);
    // Pressed again: the same answer, and no second refund.
    expect((await decide(admin, review.reviewId, 'refund_duplicate', { confirmedAmount: 100 })).status).toBe(200);
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await signIn();
    expect(await reviewsOf(test, paymentId)).toEqual([]);
    const [ended] = await reviewsOf(test, paymentId, 'decided');
    expect(ended.decided).toMatchObject({ label: 'refunded', note: NOTE });
    // Nobody of the staff did, when the poll job closed it.
    expect((await timelineOf(paymentId)).filter(({ title }) => title === 'Review ended')).toMatchObject([
      { actor: 'TokenDesk' },
    ]);
    expect(await statusOf(test.client(), paymentId)).toBe('completed');
    expect((await rowOf(paymentId)).reviewEnded.outcome).toBe('refunded');
  });

  it('duplicate charge: a refund that the bank rejects opens the review again', async () => {
    const { paymentId } = await sellAndPayTwice(test, seller, 'silver');
    await signIn();
    const { reviewId } = await oneReview(test, paymentId);
    const before = await waitingForADecision();
    await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 100 });
    await test.bank.control({ op: 'settle-refunds', result: 'REJ' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await signIn();
    const again = await oneReview(test, paymentId);
    expect(again).toMatchObject({ reviewId, state: 'open', decided: null, amount: 100 });
    expect(await waitingForADecision()).toEqual(before);
    const given = await decide(admin, reviewId, 'settled_outside', { confirmedAmount: 100, bankReference: 'IMPS99' });
    expect((await refundEntries(paymentId)).slice(-2)).toEqual([
      'Refund outside of TokenDesk recorded',
      'Given back outside of TokenDesk',
    ]);
    expect(given.body.data).toMatchObject({ state: 'decided', decided: { bankReference: 'IMPS99' } });
    // It counts as given back: nobody can give it back a second time.
    const { body } = await seller.get(`/api/payments/${paymentId}/refunds`);
    expect(body.data.duplicateCharges[0]).toMatchObject({ refundedAmount: 100, refundableAmount: 0 });
    expect(body.data.refunds[0]).toMatchObject({ origin: 'outside', status: 'completed' });
    expect(await originsInDetails(paymentId)).toEqual(['order', 'outside']);
    expect(await statusOf(test.client(), paymentId)).toBe('completed');
    expect((await refundsAtBank(test, paymentId)).filter(({ status }) => status !== 'REJ')).toEqual([]);
  });

  it('duplicate charge: with refunds switched off it can only be settled elsewhere', async () => {
    const { paymentId } = await sellAndPayTwice(test, seller, 'silver');
    await switchRefunds(test, false);
    await signIn();
    const review = await oneReview(test, paymentId);
    expect(review.blocked).toMatch(/switched off/);
    expect((await decide(admin, review.reviewId, 'refund_duplicate', { confirmedAmount: 100 })).status).toBe(409);
    await switchRefunds(test, true);
    // Given back by the ordinary dialog: the review ends by itself.
    const { body } = await seller.get(`/api/payments/${paymentId}/refunds`);
    await refund(seller, paymentId, 100, { duplicateChargeId: body.data.duplicateCharges[0].id });
    expect((await oneReview(test, paymentId)).choices).toEqual([]);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    expect((await reviewsOf(test, paymentId, 'decided'))[0].decided).toMatchObject({
      label: 'settled by itself',
      by: null,
    });
  });

  it('an upgrade paid in vain is given back whole, and its payment keeps its status', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const first = await createUpgrade(seller, gold.paymentId);
    const { page } = await payAt(test, first, 'decline');
    test.clock.advance(3000);
    const second = await createUpgrade(seller, gold.paymentId);
    await payAt(test, second);
    await payOn(test, page);
    await signIn();
    const review = await oneReview(test, first);
    expect(review).toMatchObject({ reason: 'upgrade_duplicate', amount: 49000 });
    await decide(admin, review.reviewId, 'refund_duplicate', { confirmedAmount: 49000 });
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    expect(await statusOf(test.client(), first)).toBe('failed');
    expect(await statusOf(test.client(), second)).toBe('completed');
    expect((await reviewsOf(test, first, 'decided'))[0].decided.label).toBe('refunded');
  });

  it('an upgrade revoked after a part refund: once decided, the review names what was given back', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgradeId);
    expect((await refund(seller, upgradeId, 9000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await reverse(test, gold);
    await signIn();
    const { reviewId } = await oneReview(test, gold.paymentId);
    await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 51_000 });
    const review = await oneReview(test, upgradeId);
    expect(review).toMatchObject({ reason: 'upgrade_source_refunded', amount: 40_000 });
    const given = { confirmedAmount: 40_000, bankReference: 'IMPS98' };
    expect((await decide(admin, review.reviewId, 'settled_outside', given)).status).toBe(200);
    expect((await reviewsOf(test, upgradeId, 'decided'))[0]).toMatchObject({ amount: 40_000 });
  });

  it('reversal confirmed: the payment is refunded, its token void, and the bank is told nothing', async () => {
    const { paymentId } = await sellAndReverse(test, seller);
    await signIn();
    const review = await oneReview(test, paymentId);
    expect(review).toMatchObject({ reason: 'bank_reversal', amount: 100, paymentStatus: 'completed' });
    const answer = await decide(admin, review.reviewId, 'confirm_reversal', { confirmedAmount: 100 });
    expect(answer.body.data).toMatchObject({ state: 'decided', paymentStatus: 'refunded' });
    expect(await tokenOf(test, paymentId)).toMatchObject({ status: 'void' });
    expect(await refundsAtBank(test, paymentId)).toEqual([]);
    const { body } = await seller.get(`/api/payments/${paymentId}/refunds`);
    expect(body.data.refunds).toMatchObject([{ origin: 'reversal', status: 'completed', amount: 100, reason: NOTE }]);
    expect(await originsInDetails(paymentId)).toEqual(['reversal']);
    expect(await refundEntries(paymentId)).toEqual(['Return by the bank recorded', 'Returned by the bank']);
    expect((await refund(seller, paymentId, ANY_AMOUNT)).status).toBe(409);
  });

  it('reversal after a part refund: what is left is recorded; while a refund is on its way it has to wait', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    await refund(seller, sold.paymentId, 40);
    await reverse(test, sold);
    await signIn();
    const waiting = await oneReview(test, sold.paymentId);
    expect(waiting.blocked).toMatch(/on its way/);
    expect((await decide(admin, waiting.reviewId, 'confirm_reversal', { confirmedAmount: 60 })).status).toBe(409);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await signIn();
    expect((await oneReview(test, sold.paymentId)).amount).toBe(60);
    expect((await decide(admin, waiting.reviewId, 'confirm_reversal', { confirmedAmount: 60 })).status).toBe(200);
    expect(await statusOf(test.client(), sold.paymentId)).toBe('refunded');
  });

  it('a reversal that nobody has decided: the bank is asked for no refund in addition, until it was an error', async () => {
    const { paymentId } = await sellAndReverse(test, seller);
    const early = await refund(seller, paymentId, 40);
    expect([early.status, early.body.error]).toEqual([409, 'REVERSAL_UNDECIDED']);
    expect(await refundsAtBank(test, paymentId)).toEqual([]);
    const reason = async () => (await seller.get(`/api/payments/${paymentId}/refunds`)).body.data.notRefundable;
    expect(await reason()).toBe(early.body.message);
    await signIn();
    const review = await oneReview(test, paymentId);
    expect((await decide(admin, review.reviewId, 'reversal_error')).status).toBe(200);
    expect(await reason()).toBeNull();
    // Asked now, this bank refuses by itself: to it the money is gone.
    expect((await refund(seller, paymentId, 40)).body.error).toBe('REFUND_REFUSED');
  });

  it('reversal of an upgraded gold payment: both decisions are offered', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    await payAt(test, await createUpgrade(seller, gold.paymentId));
    await reverse(test, gold);
    await signIn();
    const review = await oneReview(test, gold.paymentId);
    expect(review.choices.map(({ decision }: { decision: string }) => decision)).toEqual([
      'confirm_reversal',
      'reversal_error',
    ]);
    expect(review.blocked).toBeNull();
    expect((await decide(admin, review.reviewId, 'reversal_error')).status).toBe(200);
    expect(await statusOf(test.client(), gold.paymentId)).toBe('completed');
    expect(await tokenOf(test, gold.paymentId)).toMatchObject({ status: 'upgraded' });
  });

  it('two admins at once: one decides, the other is told who', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { paymentId } = await sellAndReverse(test, seller);
      await signIn();
      const { reviewId } = await oneReview(test, paymentId);
      const answers = await Promise.all([
        decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 100 }),
        decide(admin, reviewId, 'reversal_error'),
        decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 100 }),
      ]);
      const codes = answers.map(({ status }) => status);
      expect(codes.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(codes.every((status) => status === 200 || status === 409)).toBe(true);
      const confirmed = (await statusOf(test.client(), paymentId)) === 'refunded';
      expect(answers[1]?.status).toBe(confirmed ? 409 : 200);
      expect(
        await countRows(
          test,
          "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'review.decided' AND subject_id = ?",
          [reviewId],
        ),
      ).toBe(1);
      await expectInvariants(test);
    }
  });

  it('a decision and the poll job at once: a duplicate is given back once', async () => {
    const { paymentId } = await sellAndPayTwice(test, seller, 'silver');
    await signIn();
    const { reviewId } = await oneReview(test, paymentId);
    await test.bank.fault('refund', 'reset-after-commit');
    const decided = () => decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 100 });
    const [first, , second] = await Promise.all([decided(), test.poll(), decided(), test.poll()]);
    // Either may be the quicker one; the other finds it decided.
    const codes = [first.status, second.status];
    expect(codes).toContain(200);
    expect(codes.every((status) => status === 200 || status === 409)).toBe(true);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
    expect(await reviewsOf(test, paymentId)).toEqual([]);
  });

  it('a refund unclear for an hour is shown, asked about on request, and ends with the answer', async () => {
    const { paymentId } = await sellAndPay(test, seller, 'silver');
    await test.bank.fault('refund', 'reset-before', { times: 0 });
    await test.bank.fault('status', 'lag-not-found', { times: 0 });
    await refund(seller, paymentId, 30);
    await test.poll();
    expect(await reviewsOf(test, paymentId)).toEqual([]);
    test.clock.advance(2 * HOUR);
    await test.poll();
    await signIn();
    const review = await oneReview(test, paymentId);
    expect(review).toMatchObject({ reason: 'refund_unclear', amount: 30 });
    const mails = await query('SELECT data FROM mail_outbox WHERE dedupe_key LIKE ?', [
      `review:${paymentId}:refund_unclear:%`,
    ]);
    // Of the refund, not of the payment.
    expect(mails.map(({ data }: { data: string }) => JSON.parse(data).amountPaise)).toEqual([3000]);
    await test.bank.clearFaults();
    expect((await decide(admin, review.reviewId, 'ask_again')).status).toBe(200);
    expect(await refundsAtBank(test, paymentId)).toMatchObject([{ status: 'REQ', amountPaise: 3000 }]);
    expect(await reviewsOf(test, paymentId)).toEqual([]);
  });

  it('a refund unclear for an hour ends by itself once the bank has accepted it', async () => {
    const { paymentId } = await sellAndPay(test, seller, 'silver');
    await test.bank.fault('refund', 'reset-before', { times: 0 });
    await test.bank.fault('status', 'lag-not-found', { times: 0 });
    await refund(seller, paymentId, 30);
    test.clock.advance(2 * HOUR);
    await test.poll();
    await signIn();
    expect(await oneReview(test, paymentId)).toMatchObject({ reason: 'refund_unclear' });
    await test.bank.clearFaults();
    test.clock.advance(HOUR);
    await test.poll();
    expect(await refundsAtBank(test, paymentId)).toMatchObject([{ status: 'REQ', amountPaise: 3000 }]);
    await signIn();
    expect((await seller.get(`/api/payments/${paymentId}/refunds`)).body.data.refunds).toMatchObject([
      { status: 'processing' },
    ]);
    expect(await reviewsOf(test, paymentId)).toEqual([]);
  });

  it('no clear answer for seven days: asked again by hand, closed only when the bank knows nothing of it', async () => {
    const link = await createLink(seller, 'silver');
    await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-close-tab');
    await test.bank.fault('status', 'err', { times: 0 });
    for (let day = 0; day < 12; day += 1) {
      test.clock.advance(DAY);
      await test.poll();
    }
    await signIn();
    const review = await oneReview(test, link.paymentId);
    expect(review).toMatchObject({ reason: 'unresolved_at_bank', paymentStatus: 'initiated' });
    expect((await decide(admin, review.reviewId, 'close_not_paid')).status).toBe(409);
    test.clock.advance(5000);
    expect((await decide(admin, review.reviewId, 'ask_again')).status).toBe(200);
    const again = await oneReview(test, link.paymentId);
    expect(again.reviewId).not.toBe(review.reviewId);
    // As when the answer was stored and what follows from it was not.
    await query("UPDATE payment_attempts SET last_answer = 'not-found' WHERE invoice_no = ?", [link.invoiceNo]);
    const closed = await decide(admin, again.reviewId, 'close_not_paid');
    expect(closed.body.data).toMatchObject({ state: 'decided', paymentStatus: 'cancelled' });
    // Money that comes after all still counts.
    await test.bank.clearFaults();
    test.clock.advance(5000);
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
  });

  it('ends by itself when the bank gives a clear answer after all', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(test.client(), link.paymentId);
    await test.bank.press(page, 'pay-close-tab');
    await test.bank.fault('status', 'err', { times: 0 });
    for (let day = 0; day < 12; day += 1) {
      test.clock.advance(DAY);
      await test.poll();
    }
    await signIn();
    const review = await oneReview(test, link.paymentId);
    await test.bank.clearFaults();
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    const { body } = await admin.get(`/api/admin/reviews/${review.reviewId}`);
    expect(body.data).toMatchObject({ state: 'decided', decided: { label: 'settled by itself', by: null } });
  });

  it('lists what is open oldest first, by reason, by amount, and what is over by who decided', async () => {
    await sellWithFault(test, seller, 'different-amount', 'platinum');
    await test.bank.clearFaults();
    const listed = async (filter: string) => (await admin.get(`/api/admin/reviews?${filter}`)).body.data;
    const open = (await listed('')).reviews as { openedAt: string; amount: number; reason: string }[];
    expect(open.map(({ openedAt }) => openedAt)).toEqual(open.map(({ openedAt }) => openedAt).sort());
    expect((await listed('sort=largest')).reviews[0]).toMatchObject({ amount: 100000.01 });
    const mismatches = (await listed('reason=amount_mismatch')).reviews as { reason: string }[];
    expect(new Set(mismatches.map(({ reason }) => reason))).toEqual(new Set(['amount_mismatch']));
    const [{ id }] = await query("SELECT id FROM users WHERE email_key = 'admin@tokendesk.test'");
    const byAdmin = (await listed(`state=decided&decidedBy=${id}`)).reviews as { decided: { by: string } }[];
    expect(byAdmin.length).toBeGreaterThan(0);
    expect((await listed('state=decided&decidedBy=999')).reviews).toEqual([]);
    expect((await admin.get('/api/admin/reviews/count')).body.data.open).toBe((await listed('')).pagination.totalCount);
  });
});
