import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from '../ddl.js';

const UNREAD: Record<string, string[]> = {
  ix_payments_funnel: ['created_at', 'opened_at', 'initiated_at', 'paid_at'],
  ix_payments_failures: ['status', 'created_at', 'status_reason'],
};

/** The analysis reads counters: these two indexes cost every write of a payment and serve no query. */
export class UnreadPaymentIndexes1764000510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'payments', Object.keys(UNREAD));
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'payments', UNREAD);
  }
}
