import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE } from '../ddl.js';

/** When a reconciliation was last known to be alive, and when the bank may last have taken a refund. */
export class LastSigns1763960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'settlement_runs', [c.instant('alive_at', NULLABLE)]);
    await addColumns(runner, 'refunds', [c.instant('ordered_at', NULLABLE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'refunds', ['ordered_at']);
    await dropColumns(runner, 'settlement_runs', ['alive_at']);
  }
}
