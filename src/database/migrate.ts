import { createHash } from 'node:crypto';
import { type DataSource, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';

const LOCK_SECONDS = 120;

/**
 * Applies pending migrations. On MySQL one instance at a time, since DDL commits by itself; others wait and find nothing to do.
 * @returns the names of the applied migrations
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  if (dataSource.options.type === 'better-sqlite3') return namesOf(await dataSource.runMigrations());
  const holder = dataSource.createQueryRunner();
  try {
    const lock = await lockName(holder);
    const [row] = (await holder.query('SELECT GET_LOCK(?, ?) AS got', [lock, LOCK_SECONDS])) as { got: unknown }[];
    if (Number(row?.got) !== 1) throw new Error('another process has been changing the schema for two minutes');
    try {
      return await applyAll(dataSource, holder);
    } finally {
      await holder.query('DO RELEASE_LOCK(?)', [lock]).catch(() => undefined);
    }
  } finally {
    await holder.release();
  }
}

/** Named after the database: lock names are global to the server. Hashed here: MySQL 9.6 and later have no MD5() or SHA1(). */
async function lockName(holder: QueryRunner): Promise<string> {
  const [row] = (await holder.query('SELECT DATABASE() AS name')) as { name: string }[];
  // MySQL allows 64 characters.
  return `tokendesk:${createHash('sha256')
    .update(row?.name ?? '')
    .digest('hex')
    .slice(0, 40)}`;
}

/** On the connection that holds the lock: it is enough for the smallest pool, and nothing is migrated once the lock is lost with it. */
async function applyAll(dataSource: DataSource, holder: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(dataSource, holder);
  executor.transaction = 'each';
  return namesOf(await executor.executePendingMigrations());
}

function namesOf(applied: Migration[]): string[] {
  return applied.map((migration) => migration.name);
}
