import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE } from '../ddl.js';

/**
 * When the bank confirmed a capture after its reversal had been called an error. Null for what exists: the bank's next confirmation is
 * noted, and older instances go on inserting.
 */
export class ConfirmedCaptures1764002000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'reviews', [columnsFor(runner).instant('confirmed_at', NULLABLE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'reviews', ['confirmed_at']);
  }
}
