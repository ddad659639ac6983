import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StateTimes } from '../../src/contracts/state-times.js';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { rowOf } from '../support/links.js';
import { refund, sellAndPay, sellAndPayTwice, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, pressPay, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const NONE: StateTimes = { atBankSince: null, refundPendingSince: null, refundedAt: null, endedAt: null };

/** The clock runs on: a time is right within a few seconds, far less than the minutes between two of them. */
const NEAR_MS = 10_000;

function expectTimes(found: StateTimes, wanted: StateTimes): void {
  for (const name of Object.keys(NONE) as (keyof StateTimes)[]) {
    const [at, expected] = [found[name], wanted[name]];
    const isNear = at !== null && expected !== null && Math.abs(Date.parse(at) - Date.parse(expected)) < NEAR_MS;
    if (!isNear) expect({ [name]: at }).toEqual({ [name]: expected });
  }
}

describe('since when a payment is in its state', () => {
  let test: TestApp;
  let seller: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    seller = await test.staff(SALES);
  });
  afterAll(() => test.close());

  const now = () => test.clock.now().toISOString();

  /** The same in the lists of sellers and admins, and on the sale's own page. */
  async function timesOf(paymentId: string): Promise<StateTimes> {
    const admin = await test.staff(ADMIN);
    const list = await admin.get(`/api/payments/admin/all?search=${paymentId}`);
    const rows = [
      await rowOf(seller, paymentId),
      list.body.data.payments[0],
      (await seller.get(`/api/payments/${paymentId}/desk`)).body.data,
    ] as StateTimes[];
    const [first, ...others] = rows.map(({ atBankSince, refundPendingSince, refundedAt, endedAt }) => ({
      atBankSince,
      refundPendingSince,
      refundedAt,
      endedAt,
    }));
    for (const other of others) expect(other).toEqual(first);
    return first!;
  }

  it('at the bank: when the customer was last sent there, and no longer once it is declined', async () => {
    const { paymentId } = await createLink(seller);
    expectTimes(await timesOf(paymentId), NONE);
    const customer = test.client();
    await pressPay(customer, paymentId);
    expectTimes(await timesOf(paymentId), { ...NONE, atBankSince: now() });
    test.clock.advance(2 * MINUTE);
    const page = await pressPay(customer, paymentId);
    expectTimes(await timesOf(paymentId), { ...NONE, atBankSince: now() });
    test.clock.advance(MINUTE);
    await verify(customer, await comeBack(customer, await test.bank.press(page, 'decline')));
    const ended = await timesOf(paymentId);
    expectTimes(ended, { ...NONE, endedAt: now() });
  });

  it('cancelled by staff: when that was', async () => {
    const { paymentId } = await createLink(seller);
    test.clock.advance(MINUTE);
    expect((await seller.post(`/api/payments/${paymentId}/cancel-link`, { reason: 'Asked for it' })).status).toBe(200);
    expectTimes(await timesOf(paymentId), { ...NONE, endedAt: now() });
  });

  it('a refund: when the oldest that is on its way was asked for, then when the last came back', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    expectTimes(await timesOf(paymentId), NONE);
    await refund(seller, paymentId, 1000);
    const asked = now();
    test.clock.advance(MINUTE);
    await refund(seller, paymentId, 50_000);
    expectTimes(await timesOf(paymentId), { ...NONE, refundPendingSince: asked });
    await test.bank.control({ op: 'settle-refunds', result: 'SUC' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    seller = await test.staff(SALES);
    expectTimes(await timesOf(paymentId), { ...NONE, refundedAt: now() });
  });

  it('a refund of a second charge is none of the sale itself', async () => {
    const { paymentId, chargeId } = await sellAndPayTwice(test, seller);
    expect((await refund(seller, paymentId, 51_000, { duplicateChargeId: chargeId })).status).toBe(200);
    expectTimes(await timesOf(paymentId), NONE);
  });
});
