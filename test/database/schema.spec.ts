import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '../../src/database/data-source.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { migrate } from '../../src/database/migrate.js';
import { emptyDatabase, openTestDatabase, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';

describe('the schema', () => {
  let db: TestDatabase;
  const run = (sql: string) => db.dataSource.query(sql) as Promise<Record<string, unknown>[]>;
  const attempt = (id: number, open: string, status = 'open', txn = 'NULL') =>
    `INSERT INTO payment_attempts (id, payment_id, number, invoice_no, status, open_payment_id, amount, bank_txn_id, created_at, updated_at)
     VALUES (${id}, 1, ${id}, 'TD${id}', '${status}', ${open}, 100, ${txn}, '${AT}', '${AT}')`;
  const payment = (id: number, fields: Record<string, string>) => {
    const row: Record<string, string> = {
      id: String(id),
      public_id: `'p${id}'`,
      customer_id: '1',
      sales_manager_id: '1',
      token_type: "'gold'",
      payment_type: "'initial'",
      amount: '100',
      status: "'pending'",
      reference_type: "'direct'",
      gateway: "'icici'",
      expires_at: `'${AT}'`,
      created_at: `'${AT}'`,
      updated_at: `'${AT}'`,
      ...fields,
    };
    return `INSERT INTO payments (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).join(', ')})`;
  };

  /** A mysql:// URL serves MariaDB as well, but there TypeORM sees changes that are none unless it is told the kind. */
  async function asItsOwnKind() {
    const isMaria = db.url.startsWith('mysql:') && /mariadb/i.test(String((await run('SELECT VERSION() AS v'))[0]?.v));
    const url = isMaria ? db.url.replace(/^mysql:/, 'mariadb:') : db.url;
    return createDataSource({ url, poolSize: 2, sqliteDriver: 'libsql' }).initialize();
  }

  beforeAll(async () => {
    db = await openTestDatabase({ migrates: true });
    await run(
      `INSERT INTO users (id, name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
       VALUES (1, 'A', 'a@b.co', 'a@b.co', 'admin', 'x', '${AT}', '${AT}', '${AT}')`,
    );
    await run(
      `INSERT INTO customers (id, sales_manager_id, name, name_key, email, email_key, created_at, updated_at)
       VALUES (1, 1, 'C', 'c', 'c@d.co', 'c@d.co', '${AT}', '${AT}')`,
    );
    await run(payment(1, {}));
  });
  afterAll(() => db.close());

  it('is what the entities say: no drift', async () => {
    const own = await asItsOwnKind();
    const { upQueries } = await own.driver.createSchemaBuilder().log();
    await own.destroy();
    expect(upQueries.map((query) => query.query)).toEqual([]);
  });

  it.each([
    ['an amount below one paisa', { amount: '0' }],
    ['an unknown status', { status: "'paid'" }],
    ['an unknown token type', { token_type: "'bronze'" }],
    ['a completed payment without token number', { status: "'completed'", paid_at: `'${AT}'` }],
    ['a refund above the amount', { refund_reserved: '101' }],
    ['settled refunds above the reserved', { refunded_amount: '50', refund_reserved: '40' }],
    [
      'a refunded payment that is not refunded in full',
      {
        status: "'refunded'",
        paid_at: `'${AT}'`,
        token_number: "'GO-9'",
        refunded_amount: '50',
        refund_reserved: '100',
      },
    ],
    ['a payment of nobody', { customer_id: '99' }],
  ])('refuses %s', async (_name, fields) => {
    await expect(run(payment(2, fields as Record<string, string>))).rejects.toThrow();
  });

  it('allows one open attempt a payment, and any number of closed ones', async () => {
    await run(attempt(1, '1'));
    await expect(run(attempt(2, '1'))).rejects.toThrow();
    await run(attempt(3, 'NULL', 'failed'));
    await run(attempt(4, 'NULL', 'failed'));
  });

  it('binds a bank transaction to one attempt, and a capture to a transaction', async () => {
    await run(attempt(5, 'NULL', 'captured', "'T1'"));
    await expect(run(attempt(6, 'NULL', 'captured', "'T1'"))).rejects.toThrow();
    await expect(run(attempt(7, 'NULL', 'captured'))).rejects.toThrow();
  });

  it('keeps references unique, letter for letter', async () => {
    await run(attempt(8, 'NULL', 'failed').replace("'TD8'", "'TDx'"));
    await run(attempt(9, 'NULL', 'failed').replace("'TD9'", "'TDX'"));
    await expect(run(attempt(10, 'NULL', 'failed').replace("'TD10'", "'TDx'"))).rejects.toThrow();
  });

  it('is made once however many processes start together, and again after an interruption', async () => {
    const { url, drop } = await emptyDatabase();
    const open = () => createDataSource({ url, poolSize: 3, sqliteDriver: 'libsql' }).initialize();
    const first = await open();
    await migrate(first);
    // As if the process had died before the migration was noted down.
    await first.query('DELETE FROM schema_migrations');
    expect(await migrate(first)).toHaveLength(MIGRATIONS.length);
    const counters = (await first.query('SELECT COUNT(*) AS n FROM token_counters')) as { n: number }[];
    expect(Number(counters[0]?.n)).toBe(4);
    if (first.options.type !== 'better-sqlite3') {
      await first.dropDatabase();
      const others = await Promise.all([open(), open(), open()]);
      const applied = await Promise.all(others.map(migrate));
      expect(applied.flat()).toHaveLength(MIGRATIONS.length);
      await Promise.all(others.map((each) => each.destroy()));
    }
    await first.destroy();
    await drop();
  });
});
