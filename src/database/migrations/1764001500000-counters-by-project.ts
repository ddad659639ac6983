import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndexes, columnsFor, createTable, dropColumns, dropIndexes, replaceIndex } from '../ddl.js';
import { addMissingCells, fillEventDays } from '../payment-recount.js';

const INDEXES = {
  ix_payments_project: ['project_id', 'created_at', 'id', 'status', 'token_type', 'customer_id'],
  ix_payments_project_manager: ['project_id', 'sales_manager_id', 'created_at', 'id'],
  ix_payments_event: ['event_id', 'created_at', 'id'],
};
const CELL = ['sales_manager_id', 'token_type', 'status'];
const CELL_SUMS = ['total', 'changes'];

/**
 * Counters by project, figures of days by event, and the lists of both. What is counted belongs to the default project and event by
 * the default of a new column; only where there are payments of others is anything counted again.
 */
export class CountersByProject1764001500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addIndexes(runner, 'payments', INDEXES);
    await addColumns(runner, 'payment_counts', [c.count('project_id', { default: '1' })]);
    await replaceIndex(runner, 'payment_counts', 'ix_counts_cell', [...CELL, 'project_id', ...CELL_SUMS]);
    await addColumns(runner, 'day_changes', [c.count('event_id', { default: '1' })]);
    await createTable(runner, {
      name: 'event_day_sums',
      columns: [
        c.count('node', { isPrimary: true }),
        c.key('kind', 10, { isPrimary: true }),
        c.count('event_id', { isPrimary: true }),
        c.key('name', 80, { isPrimary: true }),
        c.count('total'),
        c.money('gross'),
        c.money('refunded'),
      ],
    });
    const run = (sql: string) => runner.query(sql);
    if (await isThere(runner, 'project_id <> 1')) await addMissingCells(run);
    if (await isThere(runner, 'event_id <> 1')) await fillEventDays(run);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_day_sums', true);
    await dropColumns(runner, 'day_changes', ['event_id']);
    await replaceIndex(runner, 'payment_counts', 'ix_counts_cell', [...CELL, ...CELL_SUMS]);
    await dropColumns(runner, 'payment_counts', ['project_id']);
    await dropIndexes(runner, 'payments', Object.keys(INDEXES));
  }
}

async function isThere(runner: QueryRunner, condition: string): Promise<boolean> {
  return ((await runner.query(`SELECT 1 FROM payments WHERE ${condition} LIMIT 1`)) as unknown[]).length > 0;
}
