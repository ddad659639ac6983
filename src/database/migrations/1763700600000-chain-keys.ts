import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE } from '../ddl.js';

/** The audit chain keeps its keys, so that the encryption key can be changed. The first row to be sealed puts them there. */
export class ChainKeys1763700600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'audit_anchor', [columnsFor(runner).key('chain_keys', 255, NULLABLE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'audit_anchor', ['chain_keys']);
  }
}
