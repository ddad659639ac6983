import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { expectLawsHold, expectOneReceiptEach, expectSameBooks } from '../support/invariants.js';
import { isLong } from '../support/long.js';
import { eventually, ProductSite } from '../support/product-process.js';
import { comeBack, linkBody, pressPay, type Tier, verify } from '../support/sales.js';
import { SALES } from '../support/test-app.js';

const ROUNDS = isLong ? 20 : 6;
const SELLERS = 4;
/** The same seed gives the same choices; what the machine makes of their timing is its own. */
const SEED = Number(process.env.TEST_SEED ?? 20_260_711);

type Random = () => number;

/** mulberry32 */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;

interface Order {
  key: Record<string, string>;
  body: ReturnType<typeof linkBody>;
}

/** Sellers and customers who go on whatever happens, and note what they have asked for. */
class Trade {
  readonly orders: Order[] = [];
  /** Answers got so far. */
  steps = 0;
  private readonly unpaid: string[] = [];

  constructor(
    private readonly site: ProductSite,
    private readonly seller: Client,
    private readonly random: Random,
  ) {}

  /** One sale, as far as it gets before the product dies. */
  async sell(): Promise<void> {
    const key = { 'idempotency-key': `random-${this.orders.length}` };
    const order = { key, body: linkBody(oneOf<Tier>(this.random, ['gold', 'silver', 'platinum'])) };
    this.orders.push(order);
    if (this.random() < 0.3) await this.disturbBank();
    const made = await this.seller.post('/api/payments/create-link', order.body, key);
    this.steps += 1;
    if (made.status !== 201) return;
    this.unpaid.push(made.body.data.paymentId as string);
    // Some links of earlier rounds are paid now, among them those whose pay button died under the customer.
    const paymentId = this.unpaid.splice(Math.floor(this.random() * this.unpaid.length), 1)[0] ?? '';
    await this.pay(paymentId);
  }

  private async pay(paymentId: string): Promise<void> {
    const customer = this.site.client();
    let page: string;
    try {
      page = await pressPay(customer, paymentId);
    } catch (error) {
      this.unpaid.push(paymentId);
      throw error;
    }
    this.steps += 1;
    const outcome = oneOf(this.random, ['pay-nb', 'pay-upi', 'pay-close-tab', 'decline']);
    const fields = await this.site.bank.press(page, outcome);
    if (!fields || this.random() < 0.2) return;
    const event = await comeBack(customer, fields);
    this.steps += 1;
    if (this.random() < 0.7) await verify(customer, event);
    else await customer.postForm('/api/gateway/callback', fields);
  }

  private async disturbBank(): Promise<void> {
    const [on, kind, more] = oneOf(this.random, [
      ['create', 'hang', { ms: 400, commit: true }],
      ['create', 'reset-after-commit', {}],
      ['create', 'reset-before', {}],
      ['status', 'hang', { ms: 400 }],
      ['status', 'truncated', {}],
      ['status', 'lag-not-found', {}],
    ] as const);
    await this.site.bank.fault(on, kind, more);
  }
}

it(`kill -9 at any moment, ${ROUNDS} times (seed ${SEED})`, async () => {
  const site = await ProductSite.make();
  try {
    const random = randomOf(SEED);
    await site.start();
    const trade = new Trade(site, await site.client().signIn(SALES.email, SALES.password), random);
    for (let round = 0; round < ROUNDS; round += 1) {
      let alive = true;
      const sellers = Array.from({ length: SELLERS }, async () => {
        while (alive) await trade.sell().catch(() => pause(20));
      });
      // A loaded machine gets as far as a fast one, only later.
      const goal = trade.steps + Math.floor(50 * random());
      await eventually('the trade goes on', () => trade.steps >= goal);
      await pause(50 * random());
      await site.kill();
      alive = false;
      await Promise.all(sellers);
      await site.letTimePass();
      await site.start();
    }
    await site.bank.clearFaults();
    await everythingSettles(site);
    await expectLawsHold(site.dataSource);
    await expectSameBooks(site.dataSource, site.bank);
    await expectOneReceiptEach(site.dataSource);
    await everyOrderIsMadeOnce(site, trade);
    expect(await site.count("payments WHERE status = 'completed'")).toBeGreaterThan(ROUNDS);
  } finally {
    await site.close();
  }
}, 480_000);

async function everythingSettles(site: ProductSite): Promise<void> {
  const { invoices } = (await site.bank.list()) as { invoices: { transactions: { status: string }[] }[] };
  const charged = invoices.filter(({ transactions }) => transactions.at(-1)?.status === 'SUC').length;
  await site.letTimePass();
  let left: Record<string, number> = {};
  const isSettled = async () => {
    left = {
      'captures missing': charged - (await site.count("payment_attempts WHERE status = 'captured'")),
      'attempts open': await site.count("payment_attempts WHERE status IN ('creating', 'unknown')"),
      'mails waiting': await site.count("mail_outbox WHERE status = 'queued'"),
    };
    return Object.values(left).every((count) => count === 0);
  };
  await eventually('all that the bank has taken is known, and told', isSettled, 120_000).catch((error: unknown) => {
    throw new Error(`${String(error)}; left: ${JSON.stringify(left)}`);
  });
}

/** The same orders under the same keys, sent once more: whatever was acknowledged or not, each is there once. */
async function everyOrderIsMadeOnce(site: ProductSite, trade: Trade): Promise<void> {
  const seller = await site.client().signIn(SALES.email, SALES.password);
  const made = new Set<string>();
  for (const { body, key } of trade.orders) {
    const answer = await seller.post('/api/payments/create-link', body, key);
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    made.add(answer.body.data.paymentId as string);
  }
  expect(made.size).toBe(trade.orders.length);
  const emails = trade.orders.map(({ body }) => body.customerData.email);
  const placeholders = emails.map(() => '?').join(', ');
  expect(
    await site.count(
      `payments p JOIN customers c ON c.id = p.customer_id WHERE c.email_key IN (${placeholders})`,
      emails,
    ),
  ).toBe(emails.length);
}
