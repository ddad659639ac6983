import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { HoldingsQueries } from '../../src/modules/customers/holdings.queries.js';
import { isOnServer } from '../support/engine.js';
import { isLong } from '../support/long.js';
import { fillPayments } from '../support/many-payments.js';
import { rowsTouched } from '../support/query-cost.js';
import { TestApp } from '../support/test-app.js';

const isServer = isOnServer();
const PAYMENTS = isServer ? (isLong ? 300_000 : 15_000) : 1_000;
/** Of a person with three payments under two rows: each of them is found, and read with what belongs to it. */
const MAX_TOUCHED = 120;

describe('what a customer holds, beside many payments', () => {
  let test: TestApp;
  let dataSource: DataSource;

  beforeAll(async () => {
    test = await TestApp.start();
    dataSource = test.get(DataSource);
    await fillPayments(dataSource, { payments: PAYMENTS, sellers: 4 });
    await dataSource.query("UPDATE payments SET expires_at = '2036-01-01 00:00:00.000'");
    await dataSource.query(
      `INSERT INTO tokens (token_number, token_type, sequence, payment_id, status, issued_at)
       SELECT token_number, token_type, id, id, 'active', created_at FROM payments WHERE status = 'completed'`,
    );
    if (isServer) await dataSource.query('ANALYZE TABLE payments, customers, tokens');
  }, 180_000);
  afterAll(() => test.close());

  it('reads the rows of this person alone, by email address and by phone number', async () => {
    const [someone] = (await dataSource.query(
      `SELECT c.email_key AS emailKey, c.phone AS phone, MAX(p.id) AS paymentId FROM payments p
        JOIN customers c ON c.id = p.customer_id WHERE p.status IN ('completed', 'pending')
        GROUP BY c.id, c.email_key, c.phone HAVING COUNT(*) > 1 ORDER BY c.id LIMIT 1`,
    )) as { emailKey: string; phone: string; paymentId: number }[];
    const list = (projectIds?: number[]) =>
      test
        .get(HoldingsQueries)
        .list(someone!, { ...(projectIds && { projectIds }), exceptPaymentId: Number(someone!.paymentId) });
    expect((await list()).length).toBeGreaterThan(0);
    expect((await list([1])).length).toBe((await list()).length);
    expect(await list([])).toEqual([]);
    if (!isServer) return;
    expect(await rowsTouched(test.get(UnitOfWork), () => list())).toBeLessThan(MAX_TOUCHED);
    expect(await rowsTouched(test.get(UnitOfWork), () => list([1]))).toBeLessThan(MAX_TOUCHED);
  });
});
