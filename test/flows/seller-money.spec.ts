import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { MoneyFigures, SellerMoney, TransactionsSummary } from '../../src/contracts/seller-money.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { fillDayKinds } from '../../src/database/payment-recount.js';
import { PaymentCounters } from '../../src/modules/payment-lists/index.js';
import { makeCatalogue } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { DAY } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt } from '../support/upgrades.js';

/** Open links of the demo: the seller's, and those of the other one. */
const DEMO = 3;
const OTHERS_DEMO = 2;

interface MoneyPage {
  summary: TransactionsSummary;
  money: SellerMoney;
}

async function moneyOf(client: Client): Promise<MoneyPage> {
  const { text } = await client.get('/transactions');
  return JSON.parse(/<script data-page="app"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? 'null').props;
}

/** In paise, so that the test adds no fractions. */
const paise = (rows: readonly MoneyFigures[]) =>
  rows.reduce(
    (sum, { gross, refunded, net }) => ({
      gross: sum.gross + Math.round(gross * 100),
      refunded: sum.refunded + Math.round(refunded * 100),
      net: sum.net + Math.round(net * 100),
    }),
    { gross: 0, refunded: 0, net: 0 },
  );

describe("a seller's money", () => {
  let test: TestApp;
  let seller: Client;
  let first: string;

  /** The bank has given back what was asked for. */
  const settleRefunds = async () => {
    await test.bank.control({ op: 'settle-refunds', result: 'SUC' });
    test.clock.advance(20 * 60_000);
    await test.poll();
    seller = await test.staff(SALES);
  };

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    seller = await test.staff(SALES);
    first = istDayOf(test.clock.now());
    // The first day: gold and silver; the silver one is refunded in full, and of the gold one a part on the day after.
    const gold = await sellAndPay(test, seller);
    const silver = await sellAndPay(test, seller, 'silver');
    expect((await refund(seller, silver.paymentId, 100)).status).toBe(200);
    await settleRefunds();
    test.clock.advance(DAY);
    seller = await test.staff(SALES);
    expect((await refund(seller, gold.paymentId, 1_000.55)).status).toBe(200);
    await settleRefunds();
    // The second day: gold, and platinum by an upgrade of it; platinum bought outright; two links that nobody pays.
    const second = await sellAndPay(test, seller);
    await payAt(test, await createUpgrade(seller, second.paymentId));
    await sellAndPay(test, seller, 'platinum');
    await createLink(seller);
    await createLink(seller, 'silver');
    // Another seller's, which only the admin sees.
    await sellAndPay(test, await test.staff(OTHER_SALES), 'silver');
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  it('is summed up by what was sold, to the paise', async () => {
    const { summary, money } = await moneyOf(seller);
    expect(summary).toEqual({
      totalAmount: 249_999.45,
      totalTransactions: 7 + DEMO,
      completedTransactions: 4,
      gross: 251_100,
      refunded: 1_100.55,
    });
    expect(money.sold).toEqual([
      { what: 'gold', count: 2, gross: 102_000, refunded: 1_000.55, net: 100_999.45 },
      { what: 'silver', count: 0, gross: 100, refunded: 100, net: 0 },
      { what: 'platinum', count: 1, gross: 100_000, refunded: 0, net: 100_000 },
      { what: 'upgrade', count: 1, gross: 49_000, refunded: 0, net: 49_000 },
    ]);
  });

  it('stands by the day of payment, the newest first', async () => {
    const { money } = await moneyOf(seller);
    const second = istDayOf(test.clock.now());
    expect(money.days).toEqual([
      { day: second, tokens: 2, upgrades: 1, gross: 200_000, refunded: 0, net: 200_000 },
      { day: first, tokens: 1, upgrades: 0, gross: 51_100, refunded: 1_100.55, net: 49_999.45 },
    ]);
    expect(money.earlier).toBeNull();
  });

  it('adds up to the same sums whichever way it is read, and to those of the payments', async () => {
    const { summary, money } = await moneyOf(seller);
    const { earlier } = money;
    expect(paise(money.sold)).toEqual(paise([...money.days, ...(earlier ? [earlier] : [])]));
    expect(paise(money.sold)).toEqual(paise([{ ...summary, net: summary.totalAmount }]));
    const [sums] = (await test.get(DataSource).query(
      `SELECT SUM(p.amount) AS gross, SUM(p.refunded_amount) AS refunded FROM payments p JOIN users u ON u.id = p.sales_manager_id
        WHERE u.email_key = ? AND p.status IN ('completed', 'refunded')`,
      [SALES.email],
    )) as { gross: unknown; refunded: unknown }[];
    const [gross, refunded] = [Number(sums?.gross), Number(sums?.refunded)];
    expect(paise(money.sold)).toEqual({ gross, refunded, net: gross - refunded });
  });

  it('is of all sellers for an admin', async () => {
    const { summary, money } = await moneyOf(await test.staff(ADMIN));
    expect(summary).toMatchObject({
      gross: 251_200,
      totalAmount: 250_099.45,
      totalTransactions: 8 + DEMO + OTHERS_DEMO,
    });
    expect(money.sold.find(({ what }) => what === 'silver')).toMatchObject({ count: 1, gross: 200, net: 100 });
    expect(paise(money.sold)).toEqual(paise(money.days));
  });

  it('says the same once the counters are folded', async () => {
    const before = await moneyOf(seller);
    await test.get(PaymentCounters).fold();
    expect(await moneyOf(seller)).toMatchObject({ summary: before.summary, money: before.money });
  });

  it('knows the upgrades of releases that did not count them, folded or not', async () => {
    const dataSource = test.get(DataSource);
    const before = await moneyOf(seller);
    for (const table of ['day_changes', 'day_sums'])
      await dataSource.query(`DELETE FROM ${table} WHERE kind = 'upgrade'`);
    expect((await moneyOf(seller)).money).not.toEqual(before.money);
    // A migration that was interrupted runs again.
    for (let run = 0; run < 2; run += 1) await fillDayKinds((sql) => dataSource.query(sql), ['upgrade']);
    expect((await moneyOf(seller)).money).toEqual(before.money);
    await expectInvariants(test);
  });

  it('keeps what is older than its days in one line', async () => {
    test.clock.advance(30 * DAY);
    const { summary, money } = await moneyOf(await test.staff(SALES));
    expect(money.days.map(({ gross }) => gross)).toEqual([200_000]);
    expect(money.earlier).toEqual({ tokens: 1, upgrades: 0, gross: 51_100, refunded: 1_100.55, net: 49_999.45 });
    expect(money.reach).toBe(31);
    test.clock.advance(DAY);
    const later = await moneyOf(await test.staff(SALES));
    expect(later.money.days).toEqual([]);
    expect(later.money.earlier).toMatchObject({ tokens: 3, upgrades: 1, gross: 251_100 });
    expect(later.summary).toEqual(summary);
  });
});

it('leaves upgrades to gold out of gold, and takes none of them from platinum', async () => {
  const test = await TestApp.start();
  await makeCatalogue(test, await test.staff(ADMIN), { silverToGold: 'difference', silverToPlatinum: 'difference' });
  const seller = await test.staff(SALES);
  const [one, two] = [await sellAndPay(test, seller, 'silver'), await sellAndPay(test, seller, 'silver')];
  for (const [{ paymentId }, upgradeType] of [
    [one, 'silver_to_gold'],
    [two, 'silver_to_platinum'],
  ] as const) {
    const made = await seller.post(`/api/payments/${paymentId}/create-upgrade-link`, { upgradeType });
    await payAt(test, made.body.data.upgradePaymentId);
  }
  await sellAndPay(test, seller);
  const sold = [
    { what: 'gold', count: 1, gross: 51_000, refunded: 0, net: 51_000 },
    { what: 'silver', count: 2, gross: 200, refunded: 0, net: 200 },
    { what: 'upgrade', count: 2, gross: 150_800, refunded: 0, net: 150_800 },
  ];
  expect((await moneyOf(seller)).money.sold).toEqual(sold);
  expect((await moneyOf(await test.staff(OTHER_SALES))).money.sold).toEqual([]);
  await test.get(PaymentCounters).fold();
  expect((await moneyOf(await test.staff(ADMIN))).money.sold).toEqual(sold);
  await expectInvariants(test);
  await test.close();
});
