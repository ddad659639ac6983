import { existsSync } from 'node:fs';
import type { DataSource, QueryRunner } from 'typeorm';
import { loadSettings } from '../../src/config/env.js';
import { isAllAppendOnly, makeAllAppendOnly } from '../../src/database/append-only.js';
import { migrate as applyMigrations } from '../../src/database/migrate.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { pendingMigrations } from '../../src/database/schema-state.js';
import { lockSingleInstance } from '../../src/database/sqlite/single-instance.js';
import { schemaStatus, withDataSource } from '../database.js';
import { orInterrupted, throwIfInterrupted } from '../interruption.js';
import { output } from '../output.js';

interface JsonOption {
  json?: boolean;
}

/** Ctrl-C waits for running migrations: a half-changed schema is unusable. */
export async function migrate({ json }: JsonOption): Promise<void> {
  const settings = loadSettings();
  const file = sqliteFileOf(settings.databaseUrl);
  const isCurrent = file !== null && existsSync(file) && (await withDataSource(settings, isUpToDate));
  // Refuses to migrate under a running server on this file.
  const release = file === null || isCurrent ? () => undefined : lockSingleInstance(file);
  try {
    const { names, hasTriggers } = isCurrent
      ? { names: [], hasTriggers: true }
      : await withDataSource(settings, async (dataSource) => ({
          names: await applyMigrations(dataSource),
          hasTriggers: await createTriggers(dataSource),
        }));
    if (json) output.json({ applied: names });
    else
      output.note(
        names.length === 0 ? 'The schema is up to date.' : `Applied:\n${names.map((name) => `  ${name}`).join('\n')}`,
      );
    if (!hasTriggers) output.note(MISSING_TRIGGERS);
    await throwIfInterrupted();
  } finally {
    release();
  }
}

/** Read-only. */
async function isUpToDate(dataSource: DataSource): Promise<boolean> {
  const { pending } = await pendingMigrations(dataSource);
  return pending.length === 0 && withRunner(dataSource, isAllAppendOnly);
}

const MISSING_TRIGGERS =
  'The triggers that refuse changes of the audit log, of terms and of catalogues are missing: the server does not let this user create them.\n' +
  'See "Users of the database" in docs/operations.md, then run "tokendesk db migrate" again.';

/** Triggers that the migration could not create, or that were lost since, are created now. @returns false when the user may not */
function createTriggers(dataSource: DataSource): Promise<boolean> {
  return withRunner(dataSource, makeAllAppendOnly);
}

async function withRunner<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

export async function status({ json }: JsonOption): Promise<void> {
  const result = await orInterrupted(schemaStatus(loadSettings()));
  if (json) {
    output.json(result);
    return;
  }
  output.table(
    ['MIGRATION', 'STATE'],
    result.migrations.map(({ name, applied }) => [name, applied ? 'applied' : 'pending']),
  );
  output.note(result.upToDate ? 'The schema is up to date.' : 'Migrations are pending: run "tokendesk db migrate".');
}
