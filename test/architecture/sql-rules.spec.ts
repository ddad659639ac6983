import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

/**
 * Values go into SQL as parameters. What a template puts into SQL text itself is a constant, a row of question marks, numbers
 * made by Number, one of two literals, or stands in this list because somebody has looked at where it comes from.
 */
const JUDGED: Readonly<Record<string, readonly string[]>> = {
  // Conditions made of literals and question marks in the same file.
  'src/modules/payment-lists/search/customer-search-index.ts': ['condition'],
  'src/modules/payment-lists/counters/counter-cells.repository.ts': [
    'this.byCell',
    "where.join(' AND ')",
    'rows',
    "repeated.map(() => `(${ONE_CELL})`).join(' OR ')",
  ],
  'src/modules/payment-lists/counters/day-totals.repository.ts': [
    "some.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')",
    'sums',
    'deltas',
  ],
  'src/modules/payment-lists/counters/event-scope.queries.ts': [
    "where.join(' AND ')",
    'only',
    'at',
    'isIn(column, own)',
    'others',
    'own',
    'first',
    "isIn('e.id', events)",
  ],
  'src/modules/payment-lists/counters/project-pairs.queries.ts': ["isIn('project_id', projectIds)"],
  // One of two tables with the columns of its key, and a question mark for each.
  'src/modules/payment-lists/counters/payment-counters.ts': ['table', 'columnsOf(pair)', 'placesOf(pair)'],
  // One of two tables with the columns of its key, and a row of question marks for each sum.
  'src/modules/payment-lists/counters/day-fold.repository.ts': [
    'table',
    "columns.map((column) => NAMES[column] ?? column).join(', ')",
    "Array(sums.length).fill(row).join(', ')",
    'this.uow.isSqlite ? addedOnSqlite(table) : addedOnMysql(table)',
  ],
  // Columns, names of indexes and conditions of payment-filter.ts, whose values are parameters.
  'src/modules/payment-lists/search/payment-search.ts': [
    'column',
    'either',
    'scoped',
    'own',
    'indexHint(this.uow, `uq_payments_${column}`)',
    "indexHint(this.uow, 'ix_payments_customer')",
    'indexHint(this.uow, BY_ID)',
  ],
  'src/modules/payments/status-checks/open-checks.queries.ts': ["where.join(' AND ')"],
  'src/modules/admin/export/export-sources.ts': ["where.join(' AND ')"],
  'src/modules/day-close/day-figures.queries.ts': ['type'],
  'src/modules/payments/status-checks/unchanged-checks.repository.ts': ['whens', 'own'],
  'src/modules/settlements/settlements.queries.ts': ["where.join(' AND ')", 'limit'],
  // Rows of question marks, one for each value, and conditions made of literals in the same file.
  'src/modules/settlements/settlement-batches.repository.ts': ['marks'],
  'src/modules/settlements/settlement-exceptions.repository.ts': ['marks', 'cases', 'ids'],
  'src/modules/settlements/settlement-line-keys.repository.ts': ['column', 'cases', 'ids', 'where'],
  'src/modules/settlements/settlement-lines.repository.ts': ['cases', 'ids', 'marks', 'either'],
  'src/modules/settlements/stored-lines.queries.ts': ['marks', 'where'],
  // A number that was read from the database, made one by Number: PRAGMA takes no parameter.
  'src/database/storage-health.ts': ['Number(row?.user_version ?? 0)'],
  // Columns, reasons and names of indexes from fixed maps; lengths and offsets from pageRequest.
  'src/modules/payment-lists/plan-reader.queries.ts': [
    'indexHint(this.uow, indexOfFound({ kind }))',
    'andAll(where)',
    'this.from(part)',
    'whereOf(part.where)',
    'whereOf(where)',
    'orderBy(plan.order, direction)',
    'most',
    'limit',
    "columns.join(', ')",
    'all',
    "parts.join(' UNION ALL ')",
    'part',
    'at',
  ],
  'src/modules/payment-lists/payment-filter.ts': ['withdrawn', 'column'],
  // Conditions of payment-filter.ts, names of indexes, and one of two literals.
  'src/modules/payment-lists/status-totals.queries.ts': [
    "pending.where.join(' AND ')",
    'indexHint(this.uow, index)',
    "where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`",
    'name',
    "where.join(' AND ')",
  ],
  'src/modules/payments/attempts.repository.ts': ['column', 'attempt.columns', 'names'],
  // The table of an entity; conditions, columns and assignments are constants of the three repositories that lease rows.
  'src/database/lease-table.ts': ['this.table', "set ? `, ${set}` : ''", 'and.sql', 'due.sql', 'order.orderBy'],
  'src/modules/payments/callbacks/callbacks.repository.ts': ['notice.columns', 'each'],
  // A row of question marks for each trace.
  'src/modules/gateway/gateway-calls.repository.ts': ['all'],
  // Columns as the entities declare them, and names of indexes.
  'src/modules/payment-lists/payment-rows.ts': [
    'columns',
    'by.inOrder',
    'by.key',
    'by.token',
    'by.openAttempt',
    'by.review',
    'by.upgrade',
    'by.ofUpgrade',
    'by.refund',
    'by.ended',
  ],
  'src/modules/payment-lists/counters/money-figures.queries.ts': [
    'only',
    'sums',
    'deltas',
    'links',
    "where.join(' AND ')",
  ],
  'src/modules/auth/sessions.repository.ts': ['session.columns', 'user.columns'],
  'src/modules/payments/customer-pages/public-payment.queries.ts': ["lists.join(', ')", 'accepted'],
  'src/database/project-pairs-recount.ts': ['only', 'projectUses(slice)', 'onConflict'],
  // Counting in the words of each engine: made of literals when the program starts, and of the levels of the tree of days.
  'src/database/payment-recount.ts': [
    'day(column)',
    "day('p.created_at')",
    "day('p.paid_at')",
    'kind',
    'name',
    'where',
    'ending',
    'owner',
    'more',
    "kinds.map((kind) => `'${kind}'`).join(', ')",
    'only',
    'first',
    '2 * first',
    'columns',
    'cellsBy(columns)',
    'cells',
    'cell',
    'event',
  ],
  // Ids that were read from the database, made numbers just before; and columns by engine, constants of another file.
  'src/modules/admin/export/export-reader.ts': [
    "some.join(', ')",
    "where.join(' AND ')",
    'readSql(isSqlite, hasEvents)',
  ],
  // Tables and columns that hold sealed values: a constant list.
  'src/modules/privacy/sealed-values.repository.ts': ['column', 'table', "only ? `AND ${only}` : ''"],
  // What is read of each kind of subject: constants of the same file.
  'src/modules/audit/pages/audit-names.queries.ts': ['SALES[type]'],
  'src/modules/audit/pages/audit.queries.ts': ['sign', "either.join(' OR ')"],
  'src/modules/payments/payments.repository.ts': ['guard', 'payment.columns'],
  'src/modules/privacy/personal-data.queries.ts': ['at'],
  // The operator's own file name, quoted: VACUUM INTO takes no parameter.
  'cli/actions/db-backup.ts': [`target.replaceAll("'", "''")`],
};
/** DDL takes no parameters, and nothing there comes from a request. */
const SCHEMA = /^src\/database\/(?:migrations\/|ddl\.ts$|append-only\.ts$)/;

const STATEMENT =
  /^\s*(?:SELECT\s|INSERT\s|UPDATE\s|DELETE\s+FROM|REPLACE\s+INTO|WITH\s|KILL\s|DO\s|VACUUM\s|ATTACH\s|PRAGMA\s|CALL\s|SET\s)/;
const FRAGMENT = /\b(?:LIKE|IN|BETWEEN|WHERE|AND|OR|BY)\s*\(?\s*$|[<>=]\s*'?$/;
const BUILDER =
  /^(?:query|where|andWhere|orWhere|having|andHaving|orderBy|addOrderBy|groupBy|addGroupBy|select|addSelect)$/;

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['src', 'cli'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(file)),
);
const FILES = SOURCES.filter((file) => !SCHEMA.test(file));

/** Gone from MySQL: MD5 and SHA1 (SHA) with 9.6, the others with 8.0 or 8.4. What needs a digest makes it in the product. */
const REMOVED = /\b(?:MD5|SHA1?|PASSWORD|OLD_PASSWORD|ENCRYPT|DES_(?:EN|DE)CRYPT|ENCODE|DECODE|MASTER_POS_WAIT)\s*\(/;

interface Found {
  line: number;
  put: string;
}

function offences(source: ts.SourceFile): Found[] {
  const found: Found[] = [];
  const add = (node: ts.Node) =>
    found.push({
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      put: node.getText().replace(/\s+/g, ' '),
    });
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) && isSql(node)) {
      for (const { expression } of node.templateSpans) if (!isConstant(expression)) add(expression);
    }
    if (isJoinedSql(node)) add(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isSql(node: ts.TemplateExpression): boolean {
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  const isCompared = /^(?:\w+\.\w+|\w*_\w*) *[<>=]+ *'?$/.test(node.head.text);
  const isFragment = isCompared || texts.some((text) => / (?:LIKE|(?:NOT )?IN) \(?'?%?$/.test(text));
  return STATEMENT.test(node.head.text) || isFragment || isArgumentOf(node, BUILDER);
}

function isArgumentOf(node: ts.Node, method: RegExp): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  return method.test(parent.expression.name.text);
}

/** `'SELECT … ' + value` */
function isJoinedSql(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false;
  const { left, right } = node;
  if (ts.isStringLiteralLike(right)) return false;
  const text = ts.isStringLiteralLike(left) ? left.text : '';
  return STATEMENT.test(text) || (isArgumentOf(node, BUILDER) && FRAGMENT.test(text));
}

function isConstant(node: ts.Expression): boolean {
  const text = node.getText().replace(/\s+/g, '');
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return true;
  if (ts.isConditionalExpression(node)) return isConstant(node.whenTrue) && isConstant(node.whenFalse);
  return (
    /^[A-Z][A-Z0-9_]*(?:\.\w+)?(?:\+\d+)?$/.test(text) ||
    /^[\w.]+\.map\(\(\)=>'\?'\)\.join\(','\)$/.test(text) ||
    /^[\w.]+(?:\.slice\([\w,+]+\))?\.map\(Number\)\.join\(','\)(?:\|\|'NULL')?$/.test(text) ||
    /^Math\.trunc\(\w+\)$/.test(text)
  );
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

describe('values go into SQL as parameters', () => {
  test.each([
    'manager.query(`SELECT * FROM users WHERE name = ${name}`);',
    "run(`SELECT id FROM payments WHERE search LIKE '%${text}%'`);",
    'builder.where(`user.name = ${name}`);',
    "builder.orderBy(`p.${query['sort']}`);",
    'const condition = `p.created_at = ${day}`;',
    'const ids = `p.id IN (${list})`;',
    "manager.query('SELECT * FROM users WHERE id = ' + id);",
    "manager.query(`UPDATE users SET name = '${kind === 1 ? name : 'x'}'`);",
  ])('finds %s', (text) => {
    expect(offences(parse('sample.ts', text))).toHaveLength(1);
  });

  test.each([
    "manager.query('SELECT * FROM users WHERE name = ?', [name]);",
    'manager.query(`SELECT * FROM users LIMIT ${MOST}`);',
    "manager.query(`SELECT id FROM users WHERE id IN (${ids.map(() => '?').join(', ')})`, ids);",
    "manager.query(`SELECT id FROM payments ${isSqlite ? '' : 'FORCE INDEX (PRIMARY)'}`);",
    "manager.query(`SELECT id FROM payments WHERE id IN (${ids.map(Number).join(', ')})`);",
    'const text = `Select ${count} rows`;',
    'const title = `Payment = ${name}`;',
    'map.set(`user:${id}`, name);',
  ])('leaves %s', (text) => {
    expect(offences(parse('sample.ts', text))).toEqual([]);
  });

  test('in all sources', () => {
    const found = FILES.flatMap((file) => {
      const judged = JUDGED[file] ?? [];
      return offences(parse(file, readFileSync(join(ROOT, file), 'utf8')))
        .filter(({ put }) => !judged.includes(put))
        .map(({ line, put }) => `${file}:${line}  ${put}`);
    });
    expect(found).toEqual([]);
  });

  test('and every exception is still in use', () => {
    const unused = Object.entries(JUDGED).flatMap(([file, judged]) => {
      const source = FILES.includes(file) ? readFileSync(join(ROOT, file), 'utf8') : '';
      const used = new Set(offences(parse(file, source)).map(({ put }) => put));
      return judged.filter((each) => !used.has(each)).map((each) => `${file}  ${each}`);
    });
    expect(unused).toEqual([]);
  });
});

function removedFunctions(source: ts.SourceFile): number[] {
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && REMOVED.test(node.getText()))
      found.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('SQL calls no function that a current MySQL has no more', () => {
  test.each([
    "query(`SELECT GET_LOCK(CONCAT('a', MD5(DATABASE())), ?)`);",
    "const sql = 'UPDATE users SET a = SHA1(b)';",
  ])('finds %s', (text) => {
    expect(removedFunctions(parse('sample.ts', text))).toEqual([1]);
  });

  test.each(["createHash('md5');", "query('SELECT SHA2(a, 256) FROM users');", "const text = 'the SHA-1 of it';"])(
    'leaves %s',
    (text) => {
      expect(removedFunctions(parse('sample.ts', text))).toEqual([]);
    },
  );

  test('in all sources, migrations included', () => {
    const found = SOURCES.flatMap((file) =>
      removedFunctions(parse(file, readFileSync(join(ROOT, file), 'utf8'))).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
