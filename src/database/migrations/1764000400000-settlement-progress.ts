import { type MigrationInterface, type QueryRunner, TableCheck } from 'typeorm';
import { addColumns, addIndexes, columnsFor, dropColumns, dropIndexes, isSqlite, NULLABLE } from '../ddl.js';

const CHECK = 'chk_settlement_exceptions_kind';
const KINDS =
  "'unknown', 'not_completed', 'amount_differs', 'not_settled', 'refund_differs', 'refund_missing', 'duplicate', 'batch_differs'";

/** How far a reconciliation is, lines of a file that could not be read, and an index from which a payout's lines are read. */
export class SettlementProgress1764000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'settlement_runs', [
      c.key('progress_step', 12, NULLABLE),
      c.count('progress_done', { default: '0' }),
      c.count('progress_total', { default: '0' }),
    ]);
    await addIndexes(runner, 'settlement_lines', { ix_settlement_lines_batch: ['batch_id', 'id'] });
    await replaceCheck(runner, `kind in (${KINDS}, 'line_unreadable')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM settlement_exceptions WHERE kind = 'line_unreadable'");
    await replaceCheck(runner, `kind in (${KINDS})`);
    await dropIndexes(runner, 'settlement_lines', ['ix_settlement_lines_batch']);
    await dropColumns(runner, 'settlement_runs', ['progress_step', 'progress_done', 'progress_total']);
  }
}

/** SQLite copies the table; no other table points to it. Safe to run again after an interruption. */
async function replaceCheck(runner: QueryRunner, expression: string): Promise<void> {
  if (isSqlite(runner)) {
    await runner.dropCheckConstraint('settlement_exceptions', CHECK);
    await runner.createCheckConstraint('settlement_exceptions', new TableCheck({ name: CHECK, expression }));
    return;
  }
  const known = (await runner.query(
    "SELECT 1 FROM information_schema.table_constraints WHERE constraint_schema = DATABASE() AND table_name = 'settlement_exceptions' AND constraint_name = ?",
    [CHECK],
  )) as unknown[];
  if (known.length > 0) await runner.query(`ALTER TABLE settlement_exceptions DROP CONSTRAINT ${CHECK}`);
  await runner.query(`ALTER TABLE settlement_exceptions ADD CONSTRAINT ${CHECK} CHECK (${expression})`);
}
