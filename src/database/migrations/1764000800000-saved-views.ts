import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from '../ddl.js';

/** The filters of the admin's list that admins keep under a name. */
export class SavedViews1764000800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'saved_views',
      columns: [
        c.id(),
        c.key('public_id', 26),
        c.count('owner_id'),
        c.words('name', 40),
        c.key('name_key', 80),
        c.words('query', 300),
        c.flag('is_shared'),
        c.instant('created_at'),
        c.instant('updated_at'),
      ],
      indexes: {
        uq_saved_views_public: ['public_id'],
        uq_saved_views_name: ['owner_id', 'name_key'],
        ix_saved_views_shared: ['is_shared'],
      },
      foreignKeys: { fk_saved_views_owner: ['owner_id', 'users'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('saved_views', true);
  }
}
