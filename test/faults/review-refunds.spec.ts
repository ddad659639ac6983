import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MESSAGES } from '../../src/contracts/messages.js';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Client, Reply } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants, expectRefundsAgree } from '../support/invariants.js';
import { outOfReach, refundsAtBank, sellAndPayTwice, switchRefunds } from '../support/refunds.js';
import { decide, oneReview } from '../support/reviews.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

let test: TestApp;
let admin: Client;
let paymentId: string;
let reviewId: string;

const order = (): Promise<Reply> => decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 100 });
const paidWith = (profile: string) =>
  test.get(DataSource).query('UPDATE payment_attempts SET merchant_profile = ? WHERE excess = ?', [profile, true]);

beforeAll(async () => {
  test = await TestApp.start({ env: { GATEWAY_TIMEOUT_MS: '4000' } });
  await switchRefunds(test, true);
});
beforeEach(async () => {
  ({ paymentId } = await sellAndPayTwice(test, await test.staff(SALES), 'silver'));
  admin = await test.staff(ADMIN);
  ({ reviewId } = await oneReview(test, paymentId));
});
afterEach(async () => {
  await test.bank.clearFaults();
  await expectInvariants(test);
  await expectRefundsAgree(test);
});
afterAll(() => test.close());

describe('a refund from a review', () => {
  it.each([
    ['takes no connection', 503, 'BANK_UNAVAILABLE', SERVER_MESSAGES.refund.bankUnavailable],
    ['refuses it', 409, 'REFUND_REFUSED', SERVER_MESSAGES.refund.refused('Refund not allowed')],
    ['has no merchant of that name here', 503, 'MERCHANT_PROFILE_MISSING', /./],
  ])('says so when the bank %s, and the review is open as before', async (_, status, error, message) => {
    let answer: Reply;
    if (error === 'BANK_UNAVAILABLE') answer = await outOfReach(test, order);
    else if (error === 'REFUND_REFUSED') {
      await test.bank.fault('refund', 'code', { code: 'P1112', text: 'Refund not allowed' });
      answer = await order();
    } else {
      const [{ profile }] = await test
        .get(DataSource)
        .query('SELECT merchant_profile AS profile FROM payment_attempts');
      await paidWith('gone');
      answer = await order();
      await paidWith(profile);
    }
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { success: false, error, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
    expect(await oneReview(test, paymentId)).toMatchObject({ reviewId, state: 'open', decided: null });
    expect(await refundsAtBank(test, paymentId)).toEqual([]);
    // Sent again with the same note, it is ordered once.
    const again = await order();
    expect([again.status, again.body.message]).toEqual([200, OFFICE_MESSAGES.review.refunding]);
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });

  it.each(['reset-after-commit', 'reset-before'])('left without an answer (%s) is being confirmed', async (fault) => {
    await test.bank.fault('refund', fault);
    for (const answer of [await order(), await order()]) {
      expect([answer.status, answer.body.message]).toEqual([200, MESSAGES.refund.unknown]);
      expect(answer.body.data.state).toBe('waiting');
    }
    test.clock.advance(20 * MINUTE);
    await test.poll();
    admin = await test.staff(ADMIN);
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
    expect((await order()).body.message).toBe(OFFICE_MESSAGES.review.refunding);
  });
});
