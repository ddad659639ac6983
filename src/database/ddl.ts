import {
  type QueryRunner,
  Table,
  TableCheck,
  TableColumn,
  type TableColumnOptions,
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
 * Adds the columns that are missing, each nullable or with a default. By plain statements: TypeORM's own way rebuilds the
 * whole table on SQLite. Safe to run again.
 */
export async function addColumns(runner: QueryRunner, table: string, columns: TableColumnOptions[]): Promise<void> {
  const quote = quoteFor(runner);
  for (const options of columns) {
    if (await runner.hasColumn(table, options.name)) continue;
    const type = runner.dataSource.driver.createFullType(new TableColumn(options));
    const collation = options.collation ? ` COLLATE ${options.collation}` : '';
    const fallback = options.default === undefined ? '' : ` DEFAULT ${String(options.default)}`;
    const nullable = options.isNullable ? '' : ' NOT NULL';
    await runner.query(
      `ALTER TABLE ${quote(table)} ADD COLUMN ${quote(options.name)} ${type}${collation}${nullable}${fallback}`,
    );
  }
}

/** Takes away what {@link addColumns} has added. */
export async function dropColumns(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  const quote = quoteFor(runner);
  for (const name of names) {
    if (await runner.hasColumn(table, name))
      await runner.query(`ALTER TABLE ${quote(table)} DROP COLUMN ${quote(name)}`);
  }
}

/** name → columns, as in a table definition. Those that are there already stay as they are. */
export async function addIndexes(runner: QueryRunner, table: string, indexes: Record<string, string[]>): Promise<void> {
  const present = await indexNames(runner, table);
  for (const [name, columns] of Object.entries(indexes)) {
    if (present.has(name)) continue;
    const unique = name.startsWith('uq_') ? 'UNIQUE ' : '';
    await runner.query(`CREATE ${unique}INDEX ${name} ON ${table} (${columns.join(', ')})`);
  }
}

export async function dropIndexes(runner: QueryRunner, table: string, names: string[]): Promise<void> {
  const present = await indexNames(runner, table);
  for (const name of names.filter((each) => present.has(each)))
    await runner.query(isSqlite(runner) ? `DROP INDEX ${name}` : `DROP INDEX ${name} ON ${table}`);
}

async function indexNames(runner: QueryRunner, table: string): Promise<Set<string>> {
  const sql = isSqlite(runner)
    ? "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?"
    : 'SELECT DISTINCT index_name AS name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ?';
  const rows = (await runner.query(sql, [table])) as { name: string }[];
  return new Set(rows.map(({ name }) => name));
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

function quoteFor(runner: QueryRunner): (name: string) => string {
  const mark = isSqlite(runner) ? '"' : '`';
  return (name) => `${mark}${name}${mark}`;
}

export function isSqlite(runner: QueryRunner): boolean {
  return runner.dataSource.options.type === 'better-sqlite3';
}
