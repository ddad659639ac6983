import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import type { Client, Reply } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants, expectRefundsAgree } from '../support/invariants.js';
import { eventually } from '../support/product-process.js';
import { refund, refundsAtBank, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink, type Link, linkBody, pressPay, statusOf } from '../support/sales.js';
import { StallingProxy } from '../support/stalling-proxy.js';
import { SALES, TestApp } from '../support/test-app.js';
import { migratedDatabase } from '../support/test-database.js';

/** More COMMITs than any of the requests below has. */
/** Far above what one request commits: work that runs beside it commits as well. */
const MOST = 40;
/** A sale for each COMMIT, on a busy machine. */
const LIMIT_MS = 180_000;

// An embedded database answers every COMMIT.
if (isOnServer()) {
  describe.each(['before', 'after'] as const)('the line breaks at a COMMIT, %s the server has done it', (at) => {
    lostAt(at);
  });
  describe('the database is away from a claim until its call has failed', () => {
    unreleased();
  });
} else {
  it('a sale on SQLite leaves no marker of its COMMITs: there is no line that could break', async () => {
    const test = await TestApp.start();
    const { paymentId } = await sellAndPay(test, await test.as(SALES));
    expect(await statusOf(test.client(), paymentId)).toBe('completed');
    expect(await test.get(DataSource).query('SELECT * FROM commit_markers')).toEqual([]);
    await test.close();
  });
}

function lostAt(at: 'before' | 'after'): void {
  let line: StallingProxy;
  let test: TestApp;
  let seller: Client;
  let customer: Client;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await migratedDatabase();
    drop = database.drop;
    line = await StallingProxy.open(database.url);
    test = await TestApp.start({ database: { url: line.url } });
    [seller, customer] = [await test.as(SALES), test.client()];
    await switchRefunds(test, true);
  });
  afterEach(async () => {
    line.disarm();
    await expectInvariants(test);
  });
  afterAll(async () => {
    await test.close();
    line.close();
    await drop();
  });

  /** The request once for each of its COMMITs, which is lost. @returns how many it has */
  const each = async (work: (arm: () => void, time: number) => Promise<void>): Promise<number> => {
    for (let skip = 0; skip < MOST; skip += 1) {
      await work(() => void line.cutAtStatement('COMMIT', at, skip), skip);
      await test.settle();
      if (line.disarm()) return skip;
    }
    throw new Error(`more than ${MOST} COMMITs`);
  };
  const count = async (sql: string, parameters: unknown[] = []) => {
    const [row] = (await test.get(DataSource).query(`SELECT COUNT(*) AS n FROM ${sql}`, parameters)) as { n: number }[];
    return Number(row?.n);
  };
  const advice = ({ invoiceNo }: Link) => {
    const fields = { invoiceNo, merchantId: 'T_SANDBOX1', paymentID: 'P1', responseCode: 'R1000' };
    return { ...fields, secureHash: secureHashV1(fields, test.settings.gateway.secretKey) };
  };

  it(
    'a new link: made once, and the answer says so',
    async () => {
      const commits = await each(async (arm, time) => {
        const body = linkBody('gold');
        const key = { 'idempotency-key': `lost-${at}-${time}` };
        const before = await count('payments');
        arm();
        const made = await seller.post('/api/payments/create-link', body, key);
        expect([time, made.status]).toEqual([time, 201]);
        const again = await seller.post('/api/payments/create-link', body, key);
        expect(again.body.data.paymentId).toBe(made.body.data.paymentId);
        expect(await count('payments')).toBe(before + 1);
      });
      expect(commits).toBeGreaterThanOrEqual(2);
    },
    LIMIT_MS,
  );

  it(
    'a sale: paid, completed once, with one token',
    async () => {
      await each(async (arm, time) => {
        arm();
        const link = await createLink(seller, 'silver');
        const page = await pressPay(customer, link.paymentId);
        await test.bank.press(page, 'pay-close-tab');
        const answer: Reply = await customer.postForm('/api/gateway/callback', advice(link));
        expect([time, answer.status]).toEqual([time, 200]);
        await test.settle();
        test.clock.advance(MINUTE);
        await test.poll();
        expect(await statusOf(customer, link.paymentId)).toBe('completed');
        expect(
          await count('tokens t JOIN payments p ON p.id = t.payment_id WHERE p.public_id = ?', [link.paymentId]),
        ).toBe(1);
      });
      await expectBooksAgree(test);
    },
    LIMIT_MS,
  );

  it(
    'a refund: ordered once at the bank',
    async () => {
      await each(async (arm) => {
        const { paymentId } = await sellAndPay(test, seller, 'silver');
        arm();
        const answer = await refund(seller, paymentId, 100);
        expect([200, 202]).toContain(answer.status);
        await test.settle();
        test.clock.advance(MINUTE);
        await test.poll();
        expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
      });
      await expectRefundsAgree(test);
    },
    LIMIT_MS,
  );
}

function unreleased(): void {
  let line: StallingProxy;
  let one: TestApp;
  let two: TestApp;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await migratedDatabase();
    drop = database.drop;
    line = await StallingProxy.open(database.url);
    const env = {
      // As behind one load balancer: sessions of one instance hold on the other.
      APP_URL: 'http://tokendesk.example.test',
      JWT_SECRET: 'the-same-for-both-instances-0123456789',
      ENCRYPTION_KEY: 'the-same-for-both-instances-9876543210',
      DATABASE_WAIT_MS: '1000',
    };
    one = await TestApp.start({ env, database: { url: line.url } });
    two = await TestApp.start({ env, database, bank: one.bank });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    line.close();
    await drop();
  });

  it('another instance makes the link once the database is back, while the first one lives', async () => {
    const sellers = [await one.as(SALES), await two.as(SALES)] as const;
    const body = linkBody('gold');
    const create = (seller: Client) =>
      seller.post('/api/payments/create-link', body, { 'idempotency-key': 'unreleased' });
    const payments = async () => {
      const [row] = (await two.get(DataSource).query('SELECT COUNT(*) AS n FROM payments')) as { n: number }[];
      return Number(row?.n);
    };
    const before = await payments();
    // The sign-ins leave work behind, which has units of its own.
    await one.settle();
    // The claim is the first unit of the request, its work the second one.
    const away = line.cutAtStatement('START TRANSACTION', 'before', 1).then(() => {
      line.refuse();
      line.cut();
    });
    expect((await create(sellers[0])).status).toBe(503);
    await away;
    expect((await create(sellers[1])).body.error).toBe('IDEMPOTENCY_RUNNING');
    line.admit();
    await eventually('the key is free', async () => (await create(sellers[1])).status === 201, 20_000);
    expect(await payments()).toBe(before + 1);
    await expectInvariants(two);
  });
}
