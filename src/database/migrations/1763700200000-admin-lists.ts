import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, columnsFor, createTable, dropIndexes } from '../ddl.js';

const PAYMENT_INDEXES = {
  ix_payments_type_date: ['token_type', 'created_at', 'id'],
  ix_payments_manager_status: ['sales_manager_id', 'status', 'created_at', 'id'],
  ix_payments_manager_type_date: ['sales_manager_id', 'token_type', 'created_at', 'id'],
  ix_payments_manager_type_status: ['sales_manager_id', 'token_type', 'status', 'created_at', 'id'],
  ix_payments_amount: ['amount', 'created_at', 'id'],
  ix_payments_review: ['review_reason', 'created_at', 'id'],
};
/** The beginning of ix_payments_manager_type_status. */
const REPLACED = { ix_payments_manager_type: ['sales_manager_id', 'token_type', 'status'] };
const CUSTOMER_INDEXES = { ix_customers_updated: ['updated_at', 'id'] };

/** As the counters were at the time; again is safe. */
const COUNTS = [
  'DELETE FROM payment_counts',
  'DELETE FROM completed_pairs',
  `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes)
   SELECT sales_manager_id, token_type, status, COUNT(*), COUNT(*) FROM payments GROUP BY sales_manager_id, token_type, status`,
  `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes)
   SELECT 0, token_type, status, COUNT(*), COUNT(*) FROM payments GROUP BY token_type, status`,
  `INSERT INTO completed_pairs (email_key, token_type, uses)
   SELECT c.email_key, p.token_type, COUNT(*) FROM payments p JOIN customers c ON c.id = p.customer_id
    WHERE p.status = 'completed' GROUP BY c.email_key, p.token_type`,
  `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes)
   SELECT 0, token_type, 'pairs', COUNT(*), 0 FROM completed_pairs GROUP BY token_type`,
];

/** Every filter and sort of the lists ends in an index; totals come from counts. */
export class AdminLists1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'payments', PAYMENT_INDEXES);
    await dropIndexes(runner, 'payments', Object.keys(REPLACED));
    await addIndexes(runner, 'customers', CUSTOMER_INDEXES);
    await createCounts(runner);
    for (const sql of COUNTS) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('completed_pairs', true);
    await runner.dropTable('payment_counts', true);
    await dropIndexes(runner, 'customers', Object.keys(CUSTOMER_INDEXES));
    await addIndexes(runner, 'payments', REPLACED);
    await dropIndexes(runner, 'payments', Object.keys(PAYMENT_INDEXES));
  }
}

async function createCounts(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'payment_counts',
    columns: [
      c.id(),
      c.count('sales_manager_id'),
      c.key('token_type', 10),
      c.key('status', 10),
      c.count('total'),
      c.count('changes'),
    ],
    indexes: { ix_counts_cell: ['sales_manager_id', 'token_type', 'status', 'total', 'changes'] },
  });
  await createTable(runner, {
    name: 'completed_pairs',
    columns: [
      c.key('email_key', 254, { isPrimary: true }),
      c.key('token_type', 10, { isPrimary: true }),
      c.count('uses'),
    ],
  });
}
