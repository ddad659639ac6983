// The books of the benchmark in a file of SQLite: the same rows, by the product's own migrations and its own counting.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { PASSWORD, salesOf } from '../books/rows.mjs';
import { CUSTOMER_COLUMNS, customerRows, lastNumbersOf, SALE_TABLES, USER_COLUMNS, userRows } from '../books/tables.mjs';

const Libsql = createRequire(import.meta.url)('libsql');
/** As for the databases of MariaDB. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt: Buffer.from('bench salt, 16 b') };

/** Makes the file once. @param built folder of the built product */
export async function sqliteBooks({ file, built, size, say }) {
  if (existsSync(file)) return;
  const draft = `${file}.draft`;
  for (const end of ['', '-wal', '-shm', '.lock']) rmSync(`${draft}${end}`, { force: true });
  say(`SQLite: writing ${size} payments`);
  await migrated(built, draft);
  const database = openFile(draft);
  try {
    database.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF');
    fill(database, size, await hash(PASSWORD, ARGON2));
    await recountAll(built, database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); ANALYZE');
  } finally {
    database.close();
  }
  renameSync(draft, file);
}

/** @returns `{ run, all, exec, close }`; rows are objects */
export function openFile(file) {
  const database = new Libsql(file, { timeout: 10_000 });
  return {
    all: (sql, values = []) => database.prepare(sql).all(values),
    run: (sql, values = []) => database.prepare(sql).run(values),
    prepare: (sql) => database.prepare(sql),
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

async function migrated(built, file) {
  const folder = join(built, 'src/database');
  const { createDataSource } = await import(join(folder, 'data-source.js'));
  const { migrate } = await import(join(folder, 'migrate.js'));
  const dataSource = createDataSource({ url: `sqlite:${file}`, poolSize: 1, sqliteDriver: 'libsql' });
  await dataSource.initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}

function fill(database, size, passwordHash) {
  database.exec('BEGIN');
  const inserter = (name, columns) => {
    const statement = database.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`);
    return (row) => statement.run(row.map((value) => value ?? null));
  };
  const add = (name, columns, rows) => {
    const insert = inserter(name, columns);
    for (const row of rows) insert(row);
  };
  add('users', USER_COLUMNS, userRows(passwordHash));
  add('customers', CUSTOMER_COLUMNS, customerRows(size));
  const tables = Object.entries(SALE_TABLES).map(([name, { columns, rows }]) => ({ insert: inserter(name, columns), rows }));
  for (const sale of salesOf(size)) for (const { insert, rows } of tables) for (const row of rows(sale)) insert(row);
  for (const [series, last] of Object.entries(lastNumbersOf(size)))
    database.run('UPDATE token_counters SET last_number = ? WHERE token_type = ?', [last, series]);
  database.run(`UPDATE tokens SET status = 'upgraded' WHERE payment_id IN (SELECT source_payment_id FROM upgrades)`);
  database.run("UPDATE permissions SET is_enabled = 1 WHERE name = 'refunds'");
  database.exec('COMMIT');
}

async function recountAll(built, database) {
  const folder = join(built, 'src/database');
  const run = async (sql) => (/^\s*SELECT/i.test(sql) ? database.all(sql) : database.run(sql));
  for (const file of readdirSync(folder).filter((name) => name.endsWith('-recount.js'))) {
    const module = await import(join(folder, file));
    for (const [name, recount] of Object.entries(module)) if (name.startsWith('recount')) await recount(run);
  }
}
