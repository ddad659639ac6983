import type { DataSource } from 'typeorm';

/** Named after the database: the lock's names are the whole server's. */
const LOCK = "CONCAT('tokendesk:', MD5(DATABASE()))";
const LOCK_SECONDS = 120;

/**
 * Brings the schema up to date. On MySQL one instance at a time does it, because its DDL commits by itself: the others wait
 * and then find nothing left to do.
 * @returns the names of the migrations that were applied
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  if (dataSource.options.type === 'better-sqlite3') return applyAll(dataSource);
  const holder = dataSource.createQueryRunner();
  try {
    const [row] = (await holder.query(`SELECT GET_LOCK(${LOCK}, ?) AS got`, [LOCK_SECONDS])) as { got: unknown }[];
    if (Number(row?.got) !== 1) throw new Error('another process has been changing the schema for two minutes');
    return await applyAll(dataSource);
  } finally {
    await holder.query(`DO RELEASE_LOCK(${LOCK})`).catch(() => undefined);
    await holder.release();
  }
}

async function applyAll(dataSource: DataSource): Promise<string[]> {
  const applied = await dataSource.runMigrations();
  return applied.map((migration) => migration.name);
}
