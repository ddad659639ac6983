import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from '../ddl.js';

/** Which unit of work each connection has committed last. */
export class CommitMarkers1764000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'commit_markers',
      columns: [c.key('connection', 26, { isPrimary: true }), c.key('unit', 26), c.instant('marked_at')],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('commit_markers', true);
  }
}
