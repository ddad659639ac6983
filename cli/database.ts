import 'reflect-metadata';
import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { Settings } from '../src/config/settings.token.js';
import { createDataSource } from '../src/database/data-source.js';
import { databaseSettingsOf } from '../src/database/database.module.js';
import { databaseProblemOf } from '../src/database/database-problem.js';
import { MIGRATIONS } from '../src/database/migrations/index.js';
import { sqliteFileOf } from '../src/database/options.js';
import { appliedMigrations, migrationName, pendingMigrations } from '../src/database/schema-state.js';
import { whileOpen } from './interruption.js';
import { CommandFailed } from './output.js';

export interface SchemaStatus {
  engine: string;
  upToDate: boolean;
  migrations: { name: string; applied: boolean }[];
}

/** Opens the database without the product's modules and always closes it. @throws DatabaseProblem */
export function withDataSource<T>(settings: Settings, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return whileOpen(async () => {
    try {
      const dataSource = await createDataSource(databaseSettingsOf(settings)).initialize();
      try {
        return await work(dataSource);
      } finally {
        await dataSource.destroy();
      }
    } catch (error) {
      throw databaseProblemOf(error, settings.databaseUrl);
    }
  });
}

/** Opening a SQLite file would create it, also for a mistyped path. @throws CommandFailed */
export function assertDatabaseExists({ databaseUrl }: Settings): void {
  const file = sqliteFileOf(databaseUrl);
  if (file === null || existsSync(file)) return;
  throw new CommandFailed(`There is no database at ${file}. Start TokenDesk once, or run "tokendesk db migrate".`);
}

/** @throws CommandFailed while migrations are pending */
export async function assertSchemaIsCurrent(dataSource: DataSource): Promise<void> {
  const { pending } = await pendingMigrations(dataSource);
  if (pending.length > 0) throw schemaIsBehind();
}

export function schemaIsBehind(): CommandFailed {
  return new CommandFailed('The database schema is not up to date. Run "tokendesk db migrate" first.');
}

/** Read-only: creates neither the file nor the migrations table. */
export async function schemaStatus(settings: Settings): Promise<SchemaStatus> {
  const file = sqliteFileOf(settings.databaseUrl);
  const engine = file === null ? settings.databaseUrl.split(':')[0]! : 'sqlite';
  const isThere = file === null || existsSync(file);
  const done = isThere ? await withDataSource(settings, appliedMigrations) : new Set<string>();
  const migrations = MIGRATIONS.map(migrationName).map((name) => ({ name, applied: done.has(name) }));
  return { engine, upToDate: migrations.every(({ applied }) => applied), migrations };
}
