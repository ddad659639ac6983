import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MESSAGES } from '../../src/contracts/messages.js';
import { RefundSwitch } from '../../src/modules/refunds/index.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants, expectRefundsAgree } from '../support/invariants.js';
import {
  ANY_AMOUNT,
  payAsCustomer,
  refund,
  refundRow,
  refundsAtBank,
  sellAndPay,
  sellAndPayTwice,
  switchRefunds,
} from '../support/refunds.js';
import { createLink, statusOf } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

let test: TestApp;
let seller: Client;
let admin: Client;

const query = (sql: string, parameters: unknown[] = []) =>
  test.get(DataSource).query(sql, parameters) as Promise<Record<string, string | number | null>[]>;

/** The bank decides, and the poll job hears of it. */
const settle = async (result: 'SUC' | 'REJ' = 'SUC') => {
  await test.bank.control({ op: 'settle-refunds', result });
  test.clock.advance(20 * MINUTE);
  await test.poll();
};

beforeAll(async () => {
  test = await TestApp.start();
});
// A clock that has been moved on has ended earlier sessions.
beforeEach(async () => {
  seller = await test.staff(SALES);
  admin = await test.staff(ADMIN);
});
afterEach(async () => {
  await expectInvariants(test);
  await expectRefundsAgree(test);
});
afterAll(() => test.close());

describe('the refund switch', () => {
  const status = async (client: Client) => (await client.get('/api/auth/getPermissionStatus')).body;

  it('is off at first: nobody refunds, and the bank hears nothing', async () => {
    const sold = await sellAndPay(test, seller);
    expect((await status(seller)).isEnabled).toBe(false);
    for (const client of [seller, admin]) {
      const answer = await refund(client, sold.paymentId, 100);
      expect([answer.status, answer.body.error]).toEqual([403, 'REFUNDS_DISABLED']);
    }
    expect((await test.bank.list()).refunds).toEqual([]);
  });

  it('is flipped by an admin alone, and audited', async () => {
    const before = await status(seller);
    expect(before).toEqual({ success: true, isEnabled: false, _id: '1', data: { isEnabled: false, _id: '1' } });
    const refused = await seller.call('PUT', '/api/auth/togglePermission/1');
    expect(refused.status).toBe(403);
    const answer = await admin.call('PUT', '/api/auth/togglePermission/1');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        isEnabled: true,
        _id: '1',
        data: { isEnabled: true, _id: '1' },
        message: 'Permission updated successfully!',
      },
    ]);
    expect((await status(seller)).isEnabled).toBe(true);
    expect(await test.get(RefundSwitch).state()).toEqual({ isEnabled: true, _id: '1' });
    const rows = await query(
      "SELECT from_value, to_value, actor_kind FROM audit_log WHERE action = 'permission.toggled'",
    );
    expect(rows).toEqual([{ from_value: 'off', to_value: 'on', actor_kind: 'staff' }]);
  });

  it.each(['2', '0', '01', 'abc', '1e0'])('id %s is unknown', async (id) => {
    expect((await admin.call('PUT', `/api/auth/togglePermission/${id}`)).status).toBe(404);
  });

  it('nobody without a session sees or flips it', async () => {
    const visitor = test.client();
    expect((await visitor.get('/api/auth/getPermissionStatus')).status).toBe(401);
    expect((await visitor.call('PUT', '/api/auth/togglePermission/1')).status).toBe(401);
  });

  it('flipped by several at once: as often as it was answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => admin.call('PUT', '/api/auth/togglePermission/1')),
    );
    expect(answers.filter((answer) => ![200, 409].includes(answer.status))).toEqual([]);
    const flips = answers.filter((answer) => answer.status === 200).length;
    expect(flips).toBeGreaterThan(0);
    expect((await status(seller)).isEnabled).toBe(flips % 2 === 0);
    await switchRefunds(test, true);
  });

  it('told which way it should stand, it stands so however often it is told, and is audited once', async () => {
    const setTo = async (isEnabled: unknown) => {
      const answer = await admin.call('PUT', '/api/auth/togglePermission/1', { body: { isEnabled } });
      return [answer.status, answer.body.isEnabled];
    };
    const rows = async () =>
      (await query("SELECT to_value FROM audit_log WHERE action = 'permission.toggled' ORDER BY id")).length;
    await switchRefunds(test, false);
    const before = await rows();
    expect(await setTo(false)).toEqual([200, false]);
    expect(await rows()).toBe(before);
    expect(await Promise.all([setTo(true), setTo(true), setTo(true)])).toEqual(Array(3).fill([200, true]));
    expect(await setTo(true)).toEqual([200, true]);
    expect((await status(seller)).isEnabled).toBe(true);
    expect(await rows()).toBe(before + 1);
    expect((await setTo('false'))[0]).toBe(400);
    expect((await status(seller)).isEnabled).toBe(true);
  });

  it('off again refuses again', async () => {
    const sold = await sellAndPay(test, seller);
    await switchRefunds(test, false);
    expect((await refund(seller, sold.paymentId, 100)).status).toBe(403);
    await switchRefunds(test, true);
    expect((await refund(seller, sold.paymentId, 100)).status).toBe(200);
  });
});

describe('refunding a payment', () => {
  beforeAll(() => switchRefunds(test, true));

  it('the whole: processing, then refunded, the token void, the numbers follow', async () => {
    const sold = await sellAndPay(test, seller);
    const { body: before } = await seller.get('/api/sales-manager/dashboard');
    const answer = await refund(seller, sold.paymentId, 51000);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        success: true,
        message: 'Refund processed successfully',
        data: { status: 'processing', refundedAmount: 0, pendingRefundAmount: 51000, refundableAmount: 0 },
      },
    ]);
    expect(await statusOf(test.client(), sold.paymentId)).toBe('completed');
    await settle();
    expect(await statusOf(test.client(), sold.paymentId)).toBe('refunded');
    const { body: after } = await seller.get('/api/sales-manager/dashboard');
    expect(before.data.tokenCounts.gold - after.data.tokenCounts.gold).toBe(1);
    const row = after.data.allCustomers.find((each: { paymentId: string }) => each.paymentId === sold.paymentId);
    expect(row).toMatchObject({ status: 'refunded', refundedAmount: 51000, amount: 51000 });
    expect(row.tokenNumber).toMatch(/^GO-/);
    const again = await refund(seller, sold.paymentId, ANY_AMOUNT);
    expect([again.status, again.body.error]).toEqual([409, 'ALREADY_REFUNDED']);
  });

  it('in parts, to the paisa: completed until the last one', async () => {
    const sold = await sellAndPay(test, seller);
    for (const [amount, left] of [[20000.55, 30999.45], ['10999.44', 20000.01], [20000, 0.01]] as const) {
      const { status, body } = await refund(seller, sold.paymentId, amount);
      expect([status, body.data?.refundableAmount]).toEqual([200, left]);
    }
    await settle();
    expect(await statusOf(test.client(), sold.paymentId)).toBe('completed');
    const more = await refund(seller, sold.paymentId, 0.02);
    expect([more.status, more.body.error, more.body.message, more.body.details]).toEqual([
      409,
      'REFUND_EXCEEDS_REST',
      'At most ₹0.01 can be refunded',
      { refundAmount: 'At most ₹0.01 can be refunded', refundableAmount: '0.01' },
    ]);
    const last = await refund(seller, sold.paymentId, 0.01);
    expect(last.body.data).toMatchObject({ refundedAmount: 50999.99, pendingRefundAmount: 0.01, refundableAmount: 0 });
    await settle();
    expect(await statusOf(test.client(), sold.paymentId)).toBe('refunded');
    expect(await refundsAtBank(test, sold.paymentId)).toHaveLength(4);
  }); // prettier-ignore

  it('the list tells how each stands', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    const first = await refund(seller, sold.paymentId, 40, { refundReason: '' });
    await settle();
    const second = await refund(admin, sold.paymentId, 10, { refundReason: 'Line one\nline two' });
    const { status, body } = await seller.get(`/api/payments/${sold.paymentId}/refunds`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      refundedAmount: 40,
      pendingRefundAmount: 10,
      refundableAmount: 50,
      isEnabled: true,
      notRefundable: null,
      duplicateCharges: [],
      refunds: [
        {
          refundId: second.body.data.refundId,
          kind: 'payment',
          duplicateChargeId: null,
          amount: 10,
          status: 'processing',
          reason: 'Line one\nline two',
          failure: null,
          isOverdue: false,
          settledAt: null,
        },
        { refundId: first.body.data.refundId, amount: 40, status: 'completed', reason: 'Customer Request' },
      ],
    });
    expect(body.data.refunds[0].ourReference).toMatch(/^RF[1-9A-Z]{18}$/);
    expect(body.data.refunds[0].bankReference).toMatch(/^\d{13}$/);
    expect(body.data.refunds[1].settledAt).toMatch(/Z$/);
  });

  it.each([
    [-1, 400], [-0.0, 400], [0, 400], [0.001, 400], [0.1 + 0.2, 400], ['51,000', 400], [' 5', 400], ['0x10', 400], ['1e3', 400],
    ['٥', 400], [2 ** 53 + 1, 400], [51000.01, 400], [999999999, 400], [true, 400], [[5], 400], [{}, 400], [null, 422], ['', 422],
  ])('the amount %j: %d', async (amount, expected) => {
    const sold = await sellAndPay(test, seller);
    const answer = await refund(seller, sold.paymentId, amount);
    expect([answer.status, answer.body.success, typeof answer.body.message]).toEqual([expected, false, 'string']);
    expect(await refundsAtBank(test, sold.paymentId)).toEqual([]);
  }); // prettier-ignore

  it('an amount that cannot be read is told so, and zero is told something else', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const { unreadable, notPositive } = MESSAGES.refund;
    for (const amount of ['12.345', 12.345, '51,000', '1e3', -1])
      expect((await refund(seller, paymentId, amount)).body).toMatchObject({
        message: unreadable,
        error: 'VALIDATION_FAILED',
        details: { refundAmount: unreadable },
      });
    expect((await refund(seller, paymentId, 0)).body).toMatchObject({
      message: notPositive,
      error: 'REFUND_NOT_POSITIVE',
    });
  });

  it('1e309 is no amount, other fields are not taken, a reason has its limits', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const path = `/api/sales-manager/payments/${paymentId}/refund`;
    const raw = (body: string) =>
      seller.call('POST', path, { body, headers: { 'content-type': 'application/json' } }).then(({ status }) => status);
    expect(await raw('{"refundAmount":1e309}')).toBe(400);
    expect(await raw('{"refundAmount":1,"status":"completed"}')).toBe(400);
    expect(await raw('[]')).toBe(400);
    expect((await refund(seller, paymentId, ANY_AMOUNT, { refundReason: 'x'.repeat(501) })).status).toBe(422);
    expect((await refund(seller, paymentId, ANY_AMOUNT, { refundReason: 'a\u0000b' })).status).toBe(400);
    expect((await refund(seller, paymentId, ANY_AMOUNT, { refundReason: { a: 1 } })).status).toBe(400);
    expect((await refund(seller, paymentId, ANY_AMOUNT, { refundReason: '😀'.repeat(500) })).status).toBe(200);
  });

  it('only what was paid is refunded', async () => {
    const open = await createLink(seller, 'silver');
    const answer = await refund(seller, open.paymentId, 50);
    expect([answer.status, answer.body.error]).toEqual([409, 'NOT_PAID']);
    const { body } = await seller.get(`/api/payments/${open.paymentId}/refunds`);
    expect(body.data).toMatchObject({
      refundableAmount: 0,
      notRefundable: 'Only a completed payment can be refunded.',
    });
  });

  it("another's payment is as unknown as none; visitors are nobody", async () => {
    const sold = await sellAndPay(test, seller);
    const other = await test.as(OTHER_SALES);
    const none = '0'.repeat(26);
    const foreign = await refund(other, sold.paymentId, 10);
    const unknown = await refund(other, none, 10);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await other.get(`/api/payments/${sold.paymentId}/refunds`)).status).toBe(404);
    const visitor = test.client();
    expect((await refund(visitor, sold.paymentId, 10)).status).toBe(401);
    expect((await visitor.get(`/api/payments/${sold.paymentId}/refunds`)).status).toBe(401);
    expect((await refund(admin, sold.paymentId, 10)).status).toBe(200);
  });

  it('one key makes one refund; another body under it is refused', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(seller, paymentId, 100, {}, 'dialog-1')));
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const again = await refund(seller, paymentId, 100, {}, 'dialog-1');
    const made = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.refundId));
    expect([...made]).toEqual([again.body.data.refundId]);
    const other = await refund(seller, paymentId, 101, {}, 'dialog-1');
    expect([other.status, other.body.error]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
    // The key is the caller's own.
    expect((await refund(admin, paymentId, 100, {}, 'dialog-1')).body.data.refundId).not.toBe([...made][0]);
  });

  it('a refund that the bank refuses later can be asked for again', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const first = await refund(seller, paymentId, 51000);
    await settle('REJ');
    const row = await refundRow(seller, paymentId, first.body.data.refundId);
    expect(row).toMatchObject({ status: 'rejected', failure: 'Transaction not permitted to card holder' });
    expect((await refund(seller, paymentId, 51000)).status).toBe(200);
    await settle();
    expect(await statusOf(test.client(), paymentId)).toBe('refunded');
  });

  it('an upgraded or just being upgraded gold token is not refunded', async () => {
    const gold = await sellAndPay(test, seller);
    const path = `/api/payments/${gold.paymentId}/create-upgrade-link`;
    const { body: made } = await seller.post(path, { upgradeType: 'gold_to_platinum' });
    const upgradeId = made.data.upgradePaymentId as string;
    const open = await refund(seller, gold.paymentId, 10);
    expect([open.status, open.body.error]).toEqual([409, 'UPGRADE_OPEN']);
    await payAsCustomer(test, upgradeId);
    const done = await refund(seller, gold.paymentId, 10);
    expect([done.status, done.body.error]).toEqual([409, 'TOKEN_UPGRADED']);
    expect((await seller.get(`/api/payments/${gold.paymentId}/refunds`)).body.data.refundableAmount).toBe(0);
    // The upgrade first; then the gold token stands alone again.
    expect((await refund(seller, upgradeId, 49000)).status).toBe(200);
    expect((await refund(seller, gold.paymentId, 10)).status).toBe(409);
    await settle();
    expect((await refund(seller, gold.paymentId, 10)).status).toBe(200);
    await settle();
  });
});

describe('a duplicate charge', () => {
  beforeAll(() => switchRefunds(test, true));

  it('is given back by itself: the payment and its token stay as they are', async () => {
    const sold = await sellAndPayTwice(test, seller);
    const { body } = await seller.get(`/api/payments/${sold.paymentId}/refunds`);
    expect(body.data.duplicateCharges).toMatchObject([
      { id: sold.chargeId, amount: 51000, refundedAmount: 0, pendingRefundAmount: 0, refundableAmount: 51000 },
    ]);
    expect(body.data.duplicateCharges[0].bankTxnId).toMatch(/^••••\w{4}$/);
    const answer = await refund(seller, sold.paymentId, 51000, { duplicateChargeId: sold.chargeId });
    expect([answer.status, answer.body.data]).toMatchObject([200, { pendingRefundAmount: 51000, refundableAmount: 0 }]);
    const more = await refund(seller, sold.paymentId, ANY_AMOUNT, { duplicateChargeId: sold.chargeId });
    expect([more.status, more.body.error]).toEqual([409, 'REFUND_EXCEEDS_REST']);
    await settle();
    expect(await statusOf(test.client(), sold.paymentId)).toBe('completed');
    const { body: after } = await seller.get(`/api/payments/${sold.paymentId}/refunds`);
    expect(after.data).toMatchObject({
      refundedAmount: 0,
      refundableAmount: 51000,
      refunds: [{ kind: 'duplicate', duplicateChargeId: sold.chargeId, status: 'completed' }],
      duplicateCharges: [{ refundedAmount: 51000, refundableAmount: 0, notRefundable: MESSAGES.refund.nothingLeft }],
    });
  });

  it('both the payment and the duplicate, the bank gives each back from its own capture', async () => {
    const sold = await sellAndPayTwice(test, seller);
    expect((await refund(seller, sold.paymentId, 51000)).status).toBe(200);
    expect((await refund(seller, sold.paymentId, 51000, { duplicateChargeId: sold.chargeId })).status).toBe(200);
    await settle();
    expect(await statusOf(test.client(), sold.paymentId)).toBe('refunded');
    const atBank = await refundsAtBank(test, sold.paymentId);
    expect(new Set(atBank.map(({ txnId }) => txnId)).size).toBe(2);
  });

  it.each(['1', '0', 'abc', '-1', '999999'])('%s is none of this payment', async (duplicateChargeId) => {
    const sold = await sellAndPayTwice(test, seller, 'silver');
    const answer = await refund(seller, sold.paymentId, 10, { duplicateChargeId });
    expect([answer.status, answer.body.error]).toEqual([404, 'DUPLICATE_CHARGE_NOT_FOUND']);
    expect((await refund(seller, sold.paymentId, 10, { duplicateChargeId: 5 })).status).toBe(400);
  });
});

describe('following a refund', () => {
  beforeAll(() => switchRefunds(test, true));

  it('the bank is asked less and less often, but for ever; after five days staff are told', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    const { body } = await refund(seller, paymentId, 10);
    const asked = async () => {
      const [row] = await query(
        "SELECT COUNT(*) AS n FROM gateway_calls c JOIN refunds r ON r.bank_reference = c.reference WHERE r.public_id = ? AND c.kind = 'status'",
        [body.data.refundId],
      );
      return Number(row?.n);
    };
    await test.poll();
    expect(await asked()).toBe(0);
    test.clock.advance(11_000);
    await test.poll();
    await test.poll();
    expect(await asked()).toBe(1);
    // Five bank days are over after eight days at the latest.
    for (let day = 0; day < 8; day += 1) {
      test.clock.advance(24 * HOUR);
      await test.poll();
    }
    expect(await asked()).toBe(9);
    seller = await test.staff(SALES);
    expect(await refundRow(seller, paymentId, body.data.refundId)).toMatchObject({
      status: 'processing',
      isOverdue: true,
    });
    const [row] = await query('SELECT review_reason AS reason FROM payments WHERE public_id = ?', [paymentId]);
    expect(row?.reason).toBe('refund_overdue');
    test.clock.advance(60_000);
    await test.poll();
    expect(await asked()).toBe(9);
    await settle();
    test.clock.advance(HOUR);
    await test.poll();
    seller = await test.staff(SALES);
    expect(await refundRow(seller, paymentId, body.data.refundId)).toMatchObject({
      status: 'completed',
      isOverdue: false,
    });
  });
});
