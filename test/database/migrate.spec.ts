import { expect, it } from '@jest/globals';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { sellAndPay } from '../support/refunds.js';
import { statusOf } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';
import { emptyDatabase } from '../support/test-database.js';

it('one connection is enough to migrate, and to find nothing more to do', async () => {
  const { url, drop } = await emptyDatabase();
  const dataSource = await createDataSource({ url, poolSize: 1, waitMs: 500, sqliteDriver: 'libsql' }).initialize();
  expect(await migrate(dataSource)).toHaveLength(MIGRATIONS.length);
  expect(await migrate(dataSource)).toEqual([]);
  await dataSource.destroy();
  await drop();
});

it('a product with the smallest pool starts and sells', async () => {
  const test = await TestApp.start({ env: { DATABASE_POOL_SIZE: '1' } });
  const { paymentId } = await sellAndPay(test, await test.as(SALES));
  expect(await statusOf(test.client(), paymentId)).toBe('completed');
  await test.close();
});
