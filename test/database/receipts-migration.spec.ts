import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Receipts1763700100000 } from '../../src/database/migrations/1763700100000-receipts.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';

describe('receipts for payments from before there were any', () => {
  let db: TestDatabase;
  const run = (sql: string) => db.dataSource.query(sql) as Promise<Record<string, unknown>[]>;
  const up = async () => {
    const runner = db.dataSource.createQueryRunner();
    await new Receipts1763700100000().up(runner);
    await runner.release();
  };
  const paid = (id: number, paidAt: string, more = "'completed', 0, 0") =>
    run(
      `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, refunded_amount,
        refund_reserved, reference_type, gateway, paid_at, token_number, expires_at, created_at, updated_at)
       VALUES (${id}, 'p${id}', 1, 1, 'gold', 'initial', 100, ${more}, 'direct', 'icici', ${paidAt},
        ${paidAt === 'NULL' ? 'NULL' : `'GO-${id}'`}, '${AT}', '${AT}', '${AT}')`,
    );
  const receipts = async () =>
    (await run('SELECT payment_id AS payment, receipt_number AS number, amount FROM receipts ORDER BY sequence')).map(
      ({ payment, number, amount }) => `${Number(payment)} ${String(number)} ${Number(amount)}`,
    );
  const last = async () =>
    Number((await run("SELECT last_number AS n FROM token_counters WHERE token_type = 'receipt'"))[0]?.n);

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
  });
  afterAll(() => db.close());

  it('are numbered in the order in which they were paid', async () => {
    await paid(1, "'2026-11-19 10:00:00.500'");
    await paid(2, "'2026-11-18 10:00:00.000'", "'refunded', 100, 100");
    await paid(3, 'NULL', "'pending', 0, 0");
    await paid(4, "'2026-11-18 10:00:00.000'");
    await up();
    expect(await receipts()).toEqual(['2 RC-000001 100', '4 RC-000002 100', '1 RC-000003 100']);
    expect(await last()).toBe(3);
  });

  it('running it again after an interruption numbers only what has no receipt', async () => {
    await paid(5, "'2026-11-17 10:00:00.000'");
    await up();
    await up();
    expect((await receipts()).slice(3)).toEqual(['5 RC-000004 100']);
    expect(await last()).toBe(4);
  });

  it('a number above 999999 grows longer', async () => {
    await run("UPDATE receipts SET sequence = 999999, receipt_number = 'RC-999999' WHERE payment_id = 5");
    await paid(6, "'2026-11-21 10:00:00.000'");
    await up();
    expect((await receipts()).at(-1)).toBe('6 RC-1000000 100');
  });
});
