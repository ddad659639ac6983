import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, columnsFor, createTable, dropIndexes } from '../ddl.js';
import { recountPayments } from '../payment-recount.js';

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

/** Every filter and sort of the lists ends in an index; totals come from counts. */
export class AdminLists1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'payments', PAYMENT_INDEXES);
    await dropIndexes(runner, 'payments', Object.keys(REPLACED));
    await addIndexes(runner, 'customers', CUSTOMER_INDEXES);
    await createCounts(runner);
    await recountPayments((sql) => runner.query(sql));
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
