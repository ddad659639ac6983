import type { AsyncLocalStorage } from 'node:async_hooks';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { isOnServer } from './engine.js';
import { createDatabase, dropDatabase } from './mariadb.mjs';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  uow: UnitOfWork;
  close(): Promise<void>;
}

let made = 0;

/**
 * An empty database with the current schema, on the engine of this run.
 * @param migrates made by the migrations themselves, not as a copy of what they made before
 */
export async function openTestDatabase({ migrates = false } = {}): Promise<TestDatabase> {
  const { url, drop } = await (migrates ? emptyDatabase() : migratedDatabase());
  const dataSource = await createDataSource({ url, poolSize: 10, sqliteDriver: 'libsql' }).initialize();
  if (migrates) await migrate(dataSource);
  const uow = new UnitOfWork(dataSource);
  return {
    url,
    dataSource,
    uow,
    close: async () => {
      await dataSource.destroy();
      endUnits(uow);
      await drop();
    },
  };
}

const AT = '2026-11-20 10:00:00.000';

/** As a release before a migration left it, with one admin and one customer, both of id 1. @param name of the migration */
export async function openDatabaseBefore(name: string): Promise<TestDatabase> {
  const db = await openTestDatabase({ migrates: true });
  // It, and those that have come after it.
  const later = MIGRATIONS.length - MIGRATIONS.findIndex((each) => each.name === name);
  for (let undone = 0; undone < later; undone += 1) await db.dataSource.undoLastMigration({ transaction: 'none' });
  await db.dataSource.query(
    `INSERT INTO users (id, name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
     VALUES (1, 'A', 'a@b.co', 'a@b.co', 'admin', 'x', '${AT}', '${AT}', '${AT}')`,
  );
  await db.dataSource.query(
    `INSERT INTO customers (id, sales_manager_id, name, name_key, email, email_key, created_at, updated_at)
     VALUES (1, 1, 'C', 'c', 'c@d.co', 'c@d.co', '${AT}', '${AT}')`,
  );
  return db;
}

/** Every storage that was ever entered costs each promise of the process something until it is disabled, and a worker opens hundreds. */
export function endUnits(uow: UnitOfWork): void {
  (uow as unknown as { units: AsyncLocalStorage<unknown> }).units.disable();
}

export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  if (isOnServer()) {
    const name = `d_${process.pid}_${process.env.JEST_WORKER_ID ?? '0'}_${Date.now().toString(36)}_${(made += 1)}`;
    return { url: await createDatabase(name), drop: () => dropDatabase(name) };
  }
  const directory = mkdtempSync(join(tmpdir(), 'tokendesk-db-'));
  return {
    url: `sqlite:${join(directory, 'test.sqlite')}`,
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Made once a worker. On SQLite the file to copy, on a server the statements that make the same schema. */
let template: Promise<readonly string[]> | undefined;

/**
 * A database as the migrations leave it, without running them: they are a second of work on MariaDB and have tests of their own
 * (test/database/schema.spec.ts).
 */
export async function migratedDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  template ??= makeTemplate();
  const [made = '', ...triggers] = await template;
  const database = await emptyDatabase();
  if (isOnServer()) {
    await onDatabase(database.url, async (connection) => {
      for (const statements of [made, ...triggers]) await connection.query(statements);
    });
  } else copyFileSync(made, fileOf(database.url));
  return database;
}

async function makeTemplate(): Promise<readonly string[]> {
  const { url, drop } = await emptyDatabase();
  const dataSource = await createDataSource({ url, poolSize: 2, sqliteDriver: 'libsql' }).initialize();
  await migrate(dataSource);
  if (!isOnServer()) {
    // All of it in the one file that is copied.
    await dataSource.query('PRAGMA wal_checkpoint(TRUNCATE)');
    await dataSource.destroy();
    return [fileOf(url)];
  }
  await dataSource.destroy();
  const { tables, triggers } = await onDatabase(url, dump);
  await drop();
  return [tables.join(';\n'), ...triggers];
}

function fileOf(url: string): string {
  const file = sqliteFileOf(url);
  if (file === null) throw new Error(`not an embedded database: ${url}`);
  return file;
}

/**
 * Tables with what the migrations put into them, and the triggers, which would refuse the rows. MySQL keeps the semicolon of a trigger
 * that is made among several statements, and its own dump of that cannot be read again.
 */
async function dump(connection: mysql.Connection): Promise<{ tables: string[]; triggers: string[] }> {
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
  for (const table of tables.map((row) => Object.values(row)[0] as string)) {
    const [made] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
    statements.push(String(made[0]?.['Create Table']));
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM \`${table}\``);
    for (const row of rows) statements.push(mysql.format(`INSERT INTO \`${table}\` SET ?`, [row]));
  }
  const [made] = await connection.query<RowDataPacket[]>('SHOW TRIGGERS');
  const triggers = made.map(
    ({ Trigger, Timing, Event, Table, Statement }) =>
      `CREATE TRIGGER \`${Trigger}\` ${Timing} ${Event} ON \`${Table}\` FOR EACH ROW ${Statement}`,
  );
  return { tables: statements, triggers };
}

async function onDatabase<T>(url: string, work: (connection: mysql.Connection) => Promise<T>): Promise<T> {
  const connection = await mysql.createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    multipleStatements: true,
    dateStrings: true,
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
