import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, dropColumns, NULLABLE } from '../ddl.js';

const LEASED = ['payment_attempts', 'refunds', 'mail_outbox', 'idempotency_keys', 'settlement_runs'];

/** The processes that are alive, and in each lease the one that holds it. */
export class Instances1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'instances',
      columns: [
        c.key('id', 26, { isPrimary: true }),
        c.key('kind', 8),
        c.count('pid'),
        c.key('process_start', 20, NULLABLE),
        c.count('beat', { default: '0' }),
        c.instant('started_at'),
      ],
    });
    for (const table of LEASED) await addColumns(runner, table, [c.key('lease_instance', 26, NULLABLE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of LEASED) await dropColumns(runner, table, ['lease_instance']);
    await runner.dropTable('instances', true);
  }
}
