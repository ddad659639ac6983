import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { createDatabase, dropDatabase } from './mariadb.mjs';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  uow: UnitOfWork;
  close(): Promise<void>;
}

let made = 0;

/** An empty database with the current schema, on the engine of this run. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await emptyDatabase();
  const dataSource = await createDataSource({ url, poolSize: 10, sqliteDriver: 'libsql' }).initialize();
  await migrate(dataSource);
  return {
    url,
    dataSource,
    uow: new UnitOfWork(dataSource),
    close: async () => {
      await dataSource.destroy();
      await drop();
    },
  };
}

export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  if (process.env.TEST_ENGINE === 'mariadb') {
    const name = `d_${process.pid}_${process.env.JEST_WORKER_ID ?? '0'}_${Date.now().toString(36)}_${(made += 1)}`;
    return { url: await createDatabase(name), drop: () => dropDatabase(name) };
  }
  const directory = mkdtempSync(join(tmpdir(), 'tokendesk-db-'));
  return {
    url: `sqlite:${join(directory, 'test.sqlite')}`,
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}
