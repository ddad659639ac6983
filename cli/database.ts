import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { type DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import type { Settings } from '../src/config/settings.token.js';
import { createDataSource } from '../src/database/data-source.js';
import { databaseSettingsOf } from '../src/database/database.module.js';
import { MIGRATIONS } from '../src/database/migrations/index.js';
import { sqliteFileOf } from '../src/database/options.js';
import { whileOpen } from './interruption.js';

export interface SchemaStatus {
  engine: string;
  upToDate: boolean;
  migrations: { name: string; applied: boolean }[];
}

/** The database alone, without the product's modules; closed whatever happens. */
export function withDataSource<T>(settings: Settings, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return whileOpen(async () => {
    const dataSource = await createDataSource(databaseSettingsOf(settings)).initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  });
}

/** Looking must not make anything: neither the file nor the table of migrations. */
export async function schemaStatus(settings: Settings): Promise<SchemaStatus> {
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
