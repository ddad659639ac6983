import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, isSqlite } from '../ddl.js';
import { dropProjectPairCells, fillProjectPairs } from '../project-pairs-recount.js';

/**
 * Unique customers by project. Filled in slices, beside servers of the release before, which do not write it: what they sell
 * meanwhile is added by `tokendesk db recount`.
 */
export class CustomersByProject1764001800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'project_pairs',
      columns: [
        c.key('email_key', 254, { isPrimary: true }),
        c.key('token_type', 10, { isPrimary: true }),
        c.count('project_id', { isPrimary: true }),
        c.count('uses'),
      ],
    });
    await fillProjectPairs((sql) => runner.query(sql), isSqlite(runner));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropProjectPairCells((sql) => runner.query(sql));
    await runner.dropTable('project_pairs', true);
  }
}
