import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PaymentGateway } from '../../src/modules/gateway/index.js';
import { RefundRequestService } from '../../src/modules/refunds/refund-request.service.js';
import { RefundTransitions } from '../../src/modules/refunds/refund-transitions.js';
import { RefundsRepository } from '../../src/modules/refunds/refunds.repository.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { DAY, MINUTE } from '../support/fake-clock.js';
import { expectInvariants, expectRefundsAgree } from '../support/invariants.js';
import { sampled } from '../support/long.js';
import {
  ANY_AMOUNT,
  outOfReach,
  refund,
  refundRow,
  refundsAtBank,
  sellAndPay,
  switchRefunds,
} from '../support/refunds.js';
import { countRows } from '../support/reviews.js';
import { statusOf } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

let test: TestApp;
let seller: Client;

const query = (sql: string, parameters: unknown[] = []) =>
  test.get(DataSource).query(sql, parameters) as Promise<Record<string, string | number | null>[]>;

const later = async (ms = 20 * MINUTE) => {
  test.clock.advance(ms);
  await test.poll();
  seller = await test.staff(SALES);
};
const settle = async (result: 'SUC' | 'REJ' = 'SUC') => {
  await test.bank.control({ op: 'settle-refunds', result });
  await later();
};
const stateOf = async (paymentId: string, refundId: string) => (await refundRow(seller, paymentId, refundId))?.status;

beforeAll(async () => {
  test = await TestApp.start({ env: { GATEWAY_TIMEOUT_MS: '4000' } });
  await switchRefunds(test, true);
});
// A clock that has been moved on has ended earlier sessions.
beforeEach(async () => {
  seller = await test.staff(SALES);
});
afterEach(async () => {
  await test.bank.clearFaults();
  await expectInvariants(test);
  await later();
  await expectInvariants(test);
  await expectRefundsAgree(test);
});
afterAll(() => test.close());

describe('a bank that misbehaves over a refund', () => {
  /** One of each: lost after and before the bank acted, too late, not readable, told to wait, a code of no meaning. */
  const OF_EACH_KIND = ['reset-after-commit', 'reset-before', 'truncated', 'http-429', 'code'];
  it.each(sampled([
    ['reset-after-commit', {}], ['hang', { ms: 5000, commit: true }], ['http-500', { commit: true }],
    ['http-502-html', { commit: true }], ['empty', { commit: true }], ['truncated', {}], ['oversize', {}], ['slow-drip', {}],
    ['wrong-hash', {}], ['missing-hash', {}], ['other-key', {}], ['wrong-types', {}], ['wrong-merchant', {}],
    ['hang', { ms: 5000 }], ['reset-before', {}], ['http-500', {}], ['http-403-html', {}], ['http-429', {}],
    ['redirect-30x', {}], ['empty', {}], ['code', { code: '405' }], ['code', { code: 'X9999' }],
    ['code', { code: '0015', commit: true }], ['code', { code: '0397', commit: true }], ['code', { code: '0399', commit: true }],
  ] as const, ([kind, more]) => OF_EACH_KIND.includes(kind) || (kind === 'hang' && 'commit' in more)))('%s %j: never failed, never twice, and done in the end', async (kind, more) => {
    const { paymentId } = await sellAndPay(test, seller);
    await test.bank.fault('refund', kind, more);
    const answer = await refund(seller, paymentId, 30000);
    expect([200, 202]).toContain(answer.status);
    expect(answer.body).toMatchObject({ success: true, data: { pendingRefundAmount: 30000, refundableAmount: 21000 } });
    if (answer.status === 202) {
      expect(answer.body.data.status).toBe('unknown');
      expect(answer.body.message).toContain('being confirmed with the bank');
    }
    const second = await refund(seller, paymentId, 30000);
    expect([second.status, second.body.error]).toEqual([409, 'REFUND_EXCEEDS_REST']);
    await later();
    expect(await stateOf(paymentId, answer.body.data.refundId)).toBe('processing');
    await settle();
    expect(await stateOf(paymentId, answer.body.data.refundId)).toBe('completed');
    expect(await refundsAtBank(test, paymentId)).toMatchObject([{ amountPaise: 3_000_000, status: 'SUC' }]);
  }); // prettier-ignore

  describe("the bank's own number, of which STATUS alone tells", () => {
    const ofLost = async () => {
      const { paymentId } = await sellAndPay(test, seller, 'silver');
      await test.bank.fault('refund', 'reset-after-commit');
      const { body } = await refund(seller, paymentId, 100);
      expect(body.data.status).toBe('unknown');
      const row = () => refundRow(seller, paymentId, body.data.refundId);
      expect((await row()).bankReference).toBeNull();
      return row;
    };

    /** As the sandbox numbers refunds; sales begin with 77. */
    const number = expect.stringMatching(/^88\d{11}$/);

    it('is kept while the refund is under way', async () => {
      const row = await ofLost();
      await later();
      expect(await row()).toMatchObject({ status: 'processing', bankReference: number });
      await settle();
      expect(await row()).toMatchObject({ status: 'completed', bankReference: number });
    });

    it('is kept with a rejection', async () => {
      const row = await ofLost();
      await settle('REJ');
      expect(await row()).toMatchObject({ status: 'rejected', bankReference: number });
    });

    it('stays while an answer under way names none, or another; what it ends with counts', async () => {
      const row = await ofLost();
      await later();
      const { bankReference: first } = await row();
      const asked = jest.spyOn(test.get(PaymentGateway), 'queryRefund');
      const warn = jest.spyOn(Logger.prototype, 'warn');
      for (const bankTxnId of [null, '8800000000999']) {
        asked.mockResolvedValue({ kind: 'pending', bankTxnId, code: 'R1000', text: '' });
        await later();
        expect(await row()).toMatchObject({ status: 'processing', bankReference: first });
      }
      expect(warn.mock.calls.map(([line]) => line as unknown)).toContainEqual(
        expect.objectContaining({ msg: 'the bank names a refund by another number' }),
      );
      warn.mockRestore();
      asked.mockResolvedValue({ kind: 'done', bankTxnId: '8800000000998', amountPaise: 10_000, doneAtText: null });
      await later();
      asked.mockRestore();
      expect(await row()).toMatchObject({ status: 'completed', bankReference: '8800000000998' });
      // At the bank it is still open.
      await settle();
    });

    it('is taken from a later answer where the completion named none, and then stays', async () => {
      const row = await ofLost();
      const asked = jest.spyOn(test.get(PaymentGateway), 'queryRefund');
      const done = { kind: 'done', amountPaise: 10_000, doneAtText: null } as const;
      for (const [bankTxnId, kept] of [
        [null, null],
        ['8800000000997', '8800000000997'],
        ['8800000000996', '8800000000997'],
        [null, '8800000000997'],
      ]) {
        asked.mockResolvedValue({ ...done, bankTxnId: bankTxnId ?? null });
        await later(DAY);
        expect(await row()).toMatchObject({ status: 'completed', bankReference: kept });
      }
      asked.mockRestore();
      // At the bank it is still open.
      await settle();
    });
  });

  it.each(['P1112', '039', 'P1006', '400'])('refused with %s: rejected, told, and free again', async (code) => {
    const { paymentId } = await sellAndPay(test, seller);
    await test.bank.fault('refund', 'code', { code, text: 'Refund not allowed' });
    const answer = await refund(seller, paymentId, 51000, {}, `key-${code}`);
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { success: false, error: 'REFUND_REFUSED', message: 'The bank refused the refund: Refund not allowed' },
    ]);
    const { body } = await seller.get(`/api/payments/${paymentId}/refunds`);
    expect(body.data).toMatchObject({
      refundableAmount: 51000,
      refunds: [{ status: 'rejected', failure: 'Refund not allowed' }],
    });
    // The same dialog may be sent again: nothing had happened.
    const again = await refund(seller, paymentId, 51000, {}, `key-${code}`);
    expect([again.status, again.body.data.status]).toEqual([200, 'processing']);
    expect(again.body.data.refundId).not.toBe(body.data.refunds[0].refundId);
  });

  it('out of reach: nothing was refunded, and it says so', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const answer = await outOfReach(test, () => refund(seller, paymentId, 51000));
    expect([answer.status, answer.body.error]).toEqual([503, 'BANK_UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toBe('30');
    const [row] = await query('SELECT response_code AS code, status FROM refunds ORDER BY id DESC LIMIT 1');
    expect(row).toEqual({ code: 'not_sent', status: 'rejected' });
    expect((await refund(seller, paymentId, 51000)).status).toBe(200);
  });

  describe('an order that never left is told as not sent, never as refused by the bank', () => {
    const withoutMerchant = async (paymentId: string) => {
      const OF_PAYMENT = 'payment_id = (SELECT id FROM payments WHERE public_id = ?)';
      const [row] = await query(`SELECT merchant_profile AS profile FROM payment_attempts WHERE ${OF_PAYMENT}`, [
        paymentId,
      ]);
      const become = (profile: string | number | null | undefined) =>
        query(`UPDATE payment_attempts SET merchant_profile = ? WHERE ${OF_PAYMENT}`, [profile ?? null, paymentId]);
      await become('gone');
      try {
        await refund(seller, paymentId, 51000);
      } finally {
        await become(row?.['profile']);
      }
    };

    it.each([
      ['the bank was not reached', 'The bank was not reached'],
      ['the merchant of its payment is not configured', 'The merchant profile of this payment is not configured'],
    ])('%s', async (why, failure) => {
      const { paymentId } = await sellAndPay(test, seller);
      if (why.includes('merchant')) await withoutMerchant(paymentId);
      else await outOfReach(test, () => refund(seller, paymentId, 51000));
      const admin = await test.staff(ADMIN);

      const { body } = await seller.get(`/api/payments/${paymentId}/refunds`);
      expect(body.data.refunds).toMatchObject([{ status: 'rejected', neverSent: true, failure }]);
      const { body: audit } = await admin.get(`/api/admin/audit?subject=${paymentId}&action=refund.rejected`);
      expect(audit.data.rows).toMatchObject([
        {
          sentence: expect.stringMatching(new RegExp(`^The refund of ₹51,000 to .* was never sent: ${why}$`)),
          bankCode: null,
        },
      ]);
      const { body: details } = await admin.get(`/api/payments/admin/${paymentId}/details`);
      expect(details.data.refunds).toMatchObject([{ neverSent: true }]);
      expect(details.data.timeline).toContainEqual(
        expect.objectContaining({ title: 'Refund not sent to the bank', detail: `₹51,000 · ${why}` }),
      );
      const visitor = test.client();
      const [row] = (await visitor.get(`/api/payments/${paymentId}`)).body.data.refunds;
      expect(row).toMatchObject({ state: 'not-sent', stateLabel: 'Not sent to the bank', expected: null });

      const pages = [
        (await visitor.get(`/payment/${paymentId}`)).text,
        (await visitor.get(`/payment/${paymentId}?lang=hi`)).text,
      ];
      expect(pages[0]).toContain('Not sent to the bank</span>');
      expect(pages[1]).toContain('बैंक को नहीं भेजा गया</span>');
    });

    it('one that the bank refused is not among them', async () => {
      const { paymentId } = await sellAndPay(test, seller);
      await test.bank.fault('refund', 'code', { code: 'P1112', text: 'Refund not allowed' });
      await refund(seller, paymentId, 51000);
      const { body } = await seller.get(`/api/payments/${paymentId}/refunds`);
      expect(body.data.refunds).toMatchObject([{ status: 'rejected', neverSent: false }]);
      const admin = await test.staff(ADMIN);
      const { body: audit } = await admin.get(`/api/admin/audit?subject=${paymentId}&action=refund.rejected`);
      expect(audit.data.rows).toMatchObject([
        {
          sentence: expect.stringMatching(/^The bank rejected /),
          bankCode: { code: 'P1112', meaning: 'refund not allowed' },
        },
      ]);
    });
  });

  it('out of reach when a lost refund is to be repeated: stays unknown', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    await test.bank.fault('refund', 'reset-before');
    const { body } = await refund(seller, paymentId, 51000);
    await outOfReach(test, () => later());
    expect(await stateOf(paymentId, body.data.refundId)).toBe('unknown');
  });

  it.each(sampled([
    ['http-500'], ['http-429'], ['hang'], ['reset-before'], ['wrong-hash'], ['missing-hash'], ['wrong-types'], ['err'],
    ['unknown-word'], ['req'], ['lag-not-found'], ['empty'],
  ] as const, ([kind]) => ['http-500', 'req', 'lag-not-found'].includes(kind)))('STATUS answer %s: still processing, and completed once the bank is well', async (kind) => {
    const { paymentId } = await sellAndPay(test, seller, 'silver');
    const { body } = await refund(seller, paymentId, 100);
    await test.bank.fault('status', kind, { times: 0, ...(kind === 'hang' && { ms: 5000 }) });
    await settle();
    expect(await stateOf(paymentId, body.data.refundId)).toBe('processing');
    expect(await statusOf(test.client(), paymentId)).toBe('completed');
    await test.bank.clearFaults();
    await later();
    expect(await stateOf(paymentId, body.data.refundId)).toBe('completed');
    expect(await statusOf(test.client(), paymentId)).toBe('refunded');
  }); // prettier-ignore

  it('a success over another amount completes nothing, and a person is told', async () => {
    const { paymentId } = await sellAndPay(test, seller, 'silver');
    const { body } = await refund(seller, paymentId, 60);
    await test.bank.fault('status', 'different-amount', { times: 0 });
    await settle();
    expect(await stateOf(paymentId, body.data.refundId)).toBe('processing');
    const [row] = await query('SELECT review_reason AS reason FROM payments WHERE public_id = ?', [paymentId]);
    expect(row?.reason).toBe('refund_mismatch');
  });

  it('lost after the bank acted, and its STATUS lags: sent again under the same reference, refunded once', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    await test.bank.fault('refund', 'reset-after-commit');
    await test.bank.fault('status', 'lag-not-found', { times: 0 });
    const { body } = await refund(seller, paymentId, 20000);
    for (let run = 0; run < 3; run += 1) await later();
    expect(await stateOf(paymentId, body.data.refundId)).toBe('unknown');
    await test.bank.clearFaults();
    await settle();
    expect(await stateOf(paymentId, body.data.refundId)).toBe('completed');
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });

  it('lost before, then refused when repeated: given up only when STATUS has had time to know', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    await test.bank.fault('refund', 'reset-before');
    const { body } = await refund(seller, paymentId, 20000);
    await test.bank.fault('refund', 'code', { code: 'P1112', times: 0 });
    await later(MINUTE);
    expect(await stateOf(paymentId, body.data.refundId)).toBe('unknown');
    await later();
    expect(await stateOf(paymentId, body.data.refundId)).toBe('rejected');
    await test.bank.clearFaults();
    expect((await refund(seller, paymentId, 51000)).status).toBe(200);
  });
});

describe('an order that is sent a second time', () => {
  it('and lost: what the third is refused for may be the second', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    await test.bank.fault('refund', 'reset-before');
    const { body } = await refund(seller, paymentId, 20000);
    await test.bank.fault('status', 'lag-not-found', { times: 0 });
    await test.bank.fault('refund', 'reset-after-commit');
    await later();
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
    await test.bank.fault('refund', 'code', { code: 'P1112', times: 0 });
    await later(2 * MINUTE);
    expect(await stateOf(paymentId, body.data.refundId)).toBe('unknown');
    expect((await refund(seller, paymentId, 51000)).status).toBe(409);
    await test.bank.clearFaults();
    await settle();
    expect(await stateOf(paymentId, body.data.refundId)).toBe('completed');
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });
});

/**
 * 0399, 0397 and 0015 as the answer to an order: failed, broken off, timed out, and yet perhaps carried out.
 *
 * | order | STATUS | refund |
 * | --- | --- | --- |
 * | the first, answered so | | unknown |
 * | the first, answered so | finds it | processing, or what STATUS says |
 * | the first, answered so | not found | sent again |
 * | sent again, answered so | finds it, now or later | processing, or what STATUS says |
 * | sent again, answered so | no usable answer | unknown, not sent again |
 * | sent again, answered so | not found, for less than 15 minutes | unknown, not sent again |
 * | sent again, answered so | not found, 15 minutes after that order | rejected with its code and text |
 * | sent again, answered with a code that is documented nowhere | not found | unknown, sent again |
 */
describe('an order that failed at the bank', () => {
  const ordersOf = (refundId: string) =>
    countRows(
      test,
      `SELECT COUNT(*) AS n FROM gateway_calls c JOIN refunds r ON r.bank_reference = c.reference
       WHERE c.kind = 'refund' AND r.public_id = ?`,
      [refundId],
    );
  const codeOf = async (refundId: string) => {
    const [row] = await query('SELECT response_code AS code FROM refunds WHERE public_id = ?', [refundId]);
    return row?.code;
  };
  const orderFailing = async (code: string) => {
    const { paymentId } = await sellAndPay(test, seller);
    await test.bank.fault('refund', 'code', { code, text: 'Transaction failed' });
    const { status, body } = await refund(seller, paymentId, 20000);
    expect([status, body.data.status]).toEqual([202, 'unknown']);
    return { paymentId, refundId: body.data.refundId as string };
  };

  it.each(['0399', '0397', '0015'])('with %s, and again: rejected 15 minutes later, and free again', async (code) => {
    const { paymentId, refundId } = await orderFailing(code);
    await test.bank.fault('refund', 'code', { code, text: 'Transaction failed', times: 0 });
    await later();
    expect([await stateOf(paymentId, refundId), await ordersOf(refundId)]).toEqual(['unknown', 2]);
    await later(14 * MINUTE);
    expect([await stateOf(paymentId, refundId), await ordersOf(refundId)]).toEqual(['unknown', 2]);
    expect((await refund(seller, paymentId, 51000)).status).toBe(409);
    await later(16 * MINUTE);
    expect(await refundRow(seller, paymentId, refundId)).toMatchObject({
      status: 'rejected',
      failure: 'Transaction failed',
    });
    expect([await codeOf(refundId), await ordersOf(refundId)]).toEqual([code, 2]);
    await test.bank.clearFaults();
    expect((await refund(seller, paymentId, 51000)).status).toBe(200);
  });

  it('and was carried out when it was sent again: found at once', async () => {
    const { paymentId, refundId } = await orderFailing('0399');
    await test.bank.fault('refund', 'code', { code: '0399', commit: true });
    await later();
    expect(await stateOf(paymentId, refundId)).toBe('processing');
    await settle();
    expect(await stateOf(paymentId, refundId)).toBe('completed');
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });

  it('and was carried out when it was sent again, while STATUS lags: found later, not rejected', async () => {
    const { paymentId, refundId } = await orderFailing('0399');
    await test.bank.fault('status', 'lag-not-found', { times: 0 });
    await test.bank.fault('refund', 'code', { code: '0399', commit: true });
    await later();
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
    await later(14 * MINUTE);
    expect([await stateOf(paymentId, refundId), await codeOf(refundId)]).toEqual(['unknown', '0399']);
    await test.bank.clearFaults();
    await settle();
    expect([await stateOf(paymentId, refundId), await codeOf(refundId)]).toEqual(['completed', null]);
    expect([await refundsAtBank(test, paymentId), await ordersOf(refundId)]).toMatchObject([[{}], 2]);
  });

  it('twice, and STATUS has no usable answer: unknown for as long, and then rejected without another order', async () => {
    const { paymentId, refundId } = await orderFailing('0015');
    await test.bank.fault('refund', 'code', { code: '0015', text: 'Timed out', times: 0 });
    await later();
    await test.bank.fault('status', 'http-500', { times: 0 });
    await later(40 * MINUTE);
    expect(await stateOf(paymentId, refundId)).toBe('unknown');
    await test.bank.clearFaults();
    await later();
    expect([await stateOf(paymentId, refundId), await ordersOf(refundId)]).toEqual(['rejected', 2]);
  });

  it('twice, the second time with a code that is documented nowhere: sent again, never rejected', async () => {
    const { paymentId, refundId } = await orderFailing('0399');
    await test.bank.fault('refund', 'code', { code: 'X9999', times: 0 });
    for (let run = 0; run < 3; run += 1) await later();
    expect([await stateOf(paymentId, refundId), await ordersOf(refundId)]).toEqual(['unknown', 4]);
  });
});

describe('a crash in the middle of a refund', () => {
  /** Written down, and then the process is gone. */
  const intend = async (paymentId: string, amount: number, requestName: string | null = null) => {
    const [payment] = await query('SELECT id FROM payments WHERE public_id = ?', [paymentId]);
    const order = { paymentId: Number(payment?.id), duplicateChargeId: null, amount, reason: 'x', requestedBy: 1 };
    return test.get(RefundRequestService).order({ ...order, origin: 'order', requestName }, 60_000);
  };

  it('before the bank was told: the poll job tells it, once the lease has run out', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const { refund: left } = await intend(paymentId, 2_000_000);
    await later(30_000);
    expect(await stateOf(paymentId, left.publicId)).toBe('requested');
    expect(await refundsAtBank(test, paymentId)).toEqual([]);
    await later();
    expect(await stateOf(paymentId, left.publicId)).toBe('processing');
    expect(await refundsAtBank(test, paymentId)).toMatchObject([
      { refundRef: left.bankReference, amountPaise: 2_000_000 },
    ]);
  });

  it('after the bank was told: found there, not sent again', async () => {
    const { paymentId, invoiceNo } = await sellAndPay(test, seller);
    const { refund: left } = await intend(paymentId, 5_100_000);
    const { bankReference: refundRef, amount: amountPaise } = left;
    const order = { merchantProfile: null, refundRef, originalTxnNo: invoiceNo, amountPaise };
    expect((await test.get(PaymentGateway).refund(order)).kind).toBe('accepted');
    await settle();
    expect(await stateOf(paymentId, left.publicId)).toBe('completed');
    expect(await statusOf(test.client(), paymentId)).toBe('refunded');
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });

  it('the request repeated under its key finds the refund that it had made', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const [user] = await query('SELECT id FROM users WHERE email = ?', [SALES.email]);
    const { refund: left } = await intend(paymentId, 1_000_000, `user:${user?.id} ${paymentId} lost-answer`);
    const again = await refund(seller, paymentId, 10000, {}, 'lost-answer');
    expect([again.status, again.body.data]).toMatchObject([202, { refundId: left.publicId, status: 'requested' }]);
    await later();
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });

  it('the outcome cannot be stored: the answer never says that it failed', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const repository = test.get(RefundsRepository);
    const original = repository.changeStatus.bind(repository);
    repository.changeStatus = () => Promise.reject(new Error('the database is gone'));
    const answer = await refund(seller, paymentId, 10000);
    repository.changeStatus = original;
    expect([answer.status, answer.body.data.status]).toEqual([202, 'requested']);
    await later();
    expect(await stateOf(paymentId, answer.body.data.refundId)).toBe('processing');
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });

  it('whoever lost the lease changes nothing any more', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const { refund: left } = await intend(paymentId, 1_000_000);
    test.clock.advance(2 * MINUTE);
    const repository = test.get(RefundsRepository);
    const taken = await repository.leaseDue(100, 'another', 60_000);
    expect(taken.map(({ id }) => id)).toContain(left.id);
    const facts = { nextCheckAt: null };
    const stale = test
      .get(UnitOfWork)
      .run(() => repository.changeStatus(left, left.leaseOwner ?? '', 'rejected', facts));
    expect(await stale).toBe(false);
    const doubt = { kind: 'unclear', reason: 'amount_mismatch', waitMs: 0, contradicts: true } as const;
    await test.get(RefundTransitions).apply(left, doubt, 'poll');
    expect(await query('SELECT id FROM reviews WHERE refund_id = ?', [left.id])).toEqual([]);
    expect(await repository.leaseDue(100, 'a third', 60_000)).toEqual([]);
  });
});

describe('many refunds at once', () => {
  const amounts = async (paymentId: string, each: number, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => refund(seller, paymentId, each)));
    expect(answers.filter(({ status }) => ![200, 202, 409].includes(status)).map(({ text }) => text)).toEqual([]);
    return {
      accepted: answers.filter(({ status }) => status < 300),
      refused: answers.filter(({ status }) => status === 409),
    };
  };

  it('two of 60 %: one is accepted, the other told what is left', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const { accepted, refused } = await amounts(paymentId, 30600, 2);
    expect([accepted.length, refused.length]).toEqual([1, 1]);
    expect(refused[0]?.body).toMatchObject({
      error: 'REFUND_EXCEEDS_REST',
      message: 'At most ₹20,400 can be refunded',
      details: { refundableAmount: '20400' },
    });
  });

  it('twenty of the whole: one', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const { accepted } = await amounts(paymentId, 51000, 20);
    expect(accepted).toHaveLength(1);
    await settle();
    expect(await statusOf(test.client(), paymentId)).toBe('refunded');
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
  });

  it('thirty of a tenth: ten, settled together, refunded once', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const { accepted } = await amounts(paymentId, 5100, 30);
    expect(accepted).toHaveLength(10);
    // On a busy machine the bank may be late for one of them, which is asked about again.
    for (let round = 0; round < 3 && (await statusOf(test.client(), paymentId)) !== 'refunded'; round += 1)
      await settle();
    expect(await statusOf(test.client(), paymentId)).toBe('refunded');
    const events = await query(
      "SELECT e.id FROM payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.public_id = ? AND e.type = 'status.refunded'",
      [paymentId],
    );
    expect(events).toHaveLength(1);
  });

  it('a refund and an upgrade at the same moment: one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { paymentId } = await sellAndPay(test, seller);
      const path = `/api/payments/${paymentId}/create-upgrade-link`;
      const answers = await Promise.all([
        refund(seller, paymentId, 51000),
        seller.post(path, { upgradeType: 'gold_to_platinum' }),
      ]);
      const done = answers.filter(({ status }) => status < 300);
      expect([done.length, answers.find(({ status }) => status >= 300)?.status]).toEqual([1, 409]);
    }
  });

  it('nothing is refunded once the switch-off was answered', async () => {
    const sold = await Promise.all([1, 2, 3].map(() => sellAndPay(test, seller, 'silver')));
    const admin = await test.staff(ADMIN);
    const refunds = sold.flatMap(({ paymentId }) =>
      Array.from({ length: 5 }, () => refund(seller, paymentId, ANY_AMOUNT)),
    );
    await switchRefunds(test, false);
    const count = async () => Number((await query('SELECT COUNT(*) AS n FROM refunds'))[0]?.n);
    const made = await count();
    const answers = await Promise.all(refunds);
    expect(await count()).toBe(made);
    expect(answers.filter(({ status }) => ![200, 202, 403].includes(status))).toEqual([]);
    expect((await refund(admin, sold[0]?.paymentId ?? '', ANY_AMOUNT)).status).toBe(403);
    await switchRefunds(test, true);
  });

  it('two instances ask the bank about each refund once', async () => {
    if (!isOnServer()) return;
    const sold = await Promise.all(Array.from({ length: 6 }, () => sellAndPay(test, seller, 'silver')));
    for (const { paymentId } of sold) await refund(seller, paymentId, 100);
    await test.bank.control({ op: 'settle-refunds' });
    const other = await TestApp.start({ database: { url: test.databaseUrl }, bank: test.bank });
    try {
      const now = test.clock.now().getTime() + 20 * MINUTE;
      for (const { clock } of [test, other]) clock.advance(now - clock.now().getTime());
      const [last] = await query('SELECT MAX(id) AS id FROM gateway_calls');
      await Promise.all([test.poll(), other.poll()]);
      const asked = await query('SELECT reference, COUNT(*) AS n FROM gateway_calls WHERE id > ? GROUP BY reference', [
        last?.id ?? 0,
      ]);
      expect(asked.length).toBeGreaterThanOrEqual(sold.length);
      expect(asked.filter(({ n }) => Number(n) !== 1)).toEqual([]);
      for (const { paymentId } of sold) expect(await statusOf(test.client(), paymentId)).toBe('refunded');
    } finally {
      await other.close();
    }
  });
});
