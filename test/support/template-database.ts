import { copyFileSync } from 'node:fs';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { emptyDatabase } from './test-database.js';

/** Made once a worker. On SQLite the file to copy, on MariaDB the statements that make the same schema. */
let template: Promise<string> | undefined;

/**
 * A database as the migrations leave it, without running them: they are a second of work on MariaDB and have tests of their own
 * (test/database/schema.spec.ts).
 */
export async function migratedDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  template ??= makeTemplate();
  const made = await template;
  const database = await emptyDatabase();
  if (process.env.TEST_ENGINE === 'mariadb') await onDatabase(database.url, (connection) => connection.query(made));
  else copyFileSync(made, fileOf(database.url));
  return database;
}

async function makeTemplate(): Promise<string> {
  const { url, drop } = await emptyDatabase();
  const dataSource = await createDataSource({ url, poolSize: 2, sqliteDriver: 'libsql' }).initialize();
  await migrate(dataSource);
  if (process.env.TEST_ENGINE !== 'mariadb') {
    // All of it in the one file that is copied.
    await dataSource.query('PRAGMA wal_checkpoint(TRUNCATE)');
    await dataSource.destroy();
    return fileOf(url);
  }
  await dataSource.destroy();
  const statements = await onDatabase(url, dump);
  await drop();
  return statements.join(';\n');
}

function fileOf(url: string): string {
  const file = sqliteFileOf(url);
  if (file === null) throw new Error(`not an embedded database: ${url}`);
  return file;
}

/** Tables, what the migrations put into them, then triggers: those of append-only tables would refuse the rows. */
async function dump(connection: mysql.Connection): Promise<string[]> {
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
  for (const table of tables.map((row) => Object.values(row)[0] as string)) {
    const [made] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
    statements.push(String(made[0]?.['Create Table']));
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM \`${table}\``);
    for (const row of rows) statements.push(mysql.format(`INSERT INTO \`${table}\` SET ?`, [row]));
  }
  const [triggers] = await connection.query<RowDataPacket[]>('SHOW TRIGGERS');
  for (const { Trigger, Timing, Event, Table, Statement } of triggers)
    statements.push(`CREATE TRIGGER \`${Trigger}\` ${Timing} ${Event} ON \`${Table}\` FOR EACH ROW ${Statement}`);
  return statements;
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
