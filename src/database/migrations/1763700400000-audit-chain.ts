import { Logger } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT_LOG, dropAppendOnly, makeAppendOnly } from '../append-only.js';
import { addColumns, addIndexes, columnsFor, createTable, dropIndex, NULLABLE } from '../ddl.js';

const GENESIS = '0'.repeat(64);

/**
 * The audit log becomes a chain. Rows from before stay unsealed here: sealing needs the key of the installation, so the
 * first server to start does it, in the order of their ids and in blocks.
 */
export class AuditChain1763700400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'audit_log', [
      c.count('seq', NULLABLE),
      c.key('hash', 64, NULLABLE),
      c.key('seal', 64, NULLABLE),
    ]);
    // Each ends in the order in which the log is read.
    await addIndexes(runner, 'audit_log', {
      uq_audit_seq: ['seq'],
      ix_audit_subject_at: ['subject_type', 'subject_id', 'at', 'id'],
      ix_audit_user_at: ['actor_user_id', 'at', 'id'],
      ix_audit_kind_at: ['actor_kind', 'at', 'id'],
      ix_audit_action_at: ['action', 'at', 'id'],
    });
    await dropIndex(runner, 'audit_log', 'ix_audit_subject');
    await createAnchor(runner);
    if (!(await makeAppendOnly(runner, [AUDIT_LOG]))) {
      new Logger('Database').warn(
        'The database user may not create triggers, so the database itself does not refuse changes of audit rows; ' +
          '"tokendesk audit verify" shows them all the same. See docs/adr/0011-audit-chain-and-reviews.md.',
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropAppendOnly(runner, AUDIT_LOG);
    await runner.dropTable('audit_anchor', true);
    await addIndexes(runner, 'audit_log', { ix_audit_subject: ['subject_type', 'subject_id', 'id'] });
    const added = ['uq_audit_seq', 'ix_audit_subject_at', 'ix_audit_user_at', 'ix_audit_kind_at', 'ix_audit_action_at'];
    for (const name of added) await dropIndex(runner, 'audit_log', name);
    for (const column of ['seq', 'hash', 'seal']) await runner.query(`ALTER TABLE audit_log DROP COLUMN ${column}`);
  }
}

async function createAnchor(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'audit_anchor',
    columns: [
      { name: 'id', type: c.count('id').type, isPrimary: true },
      c.count('last_seq'),
      c.key('last_hash', 64),
      c.count('sealed_count'),
      c.key('seal', 64),
      c.count('version', { default: '0' }),
      c.instant('sealed_at', NULLABLE),
      c.instant('checked_at', NULLABLE),
      c.count('checked_from', NULLABLE),
      c.count('checked_to', NULLABLE),
      c.words('check_fault', 255, NULLABLE),
    ],
  });
  const found = (await runner.query('SELECT 1 FROM audit_anchor WHERE id = 1')) as unknown[];
  if (found.length > 0) return;
  await runner.query(
    `INSERT INTO audit_anchor (id, last_seq, last_hash, sealed_count, seal, version) VALUES (1, 0, '${GENESIS}', 0, '', 0)`,
  );
}
