import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns, NULLABLE } from '../ddl.js';

/** The projects that an admin is limited to. Every account stays as it is: NULL means all projects. */
export class ProjectRights1764001600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'users', [columnsFor(runner).key('project_ids', 2000, NULLABLE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'users', ['project_ids']);
  }
}
