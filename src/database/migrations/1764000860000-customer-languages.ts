import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE } from '../ddl.js';

/** In which language the customer of a payment is written to. */
export class CustomerLanguages1764000860000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'payments', [columnsFor(runner).key('language', 8, NULLABLE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'payments', ['language']);
  }
}
