import {
  type QueryRunner,
  Table,
  TableColumn,
  type TableColumnOptions,
  TableCheck,
  TableForeignKey,
  TableIndex,
} from 'typeorm';

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

/** Column helpers that come out equal to the entities' metadata on SQLite, MySQL and MariaDB. */
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
    instant: (name: string, extra?: Extra) => make({ name, type: 'datetime', precision: 3 }, extra),
  };
}

export const NULLABLE: Partial<TableColumnOptions> = { isNullable: true };

/**
 * Creates a table with everything that belongs to it. Safe to run again after an interruption: MySQL commits each
 * statement by itself, so a migration can stop half-way there.
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
 * Adds those columns that are not there yet. On SQLite by a plain statement: TypeORM would copy the whole table into a new
 * one there, and with it everything that refers to it.
 */
export async function addColumns(runner: QueryRunner, table: string, columns: TableColumnOptions[]): Promise<void> {
  for (const options of columns) {
    if (await runner.hasColumn(table, options.name)) continue;
    const column = new TableColumn(options);
    if (isSqlite(runner)) await runner.query(`ALTER TABLE "${table}" ADD COLUMN ${sqliteColumn(runner, column)}`);
    else await runner.addColumn(table, column);
  }
}

function sqliteColumn(runner: QueryRunner, column: TableColumn): string {
  const type = runner.dataSource.driver.createFullType(column);
  const nullable = column.isNullable ? '' : ' NOT NULL';
  const value = column.default === undefined ? '' : ` DEFAULT (${String(column.default)})`;
  return `"${column.name}" ${type}${nullable}${value}`;
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

export function isSqlite(runner: QueryRunner): boolean {
  return runner.dataSource.options.type === 'better-sqlite3';
}
