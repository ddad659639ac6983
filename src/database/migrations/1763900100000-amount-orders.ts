import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from '../ddl.js';

const INDEXES = {
  ix_payments_status_amount: ['status', 'amount', 'created_at', 'id'],
  ix_payments_type_amount: ['token_type', 'amount', 'created_at', 'id'],
  ix_payments_type_status_amount: ['token_type', 'status', 'amount', 'created_at', 'id'],
};

/** The list by amount, together with the filters by status and tier. */
export class AmountOrders1763900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'payments', INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'payments', Object.keys(INDEXES));
  }
}
