import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { StatusChecker } from '../../src/modules/payments/status-checks/status-checker.service.js';
import type { Client } from '../support/client.js';
import { DAY, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { decide, oneReview, reviewsOf } from '../support/reviews.js';
import { createLink, type Link, pressPay, statusOf } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

describe('decisions about what the bank has left open', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  const signIn = async () => {
    seller = await test.as(SALES);
    admin = await test.as(ADMIN);
  };

  beforeAll(async () => {
    test = await TestApp.start();
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(signIn);
  afterEach(async () => {
    jest.restoreAllMocks();
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  /** The customer was declined at the bank, which for weeks does not say so. */
  const leftOpen = async (): Promise<Link & { page: string }> => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(test.client(), link.paymentId);
    await test.bank.press(page, 'decline');
    await test.bank.fault('status', 'err', { times: 0 });
    for (let day = 0; day < 12; day += 1) {
      test.clock.advance(DAY);
      await test.poll();
    }
    await signIn();
    return { ...link, page };
  };

  it('asked again, but the question fails: the poll job asks it', async () => {
    const link = await leftOpen();
    const { reviewId } = await oneReview(test, link.paymentId);
    jest.spyOn(test.get(StatusChecker), 'checkAttempt').mockRejectedValue(new Error('the database is away'));
    expect((await decide(admin, reviewId, 'ask_again')).status).toBe(200);
    expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    test.clock.advance(5000);
    await test.poll();
    expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'unresolved_at_bank' });
  });

  it.each(['closed as not paid', 'reissued'])(
    'given up by the poll job, then %s: money that comes after all is found',
    async (how) => {
      const link = await leftOpen();
      const { reviewId } = await oneReview(test, link.paymentId);
      await test
        .get(DataSource)
        .query("UPDATE payment_attempts SET last_answer = 'not-found' WHERE invoice_no = ?", [link.invoiceNo]);
      await test.bank.clearFaults();
      const { status } =
        how === 'reissued'
          ? await seller.post(`/api/payments/${link.paymentId}/reissue-link`)
          : await decide(admin, reviewId, 'close_not_paid');
      expect(status).toBe(200);
      await test.bank.press(link.page, 'pay-close-tab');
      test.clock.advance(20 * MINUTE);
      await test.poll();
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    },
  );

  it('closed as not paid after it was reissued: the link that lives now goes on living', async () => {
    const link = await leftOpen();
    const { reviewId } = await oneReview(test, link.paymentId);
    // The bank says that it knows nothing; a clear answer would end the review by itself.
    await test.bank.clearFaults();
    await test.bank.fault('status', 'lag-not-found', { times: 0 });
    expect((await seller.post(`/api/payments/${link.paymentId}/reissue-link`)).status).toBe(200);
    const page = await pressPay(test.client(), link.paymentId);
    expect((await decide(admin, reviewId, 'close_not_paid')).status).toBe(200);
    await test.bank.clearFaults();
    expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    expect(await statusOf(test.client(), link.paymentId)).toBe('initiated');
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(5000);
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
  });
});
