import { type DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';

/** The migration's name as TypeORM stores it: its own name, else its class. */
export function migrationName(migration: (typeof MIGRATIONS)[number]): string {
  return (new migration() as MigrationInterface).name ?? migration.name;
}

/** Names of the applied migrations. Read-only: unlike TypeORM it does not create the migrations table. */
export async function appliedMigrations(dataSource: DataSource): Promise<Set<string>> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('schema_migrations'))) return new Set();
    const executed = await new MigrationExecutor(dataSource, runner).getExecutedMigrations();
    return new Set(executed.map(({ name }) => name));
  } finally {
    await runner.release();
  }
}

/** What `db migrate` would do. Read-only. */
export async function pendingMigrations(dataSource: DataSource): Promise<{ pending: string[]; isEmpty: boolean }> {
  const applied = await appliedMigrations(dataSource);
  const pending = MIGRATIONS.map(migrationName).filter((name) => !applied.has(name));
  return { pending, isEmpty: applied.size === 0 };
}
