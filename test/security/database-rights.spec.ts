import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import mysql from 'mysql2/promise';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { openTestDatabase } from '../support/test-database.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

if (process.env.TEST_ENGINE === 'mariadb')
  describe('the database user of a running product', () => {
    it('needs to read and write rows, and can do nothing else', async () => {
      const database = await openTestDatabase();
      const url = new URL(database.url);
      const user = `td_app_${process.pid}`;
      await database.dataSource.query(`CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY 'rows only 26'`);
      try {
        await database.dataSource.query(grantOfTheHandbook(url.pathname.slice(1), user));
        Object.assign(url, { username: user, password: 'rows only 26' });
        await workOn(url.href);
        await expectNoMore(url);
      } finally {
        await database.dataSource.query(`DROP USER '${user}'@'127.0.0.1'`);
        await database.close();
      }
    });
  });
else
  it('what an installation keeps for itself is readable for its owner alone', async () => {
    const test = await TestApp.start();
    try {
      for (const name of ['jwt-secret', 'encryption-key'])
        expect([name, statSync(join(test.settings.dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
    } finally {
      await test.close();
    }
  });

/** What the handbook says is what is proven. */
function grantOfTheHandbook(database: string, user: string): string {
  const handbook = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const grant = /^(GRANT [A-Z, ]+ ON) tokendesk\.\* TO tokendesk_app@'10\.0\.0\.%';$/m.exec(handbook)?.[1];
  if (!grant) throw new Error('the handbook has no GRANT for the running product');
  return `${grant} \`${database}\`.* TO '${user}'@'127.0.0.1'`;
}

/** One of each kind of work: a start with demo data, a sale, a refund, an export, the chain of the audit log, the poll job. */
async function workOn(url: string): Promise<void> {
  const test = await TestApp.start({ database: { url }, env: { MIGRATE_ON_START: 'false' } });
  try {
    await switchRefunds(test, true);
    const [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    const sold = await sellAndPay(test, seller);
    expect((await refund(seller, sold.paymentId, 500)).status).toBeLessThan(300);
    await test.poll();
    await test.settle();
    const statuses = [
      await admin.get('/api/payments/admin/export'),
      await admin.get('/api/payments/admin/all?search=customer'),
      await admin.get('/api/payments/admin/analysis'),
      await admin.post('/api/admin/audit/verify'),
      await admin.get('/readyz'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  } finally {
    await test.close();
  }
}

async function expectNoMore(url: URL): Promise<void> {
  const connection = await mysql.createConnection(url.href);
  try {
    for (const statement of [
      'CREATE TABLE own (id int)',
      'DROP TABLE audit_log',
      'TRUNCATE TABLE audit_log',
      'ALTER TABLE payments ADD COLUMN more int',
      'CREATE INDEX more ON payments (amount)',
      'DROP TRIGGER audit_log_no_delete',
      'CREATE USER somebody',
      "SELECT 1 INTO OUTFILE '/tmp/out'",
      'SELECT * FROM mysql.user',
    ])
      await expect(connection.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/DENIED/) });
  } finally {
    await connection.end();
  }
}
