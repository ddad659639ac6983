import { Logger } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropAppendOnly, makeAppendOnly, TERMS } from '../append-only.js';
import { addColumns, columnsFor, createTable, dropColumns, NULLABLE } from '../ddl.js';

/** The time of the rows that a migration makes: the database's clock is used for nothing else. */
const MADE_AT = '2026-11-23 00:00:00.000';

/**
 * Projects, versions of their terms, and who agreed to them. Every payment belongs to the default project by the default of a new
 * column, so nothing is copied and older instances go on inserting.
 */
export class ProjectsAndTerms1764001000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createProjects(runner);
    await addColumns(runner, 'payments', [columnsFor(runner).count('project_id', { default: '1' })]);
    await createTerms(runner);
    if (!(await makeAppendOnly(runner, TERMS))) {
      new Logger('Database').warn(
        'The database user may not create triggers, so the database itself does not refuse changes of terms and agreements; ' +
          'the audit log has the digest of each version all the same. See docs/adr/0030-projects-and-terms.md.',
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const rule of TERMS.toReversed()) {
      await dropAppendOnly(runner, rule);
      await runner.dropTable(rule.table, true);
    }
    await dropColumns(runner, 'payments', ['project_id']);
    await runner.dropTable('projects', true);
  }
}

async function createProjects(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'projects',
    columns: [
      c.id(),
      c.key('code', 20),
      c.words('name', 120, NULLABLE),
      c.words('legal_name', 160, NULLABLE),
      c.words('address', 300, NULLABLE),
      c.key('support_email', 254, NULLABLE),
      c.key('support_phone', 20, NULLABLE),
      c.key('rera_number', 60, NULLABLE),
      c.key('rera_url', 300, NULLABLE),
      c.key('state', 10, { default: "'selling'" }),
      c.key('languages', 5, NULLABLE),
      c.count('version', { default: '0' }),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: { uq_projects_code: ['code'] },
    checks: { chk_projects_state: "state in ('draft', 'selling', 'closed')" },
  });
  const found = (await runner.query('SELECT 1 FROM projects WHERE id = 1')) as unknown[];
  if (found.length > 0) return;
  await runner.query(
    `INSERT INTO projects (id, code, state, version, created_at, updated_at) VALUES (1, 'default', 'selling', 0, '${MADE_AT}', '${MADE_AT}')`,
  );
}

async function createTerms(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'terms_versions',
    columns: [
      c.id(),
      c.count('project_id'),
      c.count('number'),
      c.key('effective_from', 10),
      c.words('summary_en', 600),
      c.text('body_en'),
      c.words('summary_hi', 600, NULLABLE),
      c.text('body_hi', NULLABLE),
      c.key('digest', 64),
      c.count('created_by', NULLABLE),
      c.instant('created_at'),
    ],
    indexes: { uq_terms_versions_number: ['project_id', 'number'] },
    foreignKeys: { fk_terms_versions_project: ['project_id', 'projects'] },
  });
  await createTable(runner, {
    name: 'terms_agreements',
    columns: [
      c.id(),
      c.count('payment_id'),
      c.count('terms_version_id'),
      c.key('language', 2),
      c.key('ip', 45, NULLABLE),
      c.instant('agreed_at'),
      c.key('request_id', 64, NULLABLE),
    ],
    indexes: { ix_terms_agreements_payment: ['payment_id', 'id'] },
    foreignKeys: {
      fk_terms_agreements_payment: ['payment_id', 'payments'],
      fk_terms_agreements_version: ['terms_version_id', 'terms_versions'],
    },
  });
}
