import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LazyModuleLoader } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { LateExchanges, PrivacyModule } from '../../src/modules/privacy/index.js';
import { isOnServer } from '../support/engine.js';
import { query } from '../support/links.js';
import { fillPayments } from '../support/many-payments.js';
import { expectIndexed, sentBy } from '../support/query-cost.js';
import { TestApp } from '../support/test-app.js';

const PAYMENTS = 3000;
const BEFORE = new Date('2026-01-02T00:00:00Z');

/** A tenth of the customers is erased, and each payment was asked about before and after the day of a purge. */
describe('exchanges with the bank about erased customers', () => {
  let test: TestApp;
  let exchanges: LateExchanges;
  let all: number;
  let ofErased: number;

  beforeAll(async () => {
    test = await TestApp.start();
    const dataSource = test.get(DataSource);
    exchanges = (await test.get(LazyModuleLoader).load(() => PrivacyModule)).get(LateExchanges);
    await fillPayments(dataSource, { payments: PAYMENTS, sellers: 4 });
    await dataSource.query(
      "UPDATE customers SET name = 'Erased customer', email_key = CONCAT('erased-', id, '@invalid') WHERE id % 10 = 0",
    );
    await dataSource.query(
      `INSERT INTO payment_attempts (payment_id, number, invoice_no, status, amount, created_at, updated_at)
       SELECT id, 1, CONCAT('TD', id), 'failed', amount, created_at, updated_at FROM payments`,
    );
    await dataSource.query(
      `INSERT INTO refunds (public_id, payment_id, attempt_id, bank_reference, amount, reason, status, created_at, updated_at)
       SELECT CONCAT('r', a.id), a.payment_id, a.id, CONCAT('RF', a.id), 100, 'x', 'completed', a.created_at, a.updated_at FROM payment_attempts a`,
    );
    for (const at of ['2026-01-01 12:00:00.000', '2026-01-03 12:00:00.000'])
      await dataSource.query(
        `INSERT INTO gateway_calls (kind, reference, started_at, duration_ms, http_status, outcome, request, response)
         SELECT 'status', invoice_no, ?, 5, 200, 'declined', '{}', '{"payerName":"Asha"}' FROM payment_attempts`,
        [at],
      );
    if (isOnServer())
      await dataSource.query('ANALYZE TABLE customers, payments, payment_attempts, refunds, gateway_calls');
    const ofSome = 'FROM payments p JOIN customers c ON c.id = p.customer_id WHERE';
    all = await countOf(`${ofSome} 1 = 1`);
    ofErased = await countOf(`${ofSome} c.email_key LIKE 'erased-%'`);
  }, 180_000);
  afterAll(() => test.close());

  async function countOf(rows: string): Promise<number> {
    return Number((await query<{ n: number }>(test, `SELECT COUNT(*) AS n ${rows}`))[0]?.n);
  }

  async function eraseAll(dryRun: boolean): Promise<{ changed: number; batches: number }> {
    let changed = 0;
    let batches = 0;
    for (let after: string | null = ''; after !== null; batches += 1) {
      const batch: Awaited<ReturnType<LateExchanges['erase']>> = await exchanges.erase(BEFORE, after, dryRun);
      changed += batch.changed;
      after = batch.last;
    }
    return { changed, batches };
  }

  const named = (when: string) => countOf(`FROM gateway_calls WHERE response LIKE '%Asha%' AND started_at ${when}`);
  const stillNamed = () => Promise.all([named("< '2026-01-02 00:00:00.000'"), named(">= '2026-01-02 00:00:00.000'")]);

  it('are found by indexes', async () => {
    const dataSource = test.get(DataSource);
    const sent = await sentBy(dataSource, async () => void (await exchanges.erase(BEFORE, '', true)));
    const questions = sent.filter(({ sql }) => /^\s*SELECT/i.test(sql));
    expect(questions.length).toBeGreaterThan(2);
    if (isOnServer()) for (const each of questions) await expectIndexed(dataSource, each, { sort: true });
  });

  it('are erased batch by batch, the old ones alone, and once', async () => {
    expect(ofErased).toBeGreaterThan(200);
    expect((await eraseAll(true)).changed).toBe(ofErased);
    expect(await stillNamed()).toEqual([all, all]);
    const { changed, batches } = await eraseAll(false);
    expect([changed, batches > 2]).toEqual([ofErased, true]);
    expect(await stillNamed()).toEqual([all - ofErased, all]);
    expect((await eraseAll(false)).changed).toBe(0);
  });
});
