import { Logger } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CATALOGUE, dropAppendOnly, makeAppendOnly } from '../append-only.js';
import { addColumns, addIndexes, columnsFor, createTable, dropColumns, dropIndexes, NULLABLE } from '../ddl.js';

/** The time of the rows that a migration makes: the database's clock is used for nothing else. */
const MADE_AT = '2026-11-23 00:00:00.000';
/** SHA-256 of version 1 (src/domain/catalogue/catalogue-text.ts). */
const DIGEST = 'fb6be38d925756ef6cff295a299f7656c08b5961f02dfb4749eba5cb38b13b92';

/** Tier, name, paise, prefix: the constants of the releases before. */
const TIERS = [
  ['gold', 'Gold', 5_100_000, 'GO'],
  ['silver', 'Silver', 10_000, 'SI'],
  ['platinum', 'Platinum', 10_000_000, 'PL'],
] as const;

/**
 * Versions of what a project sells, and its number series. Version 1 says what the constants of the releases before said; every
 * payment belongs to it by the default of a new column, so nothing is copied and older instances go on inserting.
 *
 * Sequences are unique in their series by the token number; the index by tier goes, since a tier has a series in each project.
 */
export class Catalogue1764001300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await addVersion(runner);
    await addColumns(runner, 'payments', [columnsFor(runner).count('catalogue_version_id', { default: '1' })]);
    await dropIndexes(runner, 'tokens', ['uq_tokens_sequence']);
    if (!(await makeAppendOnly(runner, CATALOGUE))) {
      new Logger('Database').warn(
        'The database user may not create triggers, so the database itself does not refuse changes of catalogues; the audit log has ' +
          'the digest of each version all the same. See docs/adr/0030-projects-and-terms.md.',
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'tokens', { uq_tokens_sequence: ['token_type', 'sequence'] });
    await dropColumns(runner, 'payments', ['catalogue_version_id']);
    for (const rule of CATALOGUE) {
      await dropAppendOnly(runner, rule);
      await runner.dropTable(rule.table, true);
    }
    await runner.dropTable('number_series', true);
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'catalogue_versions',
    columns: [
      c.id(),
      c.count('project_id'),
      c.count('number'),
      c.key('effective_from', 10),
      c.key('digest', 64),
      c.count('created_by', NULLABLE),
      c.instant('created_at'),
    ],
    indexes: { uq_catalogue_versions_number: ['project_id', 'number'] },
    foreignKeys: { fk_catalogue_versions_project: ['project_id', 'projects'] },
  });
  await createTable(runner, {
    name: 'catalogue_tiers',
    columns: [
      c.id(),
      c.count('version_id'),
      c.key('token_type', 10),
      c.count('position'),
      c.flag('offered'),
      c.words('name', 40),
      c.money('price'),
      c.words('description', 300, NULLABLE),
      c.key('sale_from', 10, NULLABLE),
      c.key('sale_to', 10, NULLABLE),
      c.key('prefix', 4),
      c.count('width'),
    ],
    indexes: { uq_catalogue_tiers_tier: ['version_id', 'token_type'] },
    checks: {
      chk_catalogue_tiers_type: "token_type in ('gold', 'silver', 'platinum')",
      chk_catalogue_tiers_price: 'price >= 1',
    },
    foreignKeys: { fk_catalogue_tiers_version: ['version_id', 'catalogue_versions'] },
  });
  await createTable(runner, {
    name: 'catalogue_upgrade_paths',
    columns: [c.id(), c.count('version_id'), c.key('from_type', 10), c.key('to_type', 10), c.money('price', NULLABLE)],
    indexes: { uq_catalogue_upgrade_paths_tiers: ['version_id', 'from_type', 'to_type'] },
    foreignKeys: { fk_catalogue_upgrade_paths_version: ['version_id', 'catalogue_versions'] },
  });
  await createTable(runner, {
    name: 'number_series',
    columns: [c.key('prefix', 4, { isPrimary: true }), c.count('project_id'), c.key('token_type', 10)],
  });
}

/** Safe to run again after an interruption. */
async function addVersion(runner: QueryRunner): Promise<void> {
  if (!(await has(runner, 'catalogue_versions', 'id = 1')))
    await runner.query(
      `INSERT INTO catalogue_versions (id, project_id, number, effective_from, digest, created_at)
       VALUES (1, 1, 1, '2000-01-01', '${DIGEST}', '${MADE_AT}')`,
    );
  for (const [at, [type, name, price, prefix]] of TIERS.entries()) {
    if (!(await has(runner, 'catalogue_tiers', `version_id = 1 AND token_type = '${type}'`)))
      await runner.query(
        `INSERT INTO catalogue_tiers (version_id, token_type, position, offered, name, price, prefix, width)
         VALUES (1, '${type}', ${at + 1}, 1, '${name}', ${price}, '${prefix}', 6)`,
      );
    if (!(await has(runner, 'number_series', `prefix = '${prefix}'`)))
      await runner.query(
        `INSERT INTO number_series (prefix, project_id, token_type) VALUES ('${prefix}', 1, '${type}')`,
      );
  }
  if (!(await has(runner, 'catalogue_upgrade_paths', 'version_id = 1')))
    await runner.query(
      "INSERT INTO catalogue_upgrade_paths (version_id, from_type, to_type) VALUES (1, 'gold', 'platinum')",
    );
}

async function has(runner: QueryRunner, table: string, condition: string): Promise<boolean> {
  return ((await runner.query(`SELECT 1 FROM ${table} WHERE ${condition}`)) as unknown[]).length > 0;
}
