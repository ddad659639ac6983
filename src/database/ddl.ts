import { type QueryRunner, Table, TableCheck, type TableColumnOptions, TableForeignKey, TableIndex } from 'typeorm';

export interface TableDefinition {
  name: string;
  columns: TableColumnOptions[];
  /** name → columns; names starting with `uq_` are unique. */
  indexes?: Record<string, string[]>;
  /** name → SQL condition. */
  checks?: Record<string, string>;
  /** name → [column, table it points to]. */
  foreignKeys?: Record<string, [string, string]>;
}

/** Column helpers that match the entities' metadata on SQLite, MySQL and MariaDB. */
export function columnsFor(runner: QueryRunner) {
  const sqlite = isSqlite(runner);
  const binary = sqlite ? {} : { collation: 'utf8mb4_bin' };
  const integer = sqlite ? 'integer' : 'int';
  type Extra = Partial<TableColumnOptions>;
  const make = (base: TableColumnOptions, extra: Extra = {}): TableColumnOptions => ({ ...base, ...extra });
  return {
    id: (): TableColumnOptions => ({
      name: 'id',
      type: integer,
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment',
    }),
    key: (name: string, length: number, extra?: Extra) =>
      make({ name, type: 'varchar', length: String(length), ...binary }, extra),
    words: (name: string, length: number, extra?: Extra) =>
      make({ name, type: 'varchar', length: String(length) }, extra),
    text: (name: string, extra?: Extra) => make({ name, type: 'text' }, extra),
    count: (name: string, extra?: Extra) => make({ name, type: integer }, extra),
    money: (name: string, extra?: Extra) => make({ name, type: 'bigint' }, extra),
    flag: (name: string) => make({ name, type: 'smallint', default: '0' }),
    file: (name: string, extra?: Extra) => make({ name, type: 'mediumblob' }, extra),
    instant: (name: string, extra?: Extra) => make({ name, type: 'datetime', precision: 3 }, extra),
  };
}

export const NULLABLE: Partial<TableColumnOptions> = { isNullable: true };

/**
 * Creates a table with its indexes, checks and foreign keys. Safe to run again after an interruption: MySQL commits each
 * statement by itself, so a migration can stop half-way.
 */
export async function createTable(runner: QueryRunner, definition: TableDefinition): Promise<void> {
  const checks = Object.entries(definition.checks ?? {});
  const table = new Table({
    name: definition.name,
    columns: definition.columns,
    indices: Object.entries(definition.indexes ?? {}).map(
      ([name, columnNames]) => new TableIndex({ name, columnNames, isUnique: name.startsWith('uq_') }),
    ),
    foreignKeys: Object.entries(definition.foreignKeys ?? {}).map(
      ([name, [column, target]]) =>
        new TableForeignKey({
          name,
          columnNames: [column],
          referencedTableName: target,
          referencedColumnNames: ['id'],
          onUpdate: 'NO ACTION',
          onDelete: 'NO ACTION',
        }),
    ),
    checks: isSqlite(runner) ? checks.map(([name, expression]) => new TableCheck({ name, expression })) : [],
  });
  await runner.createTable(table, true);
  if (!isSqlite(runner))
    for (const [name, expression] of checks) await addCheck(runner, definition.name, name, expression);
}

/**
 * Adds columns by plain ALTER TABLE: TypeORM copies the whole table on SQLite, and the rows that reference it. Safe to run again
 * after an interruption.
 */
export async function addColumns(runner: QueryRunner, table: string, columns: TableColumnOptions[]): Promise<void> {
  for (const column of columns) {
    if (await runner.hasColumn(table, column.name)) continue;
    await runner.query(`ALTER TABLE ${quoted(runner, table)} ADD COLUMN ${columnSql(runner, column)}`);
  }
}

/** @param indexes name → columns; names starting with `uq_` are unique. Safe to run again. */
export async function addIndexes(runner: QueryRunner, table: string, indexes: Record<string, string[]>): Promise<void> {
  const known = new Set((await runner.getTable(table))?.indices.map((index) => index.name));
  for (const [name, columns] of Object.entries(indexes)) {
    if (known.has(name)) continue;
    const kind = name.startsWith('uq_') ? 'UNIQUE INDEX' : 'INDEX';
    const list = columns.map((column) => quoted(runner, column)).join(', ');
    await runner.query(`CREATE ${kind} ${quoted(runner, name)} ON ${quoted(runner, table)} (${list})`);
  }
}

/** Gives an index other columns, in one statement on MySQL: older instances name it in their hints at every moment. */
export async function replaceIndex(runner: QueryRunner, table: string, name: string, columns: string[]): Promise<void> {
  const known = (await runner.getTable(table))?.indices.find((index) => index.name === name);
  if (known?.columnNames.join() === columns.join()) return;
  if (isSqlite(runner) || !known) {
    await dropIndex(runner, table, name);
    await addIndexes(runner, table, { [name]: columns });
    return;
  }
  const list = columns.map((column) => quoted(runner, column)).join(', ');
  const kind = name.startsWith('uq_') ? 'UNIQUE INDEX' : 'INDEX';
  await runner.query(
    `ALTER TABLE ${quoted(runner, table)} DROP INDEX ${quoted(runner, name)}, ADD ${kind} ${quoted(runner, name)} (${list})`,
  );
}

function columnSql(runner: QueryRunner, column: TableColumnOptions): string {
  const size = column.length ?? column.precision;
  const type = size === undefined ? column.type : `${column.type}(${size})`;
  const collation = column.collation ? ` COLLATE ${column.collation}` : '';
  const rest = column.default === undefined ? '' : ` DEFAULT ${String(column.default)}`;
  return `${quoted(runner, column.name)} ${type}${collation} ${column.isNullable ? 'NULL' : 'NOT NULL'}${rest}`;
}

function quoted(runner: QueryRunner, name: string): string {
  return runner.dataSource.driver.escape(name);
}

/** Reverts {@link addColumns}. */
export async function dropColumns(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  for (const name of names) {
    if (await runner.hasColumn(table, name))
      await runner.query(`ALTER TABLE ${quoted(runner, table)} DROP COLUMN ${quoted(runner, name)}`);
  }
}

/** TypeORM has no check constraints for MySQL, though MySQL 8.0.16 and MariaDB 10.2 do. */
async function addCheck(runner: QueryRunner, table: string, name: string, expression: string): Promise<void> {
  const existing = (await runner.query(
    'SELECT 1 FROM information_schema.table_constraints WHERE constraint_schema = DATABASE() AND table_name = ? AND constraint_name = ?',
    [table, name],
  )) as unknown[];
  if (existing.length === 0)
    await runner.query(`ALTER TABLE \`${table}\` ADD CONSTRAINT \`${name}\` CHECK (${expression})`);
}

export async function dropIndex(runner: QueryRunner, table: string, name: string): Promise<void> {
  if (!(await hasIndex(runner, table, name))) return;
  await runner.query(isSqlite(runner) ? `DROP INDEX ${name}` : `DROP INDEX ${name} ON ${table}`);
}

export async function dropIndexes(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  for (const name of names) await dropIndex(runner, table, name);
}

async function hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean> {
  const found = (
    isSqlite(runner)
      ? await runner.query("SELECT 1 FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name = ?", [
          table,
          name,
        ])
      : await runner.query(
          'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
          [table, name],
        )
  ) as unknown[];
  return found.length > 0;
}

export function isSqlite(runner: QueryRunner): boolean {
  return runner.dataSource.options.type === 'better-sqlite3';
}
