import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE } from '../ddl.js';
import { fillDayKinds } from '../payment-recount.js';

/** How each person wants the staff pages, and figures of upgrades by day and seller beside those of all payments. */
export class SellerMoney1764000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'users', [columnsFor(runner).key('preferences', 255, NULLABLE)]);
    await fillDayKinds((sql) => runner.query(sql), ['upgrade']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM day_changes WHERE kind = 'upgrade'");
    await runner.query("DELETE FROM day_sums WHERE kind = 'upgrade'");
    await dropColumns(runner, 'users', ['preferences']);
  }
}
