import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE } from '../ddl.js';

const TABLES = ['projects', 'payment_attempts', 'settlement_batches'];

/** The merchant of a project, an attempt and a payout; null, which everything that exists gets, is the default one. */
export class MerchantProfiles1764001100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsFor(runner).key('merchant_profile', 30, NULLABLE);
    for (const table of TABLES) await addColumns(runner, table, [column]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await dropColumns(runner, table, ['merchant_profile']);
  }
}
