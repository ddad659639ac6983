import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { textsIn } from '../../src/contracts/words/index.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { correctContact, rowOf } from '../support/links.js';
import { leaveUnits, removeLimits } from '../support/quotas.js';
import { ANY_AMOUNT, refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reviewsOf, sellWithFault } from '../support/reviews.js';
import { createLink, type Link, pressPay, statusOf } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { askUpgrade, createUpgrade, endUpgrade, payOn } from '../support/upgrades.js';

describe('money of another sum that the bank has taken', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let corrected = 0;
  const signIn = async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  };

  beforeAll(async () => {
    test = await TestApp.start();
  });
  beforeEach(signIn);
  afterEach(async () => {
    await test.bank.clearFaults();
    await test.settle();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const press = (paymentId: string) => test.client().post(`/api/payments/${paymentId}/initiate`, {});
  const shown = async (paymentId: string) => (await test.client().get(`/api/payments/${paymentId}`)).body.data;
  const desk = async (paymentId: string) => (await seller.get(`/api/payments/${paymentId}/desk`)).body.data;
  const refused = async (paymentId: string) => {
    const { status, body } = await press(paymentId);
    expect([status, body.error, body.message]).toEqual([409, 'MONEY_ARRIVED', CUSTOMER_MESSAGES.payment.moneyWaits]);
    expect(await shown(paymentId)).toMatchObject({
      canPay: false,
      moneyWaits: true,
      gatewayResponse: { redirectionURL: null },
    });
    // The seller shows no code of it, nor anybody the slip.
    expect(await desk(paymentId)).toMatchObject({ canPay: false, warning: expect.stringMatching(/Needs review/) });
    expect((await row(paymentId)).canPay).toBe(false);
  };
  const expectWaiting = async (upgrade: string) => {
    expect(await shown(upgrade)).toMatchObject({ canPay: false, moneyWaits: true, inProgress: false });
    for (const language of ['en', 'hi'] as const)
      for (const path of [`/upgrade/${upgrade}`, `/payment/${upgrade}`, `/payment/${upgrade}?problem=UPGRADE_CLOSED`]) {
        const { text } = await test.client().get(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        const { state, problems } = textsIn(language);
        expect(text).toContain(state.moneyWaitsTitle);
        expect(text).toContain(state.upgradeMoneyWaits);
        expect(text).not.toContain('data-pay=""');
        expect(text).not.toContain(`<p>${problems.UPGRADE_CLOSED}</p>`);
      }
  };
  const isPayable = async (paymentId: string) => {
    expect(await shown(paymentId)).toMatchObject({ canPay: true, moneyWaits: false });
    expect(await desk(paymentId)).toMatchObject({ canPay: true, warning: null });
    expect((await row(paymentId)).canPay).toBe(true);
    expect((await press(paymentId)).status).toBe(200);
  };
  const row = (paymentId: string) => rowOf(seller, paymentId);
  const correct = (paymentId: string) =>
    correctContact(seller, paymentId, { name: 'Asha Rao', email: `asha.${(corrected += 1)}@example.com` });
  /** Declined at first; the customer pays on the page of the bank that stayed open, and the bank takes another sum. */
  const payLate = async (paymentId: string, page: string, kind = 'different-amount') => {
    await test.bank.press(page, 'decline');
    test.clock.advance(MINUTE);
    await test.poll();
    expect(await statusOf(test.client(), paymentId)).toBe('failed');
    await test.bank.fault('status', kind, { times: 0 });
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(HOUR);
    await test.poll();
    await signIn();
  };
  const failedWithMoney = async (): Promise<Link> => {
    const link = await createLink(seller, 'silver');
    await payLate(link.paymentId, await pressPay(test.client(), link.paymentId));
    return link;
  };

  it.each([
    ['different-amount', 'amount_mismatch', 100.01],
    ['other-currency', 'currency_mismatch', 100],
  ])('%s: nobody is led to pay once more until an admin has decided', async (kind, reason, confirmedAmount) => {
    const { paymentId } = await sellWithFault(test, seller, kind);
    const review = await oneReview(test, paymentId);
    expect(review.reason).toBe(reason);
    await refused(paymentId);
    expect((await row(paymentId)).denials).toMatchObject({
      reissue: expect.any(String),
      correctContact: expect.any(String),
    });
    const cancelled = await seller.post(`/api/payments/${paymentId}/cancel-link`, {});
    expect([cancelled.status, cancelled.body.error]).toEqual([409, 'MONEY_ARRIVED']);
    expect((await row(paymentId)).denials.cancelLink).toBe(cancelled.body.message);
    // Asked again, the bank says the same.
    expect((await decide(admin, review.reviewId, 'ask_again')).status).toBe(200);
    await refused(paymentId);
    const again = await oneReview(test, paymentId);
    const more = { bankReference: 'NEFT-77/1', confirmedAmount };
    expect((await decide(admin, again.reviewId, 'refunded_at_bank', more)).status).toBe(200);
    await isPayable(paymentId);
  });

  it('the bank corrects itself: the payment is completed, and nothing waits', async () => {
    const { paymentId } = await sellWithFault(test, seller, 'different-amount');
    await refused(paymentId);
    await test.bank.clearFaults();
    test.clock.advance(HOUR);
    await test.poll();
    expect(await reviewsOf(test, paymentId)).toEqual([]);
    expect(await shown(paymentId)).toMatchObject({ status: 'completed', moneyWaits: false });
    expect((await press(paymentId)).body.error).toBe('ALREADY_PAID');
  });

  it('the page says so in both languages, without a button', async () => {
    const { paymentId } = await sellWithFault(test, seller, 'different-amount');
    for (const language of ['en', 'hi'] as const) {
      const { text } = await test.client().get(`/payment/${paymentId}?lang=${language}`);
      const words = textsIn(language);
      expect(text).toContain(words.state.moneyWaitsTitle);
      expect(text).toContain(words.problems.MONEY_ARRIVED);
      expect(text).not.toContain('data-pay=""');
    }
  });

  it('on a link that had failed: it is neither paid, reissued nor replaced meanwhile, and all of it afterwards', async () => {
    const { paymentId } = await failedWithMoney();
    expect((await oneReview(test, paymentId)).reason).toBe('amount_mismatch');
    await refused(paymentId);
    const { reissue, correctContact } = (await row(paymentId)).denials;
    for (const [answer, denial] of [
      [await seller.post(`/api/payments/${paymentId}/reissue-link`), reissue],
      [await correct(paymentId), correctContact],
    ] as const)
      expect([answer.status, answer.body.error, answer.body.message]).toEqual([409, 'MONEY_ARRIVED', denial]);
    const { reviewId } = await oneReview(test, paymentId);
    await decide(admin, reviewId, 'refunded_at_bank', { bankReference: 'NEFT-78/1', confirmedAmount: 100.01 });
    expect((await row(paymentId)).denials).toMatchObject({ reissue: null, correctContact: null });
    await isPayable(paymentId);
  });

  it('on a link that was replaced: the one in its place is not paid meanwhile', async () => {
    const first = await createLink(seller, 'silver');
    const page = await pressPay(test.client(), first.paymentId);
    await test.bank.press(page, 'decline');
    test.clock.advance(MINUTE);
    await test.poll();
    const { body } = await correct(first.paymentId);
    const next = body.data.paymentId as string;
    await test.bank.fault('status', 'different-amount', { times: 0, invoiceNo: first.invoiceNo });
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(MINUTE);
    // The press itself asks about the link before.
    await refused(next);
    const { reviewId } = await oneReview(test, first.paymentId);
    expect((await correct(next)).body.error).toBe('MONEY_ARRIVED');
    await decide(admin, reviewId, 'refunded_at_bank', { bankReference: 'NEFT-79/1', confirmedAmount: 100.01 });
    await isPayable(next);
  });

  it('for an upgrade: neither it nor another of the token is paid meanwhile', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const upgrade = await createUpgrade(seller, gold.paymentId);
    await payLate(upgrade, await pressPay(test.client(), upgrade));
    expect((await oneReview(test, upgrade)).reason).toBe('amount_mismatch');
    await refused(upgrade);
    expect((await askUpgrade(seller, gold.paymentId)).body.error).toBe('MONEY_ARRIVED');
    expect((await row(gold.paymentId)).denials.upgrade).toMatch(/earlier upgrade/);
    const { reviewId } = await oneReview(test, upgrade);
    await decide(admin, reviewId, 'refunded_at_bank', { bankReference: 'NEFT-80/1', confirmedAmount: 49_000.01 });
    await isPayable(upgrade);
  });

  it('on an earlier upgrade link of the token: the pages of the newer one say so, and offer no payment', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const first = await createUpgrade(seller, gold.paymentId);
    const page = await pressPay(test.client(), first);
    await test.bank.press(page, 'decline');
    test.clock.advance(MINUTE);
    await test.poll();
    const newer = await createUpgrade(seller, gold.paymentId);
    expect(await shown(newer)).toMatchObject({ canPay: true, moneyWaits: false });
    await test.bank.fault('status', 'different-amount', { times: 0 });
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(HOUR);
    await test.poll();
    await signIn();
    const { reviewId, reason } = await oneReview(test, first);
    expect(reason).toBe('amount_mismatch');
    const pressed = await press(newer);
    expect([pressed.status, pressed.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
    await expectWaiting(newer);
    const { body } = await test.client().get(`/api/payments/${newer}/status`);
    expect(body.data.canPay).toBe(false);
    await decide(admin, reviewId, 'refunded_at_bank', { bankReference: 'NEFT-81/1', confirmedAmount: 49_000.01 });
    await isPayable(newer);
  });

  it('on an earlier upgrade link, after the last unit was sold: so do they until it is given back', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const first = await createUpgrade(seller, gold.paymentId);
    const { page } = await endUpgrade(test, first);
    const newer = await createUpgrade(seller, gold.paymentId);
    await endUpgrade(test, newer);
    await leaveUnits(admin, 'platinum', 0);
    await payOn(test, page);
    await leaveUnits(admin, 'platinum', 5);
    const { reviewId, reason } = await oneReview(test, first);
    expect(reason).toBe('quota_sold_out');
    await expectWaiting(newer);
    // Of its own money the page of the earlier one says more.
    expect(await shown(first)).toMatchObject({ canPay: false, moneyWaits: false, returning: { state: 'undecided' } });
    await switchRefunds(test, true);
    expect((await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 49_000 })).status).toBe(200);
    await expectWaiting(newer);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await signIn();
    expect(await shown(newer)).toMatchObject({ canPay: true, moneyWaits: false });
    await removeLimits(admin);
  });

  describe('given back by the bank, which goes on saying that it was paid', () => {
    const giveBack = async (paymentId: string) => {
      const { reviewId, amount } = await oneReview(test, paymentId);
      const more = { bankReference: 'NEFT-82/1', confirmedAmount: amount };
      expect((await decide(admin, reviewId, 'refunded_at_bank', more)).status).toBe(200);
      test.clock.advance(MINUTE);
    };
    const cancel = (paymentId: string) => seller.post(`/api/payments/${paymentId}/cancel-link`, {});
    const expectRefused = async (paymentId: string, error: string) => {
      const { status, body } = await cancel(paymentId);
      expect([status, body.error]).toEqual([409, error]);
      expect((await row(paymentId)).denials.cancelLink).toBe(body.message);
    };

    it.each(['different-amount', 'other-currency'])('%s: the link is cancelled', async (kind) => {
      const { paymentId } = await sellWithFault(test, seller, kind);
      await giveBack(paymentId);
      expect((await row(paymentId)).denials.cancelLink).toBeNull();
      expect((await cancel(paymentId)).status).toBe(200);
      expect(await shown(paymentId)).toMatchObject({ status: 'cancelled', canPay: false });
      expect(await reviewsOf(test, paymentId)).toEqual([]);
      expect((await correct(paymentId)).status).toBe(201);
    });

    it('of an upgrade: its link is cancelled, and the token is upgraded or refunded', async () => {
      await switchRefunds(test, true);
      const gold = await sellAndPay(test, seller, 'gold');
      const upgrade = await createUpgrade(seller, gold.paymentId);
      await test.bank.press(await pressPay(test.client(), upgrade), 'pay-close-tab');
      await test.bank.fault('status', 'different-amount', { times: 0 });
      test.clock.advance(MINUTE);
      await test.poll();
      await giveBack(upgrade);
      expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).body.error).toBe('UPGRADE_OPEN');
      expect((await cancel(upgrade)).status).toBe(200);
      expect((await cancel(await createUpgrade(seller, gold.paymentId))).status).toBe(200);
      await test.bank.clearFaults();
      expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).status).toBe(200);
    });

    it('but then of another sum: that is decided about first', async () => {
      const { paymentId } = await sellWithFault(test, seller, 'different-amount');
      await giveBack(paymentId);
      await test.bank.clearFaults();
      await test.bank.fault('status', 'other-currency', { times: 0 });
      await expectRefused(paymentId, 'MONEY_ARRIVED');
      expect((await oneReview(test, paymentId)).reason).toBe('currency_mismatch');
      await giveBack(paymentId);
      expect((await cancel(paymentId)).status).toBe(200);
    });

    it('as the bank says the whole sum: the payment is completed', async () => {
      const { paymentId } = await sellWithFault(test, seller, 'different-amount');
      await giveBack(paymentId);
      await test.bank.clearFaults();
      await expectRefused(paymentId, 'ALREADY_PAID');
      expect(await statusOf(test.client(), paymentId)).toBe('completed');
    });

    it('while money on an earlier invoice waits: that is decided about first', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const earlier = await pressPay(test.client(), paymentId);
      await test.bank.press(earlier, 'decline');
      test.clock.advance(MINUTE);
      await test.poll();
      await test.bank.press(await pressPay(test.client(), paymentId), 'pay-close-tab');
      await test.bank.fault('status', 'different-amount', { times: 0 });
      test.clock.advance(MINUTE);
      await test.poll();
      await giveBack(paymentId);
      await test.bank.press(earlier, 'pay-close-tab');
      // The cancellation itself asks about it.
      await expectRefused(paymentId, 'MONEY_ARRIVED');
      await giveBack(paymentId);
      expect((await cancel(paymentId)).status).toBe(200);
    });
  });
});
