import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fillDayKinds } from '../payment-recount.js';

/** Figures of days by seller and tier, for the filters of the analysis. Rows of new kinds in tables that are there. */
export class SellerAndTierFigures1764000850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await fillDayKinds((sql) => runner.query(sql), ['sale', 'link']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM day_changes WHERE kind IN ('sale', 'link')");
    await runner.query("DELETE FROM day_sums WHERE kind IN ('sale', 'link')");
  }
}
