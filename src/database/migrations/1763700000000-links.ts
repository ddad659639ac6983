import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndexes, columnsFor, createTable, isSqlite, NULLABLE } from '../ddl.js';

/** Care for links: replacements, second links with their reason, links sent by mail. */
export class Links1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'payments', [
      c.count('replaces_id', NULLABLE),
      c.words('duplicate_reason', 200, NULLABLE),
      c.count('link_mail_count', { default: '0' }),
      c.instant('link_mail_sent_at', NULLABLE),
    ]);
    await addIndexes(runner, 'payments', { uq_payments_replaces: ['replaces_id'] });
    await createTable(runner, {
      name: 'link_guards',
      columns: [c.key('guard_key', 64, { isPrimary: true }), c.instant('held_at')],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('link_guards', true);
    await runner.query(`DROP INDEX uq_payments_replaces${isSqlite(runner) ? '' : ' ON payments'}`);
    for (const column of ['replaces_id', 'duplicate_reason', 'link_mail_count', 'link_mail_sent_at']) {
      await runner.query(`ALTER TABLE payments DROP COLUMN ${column}`);
    }
  }
}
