// Fills one database: the product's own migrations make it, files are loaded, the product's own counting ends it.
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import mysql from 'mysql2/promise';
import { EVENTS_EACH, FIRST_DAY, instantText, PASSWORD, salesOf } from './rows.mjs';
import { CUSTOMER_COLUMNS, customerRows, lastNumbersOf, SALE_TABLES, USER_COLUMNS, userRows } from './tables.mjs';
import { urlOf } from './server.mjs';

const FLUSH_AT = 1 << 20;
/** The product's own parameters, so that signing in does not hash anew; a fixed salt, so that the rows are always the same. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt: Buffer.from('bench salt, 16 b') };

/** @param built folder of the built product @param projects over which the payments are spread, with ten events each */
export async function makeDatabase({ server, built, database, size, projects = 1, folder, say }) {
  const admin = await mysql.createConnection(server.at);
  await admin.query(`DROP DATABASE IF EXISTS \`${database}\``);
  await admin.query(`CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  await admin.end();
  await productDatabase(built, urlOf(server, database));
  const connection = await mysql.createConnection({ ...server.at, database });
  const files = join(folder, 'load');
  try {
    say(`${database}: writing the rows`);
    const written = await writeFiles(files, size, projects);
    await connection.query('SET foreign_key_checks = 0, unique_checks = 0');
    if (!server.isMysql) await connection.query('SET check_constraint_checks = 0');
    await connection.query("SET SESSION sql_mode = 'STRICT_ALL_TABLES'");
    for (const table of written) {
      say(`${database}: loading ${table.name}`);
      await loadTable(connection, table, server);
    }
    if (projects > 1) await addProjects(connection, projects);
    await finish(connection, size);
    say(`${database}: counting`);
    await recountAll(built, (sql) => connection.query(sql));
    const [rows] = await connection.query('SHOW TABLES');
    const tables = rows.map((row) => String(Object.values(row)[0]));
    await connection.query(`ANALYZE TABLE ${tables.join(', ')}`);
  } finally {
    rmSync(files, { recursive: true, force: true });
    await connection.end();
  }
}

async function productDatabase(built, url) {
  const folder = join(built, 'src/database');
  const { createDataSource } = await import(join(folder, 'data-source.js'));
  const { migrate } = await import(join(folder, 'migrate.js'));
  const dataSource = createDataSource({ url, poolSize: 2, sqliteDriver: 'libsql' });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Every counting that the product keeps (`recount…` in `*-recount.ts`) is made from the rows by its own means. */
async function recountAll(built, run) {
  const folder = join(built, 'src/database');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('-recount.js'))) {
    const module = await import(join(folder, file));
    for (const [name, recount] of Object.entries(module)) if (name.startsWith('recount')) await recount(run);
  }
}

/** One pass over the sales writes the files of all tables. */
async function writeFiles(folder, size, projects) {
  mkdirSync(folder, { recursive: true });
  const users = new RowFile(folder, 'users', USER_COLUMNS);
  for (const row of userRows(await hash(PASSWORD, ARGON2))) users.add(row);
  const customers = new RowFile(folder, 'customers', CUSTOMER_COLUMNS);
  for (const row of customerRows(size)) customers.add(row);
  const tables = Object.entries(SALE_TABLES).map(([name, { columns, rows }]) => ({
    file: new RowFile(folder, name, columns),
    rows,
  }));
  for (const sale of salesOf(size, projects)) for (const { file, rows } of tables) for (const row of rows(sale)) file.add(row);
  return [users, customers, ...tables.map(({ file }) => file)].map((file) => file.close());
}

class RowFile {
  #text = '';
  #file;

  constructor(folder, name, columns) {
    this.name = name;
    this.columns = columns;
    this.path = join(folder, `${name}.tsv`);
    this.#file = openSync(this.path, 'w', 0o644);
  }

  /** Nothing that the books hold has a tab, a line end or a backslash in it. */
  add(row) {
    this.#text += `${row.map((value) => value ?? '\\N').join('\t')}\n`;
    if (this.#text.length > FLUSH_AT) this.#flush();
  }

  close() {
    this.#flush();
    closeSync(this.#file);
    return this;
  }

  #flush() {
    writeSync(this.#file, this.#text);
    this.#text = '';
  }
}

/**
 * Indexes are taken away and built once by sorting: several times quicker than keeping a dozen up to date row by row. MySQL lets no index
 * go that a foreign key needs.
 */
async function loadTable(connection, { name, columns, path }, { isMysql = false }) {
  const indexes = isMysql ? [] : await secondaryIndexes(connection, name);
  if (indexes.length > 0)
    await connection.query(
      `ALTER TABLE \`${name}\` ${indexes.map(({ index }) => `DROP INDEX \`${index}\``).join(', ')}`,
    );
  await connection.query(
    `LOAD DATA INFILE ${connection.escape(path)} INTO TABLE \`${name}\` CHARACTER SET utf8mb4 (${columns.join(', ')})`,
  );
  if (indexes.length > 0)
    await connection.query(`ALTER TABLE \`${name}\` ${indexes.map(({ add }) => `ADD ${add}`).join(', ')}`);
}

async function secondaryIndexes(connection, table) {
  const [rows] = await connection.query(
    `SELECT index_name AS name, MAX(non_unique) AS nonUnique,
            GROUP_CONCAT(CONCAT('\`', column_name, '\`') ORDER BY seq_in_index) AS columns
       FROM information_schema.statistics
      WHERE table_schema = DATABASE() AND table_name = ? AND index_name <> 'PRIMARY' GROUP BY index_name`,
    [table],
  );
  return rows.map(({ name, nonUnique, columns }) => ({
    index: name,
    add: `${Number(nonUnique) === 0 ? 'UNIQUE ' : ''}INDEX \`${name}\` (${columns})`,
  }));
}

/** The default project and its first event are there. */
async function addProjects(connection, projects) {
  const at = instantText(FIRST_DAY);
  const ids = Array.from({ length: projects }, (_, index) => index + 1);
  await connection.query('INSERT INTO projects (id, code, name, created_at, updated_at) VALUES ?', [
    ids.slice(1).map((id) => [id, `project-${id}`, `Project ${id}`, at, at]),
  ]);
  const events = ids.flatMap((project) =>
    Array.from({ length: EVENTS_EACH }, (_, time) => [project + projects * time, project, `Event ${time + 1}`, at, at]),
  );
  await connection.query('INSERT INTO events (id, project_id, name, created_at, updated_at) VALUES ?', [
    events.filter(([id]) => id > 1),
  ]);
}

/** What the product would have left behind beside the rows. */
async function finish(connection, size) {
  for (const [series, last] of Object.entries(lastNumbersOf(size)))
    await connection.query('UPDATE token_counters SET last_number = ? WHERE token_type = ?', [last, series]);
  await connection.query(
    `UPDATE tokens t JOIN upgrades u ON u.source_payment_id = t.payment_id SET t.status = 'upgraded'`,
  );
  await connection.query("UPDATE permissions SET is_enabled = 1 WHERE name = 'refunds'");
}
