import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, isSqlite, NULLABLE } from '../ddl.js';

/** Receipts, numbered in one series, and what the bank last said about an attempt that is still open. */
export class Receipts1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'receipts',
      columns: [
        c.id(),
        c.key('receipt_number', 12),
        c.count('sequence'),
        c.count('payment_id'),
        c.money('amount'),
        c.instant('issued_at'),
      ],
      indexes: {
        uq_receipts_number: ['receipt_number'],
        uq_receipts_sequence: ['sequence'],
        uq_receipts_payment: ['payment_id'],
      },
      checks: { chk_receipts_amount: 'amount >= 1' },
      foreignKeys: { fk_receipts_payment: ['payment_id', 'payments'] },
    });
    await addColumns(runner, 'payment_attempts', [
      c.instant('last_sent_at', NULLABLE),
      c.key('last_answer', 12, NULLABLE),
    ]);
    await seedCounter(runner);
    await numberThePast(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('receipts', true);
    await runner.query("DELETE FROM token_counters WHERE token_type = 'receipt'");
    for (const column of ['last_sent_at', 'last_answer']) {
      await runner.query(`ALTER TABLE payment_attempts DROP COLUMN ${column}`);
    }
  }
}

/** The row is there from the start: taking a number is then always an UPDATE, never an INSERT that can race. */
async function seedCounter(runner: QueryRunner): Promise<void> {
  const found = (await runner.query("SELECT 1 FROM token_counters WHERE token_type = 'receipt'")) as unknown[];
  if (found.length === 0)
    await runner.query("INSERT INTO token_counters (token_type, last_number) VALUES ('receipt', 0)");
}

/** Payments that were paid before there were receipts, in the order in which they were paid. */
async function numberThePast(runner: QueryRunner): Promise<void> {
  const padded = isSqlite(runner)
    ? "'RC-' || printf('%06d', n.sequence)"
    : "CONCAT('RC-', LPAD(n.sequence, GREATEST(6, LENGTH(n.sequence)), '0'))";
  const [row] = (await runner.query('SELECT COALESCE(MAX(sequence), 0) AS last FROM receipts')) as { last: unknown }[];
  const last = Number(row?.last ?? 0);
  await runner.query(
    `INSERT INTO receipts (receipt_number, sequence, payment_id, amount, issued_at)
     SELECT ${padded}, n.sequence, n.id, n.amount, n.paid_at FROM (
       SELECT p.id, p.amount, p.paid_at, ${last} + ROW_NUMBER() OVER (ORDER BY p.paid_at, p.id) AS sequence
         FROM payments p
        WHERE p.status IN ('completed', 'refunded') AND NOT EXISTS (SELECT 1 FROM receipts r WHERE r.payment_id = p.id)) n
     ORDER BY n.sequence`,
  );
  await runner.query(
    `UPDATE token_counters SET last_number = (SELECT COALESCE(MAX(sequence), 0) FROM receipts) WHERE token_type = 'receipt'`,
  );
}
