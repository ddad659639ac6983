import 'reflect-metadata';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import { loadSettings } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.token.js';
import { createDataSource } from '../../src/database/data-source.js';
import { databaseSettingsOf } from '../../src/database/database.module.js';
import { migrate as applyMigrations } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { holdSingleInstance } from '../../src/database/sqlite/single-instance.js';
import { output } from '../output.js';

interface Status {
  engine: string;
  upToDate: boolean;
  migrations: { name: string; applied: boolean }[];
}

export function register(program: Command): void {
  const db = program.command('db').description('the database');
  db.command('migrate').description('brings the schema up to date').option('--json', 'print JSON').action(migrate);
  db.command('status').description('shows which migrations are applied').option('--json', 'print JSON').action(status);
}

async function migrate({ json }: { json?: boolean }): Promise<void> {
  const settings = loadSettings();
  const file = sqliteFileOf(settings.databaseUrl);
  // A server that runs on this file must not have its tables changed under it.
  const release = file === null ? () => undefined : holdSingleInstance(file);
  try {
    const names = await withDataSource(settings, applyMigrations);
    if (json) output.json({ applied: names });
    else
      output.note(
        names.length === 0 ? 'The schema is up to date.' : `Applied:\n${names.map((name) => `  ${name}`).join('\n')}`,
      );
  } finally {
    release();
  }
}

async function status({ json }: { json?: boolean }): Promise<void> {
  const result = await read(loadSettings());
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

/** Looking must not make anything: neither the file nor the table of migrations. */
async function read(settings: Settings): Promise<Status> {
  const file = sqliteFileOf(settings.databaseUrl);
  const engine = file === null ? settings.databaseUrl.split(':')[0]! : 'sqlite';
  const isThere = file === null || existsSync(file);
  const done = isThere ? await withDataSource(settings, executedNames) : new Set<string>();
  const migrations = MIGRATIONS.map((migration) => ({ name: nameOf(migration), applied: done.has(nameOf(migration)) }));
  return { engine, upToDate: migrations.every(({ applied }) => applied), migrations };
}

async function executedNames(dataSource: DataSource): Promise<Set<string>> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('schema_migrations'))) return new Set();
    const executed = await new MigrationExecutor(dataSource, runner).getExecutedMigrations();
    return new Set(executed.map(({ name }) => name));
  } finally {
    await runner.release();
  }
}

/** As TypeORM names it: by its own name where it has one, else by its class. */
function nameOf(migration: (typeof MIGRATIONS)[number]): string {
  return (new migration() as MigrationInterface).name ?? migration.name;
}

async function withDataSource<T>(settings: Settings, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await createDataSource(databaseSettingsOf(settings)).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
