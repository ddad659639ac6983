import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { openDatabaseBefore, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
const NAME = 'Reviews1763700410000';

describe('what was flagged before reviews had records of their own', () => {
  let db: TestDatabase;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of hand-written SQL
  const run = (sql: string): Promise<any[]> => db.dataSource.query(sql);
  const payment = (id: number, reason: string | null, status = 'pending') =>
    run(
      `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, paid_at, token_number,
         reference_type, gateway, expires_at, review_reason, created_at, updated_at)
       VALUES (${id}, 'p${id}', 1, 1, 'silver', 'initial', 10000, '${status}', ${status === 'completed' ? `'${AT}', 'SI-${id}'` : 'NULL, NULL'},
         'direct', 'icici', '${AT}', ${reason ? `'${reason}'` : 'NULL'}, '${AT}', '${AT}')`,
    );
  const attempt = (id: number, paymentId: number, more: { txn?: string; excess?: boolean; reserved?: number } = {}) =>
    run(
      `INSERT INTO payment_attempts (id, payment_id, number, invoice_no, status, amount, bank_txn_id, excess, refund_reserved, created_at, updated_at)
       VALUES (${id}, ${paymentId}, ${id}, 'TD${id}', '${more.txn ? 'captured' : 'failed'}', 10000, ${more.txn ? `'${more.txn}'` : 'NULL'},
         ${more.excess ? 1 : 0}, ${more.reserved ?? 0}, '${AT}', '${AT}')`,
    );

  beforeAll(async () => {
    db = await openDatabaseBefore(NAME);
    await payment(1, null);
    await payment(2, 'amount_mismatch');
    await attempt(2, 2);
    await payment(3, 'bank_reversal', 'completed');
    await attempt(3, 3, { txn: 'T3' });
    await attempt(4, 3, { txn: 'T4', excess: true });
    await payment(4, 'excess_capture', 'completed');
    await attempt(5, 4, { txn: 'T5' });
    await attempt(6, 4, { txn: 'T6', excess: true });
    await attempt(7, 4, { txn: 'T7', excess: true, reserved: 10000 });
    await payment(5, 'refund_overdue', 'completed');
    await attempt(8, 5, { txn: 'T8', reserved: 500 });
    await run(
      `INSERT INTO refunds (id, public_id, payment_id, attempt_id, bank_reference, amount, reason, status, created_at, updated_at)
       VALUES (1, 'r1', 5, 8, 'RF1', 500, 'x', 'processing', '${AT}', '${AT}')`,
    );
    await payment(6, null, 'completed');
    await attempt(9, 6, { txn: 'T9' });
    await attempt(10, 6, { txn: 'T10', excess: true });
    await migrate(db.dataSource);
  });
  afterAll(() => db.close());

  it('is an open review each, and so is every charge too many', async () => {
    const rows = await run(
      'SELECT payment_id AS p, reason, reference, state FROM reviews ORDER BY payment_id, reference',
    );
    expect(rows.map(({ p, reason, reference, state }) => `${p} ${reason} ${reference} ${state}`)).toEqual([
      '2 amount_mismatch earlier open',
      '3 bank_reversal T3 open',
      '3 excess_capture T4 open',
      '4 excess_capture T6 open',
      '5 refund_overdue r1 open',
      '6 excess_capture T10 open',
    ]);
    const [refund] = await run("SELECT refund_id AS id FROM reviews WHERE reason = 'refund_overdue'");
    expect(Number(refund.id)).toBe(1);
  });
});
