import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

/**
 * SQL, entity managers and query builders stand in `*.repository.ts` and `*.queries.ts`, and in src/database: whoever looks for
 * what reads or writes a table looks nowhere else.
 */
const PLACES = /^src\/database\/|\.(?:repository|queries)\.ts$/;

/** What still stands elsewhere. A file leaves this list when its statements have moved; none joins it. */
const ELSEWHERE: readonly string[] = [
  'src/modules/admin/export/export-columns.ts',
  'src/modules/admin/export/export-reader.ts',
  'src/modules/admin/export/export-sources.ts',
  'src/modules/admin/export/export.service.ts',
  'src/modules/audit/chain/audit-sealer.ts',
  'src/modules/audit/chain/audit-verifier.ts',
  'src/modules/audit/chain/audit.service.ts',
  'src/modules/payment-lists/counters/backlog-metrics.ts',
  'src/modules/payment-lists/counters/counted-row.ts',
  'src/modules/payment-lists/counters/counter-reconciler.ts',
  'src/modules/payment-lists/counters/payment-counters.ts',
  'src/modules/payment-lists/payment-filter.ts',
  'src/modules/payment-lists/payment-rows.ts',
  'src/modules/payment-lists/search/customer-search-index.ts',
  'src/modules/payment-lists/search/payment-column-cache.ts',
  'src/modules/payment-lists/search/payment-search.ts',
];

const STATEMENT = /\b(?:SELECT\s[\s\S]*\sFROM|SELECT\s+\d|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|KILL\s)/;

const ROOT = join(import.meta.dirname, '../..');
const FILES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(file) && !PLACES.test(file));

/** Lines that hold SQL, or reach for a manager, a repository of an entity or a builder. */
function offences(source: ts.SourceFile): number[] {
  const found = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (isStatement(node) || isManager(node) || isBuilder(node))
      found.add(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

function isStatement(node: ts.Node): boolean {
  return (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && STATEMENT.test(node.getText());
}

/** `uow.manager`, also taken apart: `const { manager } = this.uow`. */
function isManager(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'manager' && /\buow$/i.test(node.expression.getText());
  if (!ts.isBindingElement(node) || (node.propertyName ?? node.name).getText() !== 'manager') return false;
  const declared = node.parent.parent;
  return ts.isVariableDeclaration(declared) && /\buow$/i.test(declared.initializer?.getText() ?? '');
}

function isBuilder(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return /^(?:createQueryBuilder|getRepository)$/.test(node.expression.name.text);
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

const offendersOf = (file: string) => offences(parse(file, readFileSync(join(ROOT, file), 'utf8')));

describe('SQL stands in repositories and queries', () => {
  test.each([
    'const rows = await this.uow.manager.query(sql);',
    'const { manager, isSqlite } = this.uow;',
    'const { manager: tx } = uow;',
    'tx.getRepository(PaymentEntity);',
    "dataSource.createQueryBuilder('payment');",
    "await tx.query('DELETE FROM completed_pairs WHERE uses = 0');",
    'await this.uow.read(`SELECT id FROM payments WHERE id = ${id}`);',
    "await dataSource.query('SELECT 1');",
    "const sql = 'UPDATE payments SET status = ? WHERE id = ?';",
    'add(`p.id IN (SELECT f.payment_id FROM refunds f)`);',
  ])('finds %s', (text) => {
    expect(offences(parse('sample.ts', text))).toHaveLength(1);
  });

  test.each([
    'await this.uow.run(() => this.refunds.insert(row));',
    'const { manager } = this.staff;',
    'payment.salesManager.name;',
    "const title = 'Select a tier from the list';",
    "const label = 'Update payments';",
    'this.payments.update(row);',
  ])('leaves %s', (text) => {
    expect(offences(parse('sample.ts', text))).toEqual([]);
  });

  test('in all sources', () => {
    const found = FILES.filter((file) => !ELSEWHERE.includes(file)).flatMap((file) =>
      offendersOf(file).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });

  test('and every file of the list still holds some', () => {
    expect(ELSEWHERE.filter((file) => !FILES.includes(file) || offendersOf(file).length === 0)).toEqual([]);
  });
});
