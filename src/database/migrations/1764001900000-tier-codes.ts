import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE, replaceIndex } from '../ddl.js';

const INDEX = 'uq_catalogue_tiers_tier';

/**
 * Codes of tiers. A payment without one is of the tier whose code equals its medal, so nothing is copied, every row that exists says what
 * it said, and older instances go on inserting. The key columns of `quota_counters`, `number_series` and `catalogue_upgrade_paths` hold
 * codes from now on: ten characters as before, and for those rows that exist the code is the medal.
 */
export class TierCodes1764001900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'payments', [c.key('tier_code', 10, NULLABLE)]);
    await addColumns(runner, 'catalogue_tiers', [c.key('code', 10, { default: "''" })]);
    await replaceIndex(runner, 'catalogue_tiers', INDEX, ['version_id', 'token_type', 'code']);
  }

  /** Possible until a version has two tiers of one medal. */
  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'catalogue_tiers', INDEX, ['version_id', 'token_type']);
    await dropColumns(runner, 'catalogue_tiers', ['code']);
    await dropColumns(runner, 'payments', ['tier_code']);
  }
}
