import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, dropColumns } from '../ddl.js';

/** Limits of tiers. No row is made: nothing is limited until an admin sets a limit. */
export class Quota1764001400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'quota_counters',
      columns: [
        c.count('project_id', { isPrimary: true }),
        c.key('token_type', 10, { isPrimary: true }),
        c.count('unit_limit'),
        c.count('reserved'),
        c.count('sold'),
        c.count('version', { default: '0' }),
      ],
    });
    await addColumns(runner, 'projects', [c.count('has_quotas', { default: '0' })]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'projects', ['has_quotas']);
    await runner.dropTable('quota_counters', true);
  }
}
