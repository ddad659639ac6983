import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PaymentEntity } from '../../src/database/entities/payment.entity.js';
import { recountPayments } from '../../src/database/payment-recount.js';
import { PAYMENT_STATUSES } from '../../src/domain/payment/payment-status.js';
import { TOKEN_TYPES } from '../../src/domain/payment/token-catalogue.js';
import type { Client } from '../support/client.js';
import { isLong } from '../support/long.js';
import { fillPayments } from '../support/many-payments.js';
import { EXPLAIN, type Sent, sentBy } from '../support/query-cost.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const LISTS = ['/api/payments/admin/all', '/api/sales-manager/dashboard', '/api/payments/transactions/all'];
const SORTS = ['date', 'amount', 'status', 'tokenType'];

describe('the indexes of payments', () => {
  let test: TestApp;
  let admin: Client;
  let seller: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await fillPayments(
      test.get(DataSource),
      isLong ? { payments: 120_000, sellers: 20, projects: 3 } : { payments: 6000, sellers: 3, projects: 3 },
    );
    if (test.get(DataSource).options.type === 'better-sqlite3') await test.get(DataSource).query('ANALYZE');
    else await test.get(DataSource).query('ANALYZE TABLE payments');
    admin = await test.as(ADMIN);
    seller = await test.as(SALES);
  }, 300_000);
  afterAll(() => test.close());

  it('are each read by a query of the product, and none is kept for its own sake', async () => {
    const dataSource = test.get(DataSource);
    const metadata = dataSource.getMetadata(PaymentEntity);
    const names = metadata.indices.filter(({ isUnique }) => !isUnique).map(({ name }) => name);
    const used = new Set<string | undefined>();
    for (const statement of await sentBy(dataSource, everythingOf)) {
      if (!/^\s*(SELECT|UPDATE)\b/i.test(statement.sql) || !/\bpayments\b/.test(statement.sql)) continue;
      // Whole names: the name of one index begins with that of another.
      for (const [name] of (await planOf(dataSource, statement)).matchAll(/\bix_\w+/g)) used.add(name);
    }
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  }, 300_000);

  async function everythingOf(): Promise<void> {
    for (const client of [admin, seller])
      for (const list of LISTS)
        for (const sort of SORTS)
          for (const status of ['', ...PAYMENT_STATUSES.slice(0, 3)])
            for (const tokenType of ['', ...TOKEN_TYPES.slice(0, 1)])
              await client.get(`${list}?sort=${sort}&status=${status}&tokenType=${tokenType}`);
    await admin.get('/api/payments/admin/all?needsReview=true');
    await admin.get('/api/payments/admin/all?salesManager=2&status=completed');
    await admin.get('/api/payments/admin/all?salesManager=2&tokenType=gold');
    await admin.get('/api/payments/admin/all?salesManager=2&status=completed&tokenType=gold');
    await admin.get('/api/payments/admin/all?project=2');
    await admin.get('/api/payments/admin/all?event=3');
    const sold = 'SELECT MIN(sales_manager_id) AS id FROM payments WHERE project_id = 2';
    const [{ id }] = (await test.get(DataSource).query(sold)) as [{ id: number }];
    await admin.get(`/api/payments/admin/all?project=2&salesManager=${id}`);
    await admin.get('/api/payments/admin/all?search=asha');
    // So few customers that their payments are looked up.
    await admin.get('/api/payments/admin/all?search=asha%20rao%20707');
    await admin.get('/api/payments/admin/analysis');
    await admin.get('/api/day-close?day=2026-01-02');
    await admin.get('/api/payments/admin/export?status=failed');
    await admin.get('/admin/reconciliation');
    await test.poll();
    await recountPayments((sql) => test.get(DataSource).query(sql));
  }
});

async function planOf(dataSource: DataSource, { sql, parameters }: Sent): Promise<string> {
  const explain = dataSource.options.type === 'better-sqlite3' ? 'EXPLAIN QUERY PLAN' : EXPLAIN;
  const rows = (await dataSource.query(`${explain} ${sql}`, parameters)) as { key?: string | null; detail?: string }[];
  return rows.map(({ key, detail }) => key ?? detail ?? '').join('\n');
}
