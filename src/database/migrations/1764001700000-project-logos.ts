import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, dropColumns, NULLABLE } from '../ddl.js';

/** Pictures of projects. No row is made: a project without one shows the company's. */
export class ProjectLogos1764001700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'project_logos',
      columns: [
        c.count('project_id', { isPrimary: true }),
        c.key('digest', 64, { isPrimary: true }),
        c.key('type', 20),
        c.file('bytes'),
        c.instant('created_at'),
      ],
      indexes: { ix_project_logos_digest: ['digest'] },
    });
    await addColumns(runner, 'projects', [
      c.key('logo_digest', 64, NULLABLE),
      c.count('logo_width', NULLABLE),
      c.count('logo_height', NULLABLE),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'projects', ['logo_digest', 'logo_width', 'logo_height']);
    await runner.dropTable('project_logos', true);
  }
}
