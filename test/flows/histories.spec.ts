import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt, tokenOf } from '../support/upgrades.js';

const paymentHistory = (client: Client, number: string) => client.get(`/api/payments/token/${number}/payment-history`);
const upgradeHistory = (client: Client, number: string) => client.get(`/api/payments/token/${number}/upgrade-history`);

describe('the histories', () => {
  let test: TestApp;
  let seller: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const numberOf = async (paymentId: string) => (await tokenOf(test, paymentId))?.number ?? '';
  const settleRefunds = async () => {
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    seller = await test.staff(SALES);
  };

  it('a token that was never upgraded', async () => {
    const silver = await sellAndPay(test, seller, 'silver');
    const number = await numberOf(silver.paymentId);
    const { status, body } = await paymentHistory(seller, number);
    expect(status).toBe(200);
    expect(body.data.history).toMatchObject([
      {
        paymentId: silver.paymentId,
        paymentType: 'initial',
        tokenType: 'silver',
        upgradeFrom: null,
        upgradeTo: null,
        upgradeDescription: null,
        status: 'completed',
        tokenNumber: number,
        amount: 100,
        paymentGateway: 'icici',
        refundedAmount: 0,
      },
    ]);
    expect(Date.parse(body.data.history[0].paidAt)).not.toBeNaN();
    expect(body.data.summary).toEqual({
      totalPayments: 1,
      grossAmount: 100,
      refundedAmount: 0,
      pendingRefundAmount: 0,
      totalSpent: 100,
      totalUpgradeAmount: 0,
      currentTokenType: 'silver',
    });
    expect((await upgradeHistory(seller, number)).body.data).toMatchObject({
      upgradeHistory: [],
      summary: { totalUpgrades: 0, completedUpgrades: 0, pendingUpgrades: 0, availableUpgrades: 0 },
    });
  });

  it('either number tells the whole line, failed links included', async () => {
    const gold = await sellAndPay(test, seller);
    const goNumber = await numberOf(gold.paymentId);
    expect((await upgradeHistory(seller, goNumber)).body.data.summary.availableUpgrades).toBe(1);
    const failed = await createUpgrade(seller, gold.paymentId);
    await payAt(test, failed, 'decline');
    const paid = await createUpgrade(seller, gold.paymentId);
    expect((await upgradeHistory(seller, goNumber)).body.data.summary).toEqual({
      totalUpgrades: 2,
      completedUpgrades: 0,
      pendingUpgrades: 1,
      availableUpgrades: 0,
    });
    await payAt(test, paid);
    const plNumber = await numberOf(paid);
    const byGold = await paymentHistory(seller, goNumber);
    expect((await paymentHistory(seller, plNumber)).body).toEqual(byGold.body);
    expect((await paymentHistory(seller, plNumber.toLowerCase())).body).toEqual(byGold.body);
    expect(byGold.body.data.history).toMatchObject([
      { paymentId: gold.paymentId, paymentType: 'initial', tokenNumber: goNumber, amount: 51000 },
      { paymentId: failed, paymentType: 'upgrade', tokenNumber: 'N/A', status: 'failed', paidAt: null },
      {
        paymentId: paid,
        paymentType: 'upgrade',
        tokenType: 'platinum',
        upgradeFrom: 'gold',
        upgradeTo: 'platinum',
        upgradeDescription: 'Upgraded from Gold to Platinum',
        tokenNumber: plNumber,
        amount: 49000,
        status: 'completed',
      },
    ]);
    expect(byGold.body.data.summary).toEqual({
      totalPayments: 3,
      grossAmount: 100000,
      refundedAmount: 0,
      pendingRefundAmount: 0,
      totalSpent: 100000,
      totalUpgradeAmount: 49000,
      currentTokenType: 'platinum',
    });
    const upgrades = await upgradeHistory(seller, plNumber);
    expect((await upgradeHistory(seller, goNumber)).body).toEqual(upgrades.body);
    expect(upgrades.body.data.customer).toEqual({ name: gold.data.customer.name, email: gold.data.customer.email });
    expect(upgrades.body.data.upgradeHistory).toMatchObject([
      { upgradePaymentId: paid, upgradeStatus: 'completed', fromTokenNumber: goNumber, toTokenNumber: plNumber },
      { upgradePaymentId: failed, upgradeStatus: 'failed', toTokenNumber: 'N/A', completedAt: null },
    ]);
    expect(upgrades.body.data.summary).toEqual({
      totalUpgrades: 2,
      completedUpgrades: 1,
      pendingUpgrades: 0,
      availableUpgrades: 0,
    });
  });

  it('what was given back is not spent; a refunded upgrade leaves gold', async () => {
    const gold = await sellAndPay(test, seller);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgradeId);
    const goNumber = await numberOf(gold.paymentId);
    await refund(seller, upgradeId, 1000.5);
    await settleRefunds();
    expect((await paymentHistory(seller, goNumber)).body.data.summary).toMatchObject({
      totalSpent: 98999.5,
      totalUpgradeAmount: 47999.5,
      currentTokenType: 'platinum',
    });
    await refund(seller, upgradeId, 47999.5);
    await settleRefunds();
    const { history, summary } = (await paymentHistory(seller, goNumber)).body.data;
    expect(summary).toEqual({
      totalPayments: 2,
      grossAmount: 100000,
      refundedAmount: 49000,
      pendingRefundAmount: 0,
      totalSpent: 51000,
      totalUpgradeAmount: 0,
      currentTokenType: 'gold',
    });
    expect(history[1]).toMatchObject({ status: 'refunded', refundedAmount: 49000 });
    expect((await upgradeHistory(seller, goNumber)).body.data.summary).toMatchObject({
      completedUpgrades: 0,
      availableUpgrades: 1,
    });
  });

  it('unknown, malformed and foreign numbers get the same answer; an admin sees all', async () => {
    const gold = await sellAndPay(test, seller);
    const number = await numberOf(gold.paymentId);
    const [other, admin] = [await test.as(OTHER_SALES), await test.as(ADMIN)];
    for (const read of [paymentHistory, upgradeHistory]) {
      const unknown = await read(seller, 'GO-999999');
      expect(unknown.status).toBe(404);
      for (const odd of [number, 'N%2FA', "GO-000001'%20OR%201=1", 'GO-%25', 'x'.repeat(500)]) {
        const answer = await read(other, odd);
        expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      }
      expect((await read(admin, number)).status).toBe(200);
      expect((await read(test.client(), number)).status).toBe(401);
    }
  });

  it('all transactions: newest first, own ones for a seller, everything for an admin, sums over all of them', async () => {
    const other = await test.as(OTHER_SALES);
    const theirs = await createLink(other, 'platinum');
    const own = await createLink(seller, 'gold');
    const admin = await test.staff(ADMIN);
    const mine = (await seller.get('/api/payments/transactions/all?limit=100')).body.data;
    const all = (await admin.get('/api/payments/transactions/all?limit=100')).body.data;
    const ids = (data: { transactions: { paymentId: string }[] }) => data.transactions.map((each) => each.paymentId);
    expect(ids(mine)[0]).toBe(own.paymentId);
    expect(ids(mine)).not.toContain(theirs.paymentId);
    expect(ids(all)).toEqual(expect.arrayContaining([own.paymentId, theirs.paymentId]));
    expect(mine.transactions[0]).toMatchObject({
      customer: { name: own.data.customer.name, email: own.data.customer.email, phone: '+919876543210' },
      tokenType: 'gold',
      amount: 51000,
      status: 'pending',
      paymentGateway: 'icici',
      tokenNumber: 'N/A',
      propertyDetails: null,
    });
    const completed = mine.transactions.filter((each: { status: string }) => each.status === 'completed');
    const spent = mine.transactions
      .filter((each: { paidAt: string | null }) => each.paidAt !== null)
      .reduce(
        (sum: number, each: { amount: number; refundedAmount: number }) => sum + each.amount - each.refundedAmount,
        0,
      );
    expect(mine.summary).toEqual({
      totalAmount: spent,
      totalTransactions: mine.transactions.length,
      completedTransactions: completed.length,
    });
    const one = (await seller.get('/api/payments/transactions/all?limit=1')).body.data;
    expect([one.transactions.length, one.summary]).toEqual([1, mine.summary]);
    expect((await seller.get('/api/payments/transactions/all?limit=-1')).status).toBe(200);
    expect((await test.client().get('/api/payments/transactions/all')).status).toBe(401);
  });
});
