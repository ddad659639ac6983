import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

/** Rules of the house that the linter cannot express. Each is proven on a sample before it judges the sources. */
interface Rule {
  name: string;
  why: string;
  applies: (file: string) => boolean;
  breaks: (node: ts.Node) => boolean;
  /** Each of these must be found … */
  bad: string[];
  /** … and none of these. */
  good: string[];
}

const ROOT = join(import.meta.dirname, '../..');
const FILES = ['src', 'cli', 'resources'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(spec|d)\.tsx?$/.test(file)),
);

const inServer = (file: string) => file.startsWith('src/');
const isName = (node: ts.Node, name: string) => ts.isIdentifier(node) && node.text === name;

/** The name behind `x.name` and `x['name']`. */
function memberName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)
    ? node.argumentExpression.text
    : undefined;
}

function objectOf(node: ts.Node): ts.Node | undefined {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node.expression : undefined;
}

function isMemberOf(node: ts.Node, object: string, member: string): boolean {
  const owner = objectOf(node);
  return memberName(node) === member && owner !== undefined && (isName(owner, object) || memberName(owner) === object);
}

function calls(node: ts.Node, ...methods: string[]): boolean {
  return ts.isCallExpression(node) && methods.includes(memberName(node.expression) ?? '');
}

function assigns(node: ts.Node, member: string): boolean {
  if (!ts.isBinaryExpression(node) || memberName(node.left) !== member) return false;
  const { kind } = node.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** The `x` of `x ?? 0`. */
function withoutDefault(node: ts.Node): ts.Node {
  const hasDefault = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  return hasDefault ? node.left : node;
}

const WRITES = [
  'insert',
  'save',
  'upsert',
  'update',
  'delete',
  'remove',
  'softDelete',
  'softRemove',
  'clear',
  'clearTable',
];

function writesAuditRows(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return /\b(update|delete\s+from|insert\s+into|replace\s+into|truncate(\s+table)?)\s+`?audit_log\b/i.test(
      node.getText(),
    );
  return calls(node, ...WRITES) && /\bAuditLogEntity\b|'audit_log'/.test(node.getText());
}

const RULES: Rule[] = [
  {
    name: 'the present moment comes from runtime/clock',
    why: 'inject Clock: what reads the time by itself cannot be tested at midnight in Kolkata',
    applies: (file) => inServer(file) && file !== 'src/runtime/clock.ts' && !file.startsWith('src/sandbox-bank/'),
    breaks: (node) =>
      isMemberOf(node, 'Date', 'now') ||
      (ts.isNewExpression(node) && isName(node.expression, 'Date') && (node.arguments?.length ?? 0) === 0) ||
      (ts.isCallExpression(node) && isName(node.expression, 'Date')),
    bad: ['new Date();', 'new Date;', 'Date.now();', 'Date();', '[1].map(Date.now);'],
    good: ['new Date(0);', 'new Date(text);', 'Date.parse(text);', 'clock.now();', "'new Date()';"],
  },
  {
    name: 'UnitOfWork is the only opener of transactions',
    why: 'on SQLite two transactions share one connection; only UnitOfWork keeps them apart',
    // It opens them on a server through ServerTransactions; those of a replica are read-only, and never of SQLite. A browser has a
    // store of its own.
    applies: (file) =>
      file !== 'resources/lib/waiting-sales/sale-store.ts' &&
      !/^src\/database\/(unit-of-work\.ts|server-transactions\.ts|read-replica\.ts|sqlite\/)/.test(file),
    breaks: (node) => calls(node, 'transaction', 'startTransaction'),
    bad: ['dataSource.transaction(work);', 'this.manager.transaction(work);', 'await runner.startTransaction();'],
    good: ['unit.run(work);', 'transaction(row);', 'row.transaction;'],
  },
  {
    name: 'money is not made by Number()',
    why: 'it takes "0x10", " 5 " and "1e3": use domain/money; of a row, database/whole-number',
    applies: (file) => inServer(file) && file !== 'src/domain/money/money.ts' && file !== 'src/database/columns.ts',
    breaks: (node) =>
      ts.isCallExpression(node) &&
      isName(node.expression, 'Number') &&
      node.arguments
        .map(withoutDefault)
        .some((argument) =>
          /(amount|rupees|price|charge|paise|gross|refunded)\w*$/i.test(memberName(argument) ?? argument.getText()),
        ),
    bad: [
      'Number(amount);',
      'Number(body.chargeAmount);',
      'Number(fields["amountRupees"]);',
      'Number(row?.paise ?? 0);',
      'Number(gross ?? 0);',
    ],
    good: ['Number(page);', 'Number(amounts.length);', 'toRupees(amount);', 'Number(row?.id ?? 0);', 'summed(paise);'],
  },
  {
    name: 'sums are read by summed()',
    why: 'the mapper reads its sums with parseFloat: ask for SUM(…) and read it with database/whole-number',
    applies: inServer,
    breaks: (node) => calls(node, 'sum', 'average'),
    bad: ["this.repository.sum('amount', { attemptId });", "repository.average('amount');"],
    good: ['sum(captured);', 'summed(row.paise);', "'SELECT SUM(amount)';"],
  },
  {
    name: 'no status is assigned in a module',
    why: 'a status changes by compare-and-set in its repository, after decide() has said so',
    applies: (file) => file.startsWith('src/modules/'),
    breaks: (node) => assigns(node, 'status'),
    bad: ["payment.status = 'completed';", "row['status'] = next;", 'this.status ??= next;'],
    good: [
      "payment.status === 'completed';",
      'response.status(404);',
      'const status = row.status;',
      'x.statusText = y;',
    ],
  },
  {
    name: 'audit rows are written by AuditService and sealed once',
    why: 'the log is append-only: a correction is a new row',
    applies: (file) =>
      !/^src\/(database\/append-only|modules\/audit\/chain\/(audit\.service|audit-sealer))\.ts$/.test(file) &&
      !file.includes('/migrations/'),
    breaks: (node) => writesAuditRows(node),
    bad: [
      'tx.getRepository(AuditLogEntity).update({ id: 1 }, { reason: null });',
      'this.manager.getRepository(AuditLogEntity).delete({ id: 1 });',
      'manager.getRepository(AuditLogEntity).insert(row);',
      'manager.delete(AuditLogEntity, { id: 1 });',
      "manager.query('DELETE FROM audit_log WHERE id = 1');",
      'manager.query(`update audit_log SET reason = 1`);',
      "runner.clearTable('audit_log');",
    ],
    good: [
      'manager.getRepository(AuditLogEntity).find({ order: { id: 1 } });',
      "manager.query('SELECT * FROM audit_log');",
      'manager.getRepository(UserEntity).delete({ id: 1 });',
      "const text = 'the audit_log is never deleted';",
    ],
  },
  {
    name: 'sameDigest is the only comparison of digests and secrets',
    why: 'use domain/same-digest: === tells by its time how much of a guess was right',
    applies: (file) => !file.startsWith('resources/') && file !== 'src/domain/bank-hash/same-digest.ts',
    breaks: (node) => isName(node, 'timingSafeEqual') || comparesDigests(node),
    bad: [
      "import { timingSafeEqual } from 'node:crypto';",
      'timingSafeEqual(a, b);',
      'row.seal === sealOf(row);',
      'secureHash !== expected;',
      'expected == fields.secureHash;',
      "fields['secureHash'] === expected;",
      "createHmac('sha256', key).update(text).digest('hex') === shown;",
      'row.hash !== known.hash;',
    ],
    good: [
      'sameDigest(row.seal, sealOf(row));',
      'row.hash === null;',
      'row.hash !== undefined;',
      "url.hash !== '';",
      "answer.signature !== 'valid';",
      'hashes.length > 1;',
      'hashValid === other;',
    ],
  },
  {
    name: 'certificates are always checked, and redirects of others never followed',
    why: "what answers in the place of the bank, the database or the mail server gets customers' data and speaks for them",
    applies: (file) => !file.startsWith('resources/'),
    breaks: (node) =>
      /^(rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|ignoreTLS)$/.test(nameOf(node)) ||
      followsRedirects(node),
    bad: [
      '({ rejectUnauthorized: false });',
      "({ 'rejectUnauthorized': strict });",
      "env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';",
      '({ checkServerIdentity: () => undefined });',
      'await fetch(url);',
      "await fetch(url, { method: 'POST' });",
      "await fetch(url, { redirect: 'follow' });",
      'await fetch(url, options);',
    ],
    good: [
      "await fetch(url, { redirect: 'manual' });",
      "await fetch(url, { body, redirect: 'error' });",
      'fetched(url);',
    ],
  },
  {
    name: 'no text becomes a program',
    why: 'neither a shell nor the engine may be handed what somebody has typed',
    applies: (file) => !file.startsWith('cli/scripts/'),
    breaks: (node) =>
      (ts.isStringLiteralLike(node) && /^(node:)?(child_process|vm)$/.test(node.text)) ||
      (ts.isCallExpression(node) && isName(node.expression, 'eval')) ||
      ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isName(node.expression, 'Function')),
    bad: [
      "import { exec } from 'node:child_process';",
      "await import('child_process');",
      "import vm from 'node:vm';",
      'eval(text);',
      'new Function(text);',
    ],
    good: ['evaluate(text);', 'registry.eval(text);', 'let work: Function;'],
  },
  {
    name: 'the schema is never synchronised',
    why: 'only migrations change tables',
    applies: () => true,
    breaks: (node) =>
      calls(node, 'synchronize') ||
      (ts.isPropertyAssignment(node) &&
        ts.isIdentifier(node.name) &&
        /^(synchronize|dropSchema)$/.test(node.name.text) &&
        node.initializer.kind !== ts.SyntaxKind.FalseKeyword),
    bad: ['({ synchronize: true });', '({ dropSchema: settings.fresh });', 'await dataSource.synchronize();'],
    good: ['({ synchronize: false });', 'const synchronize = 1;'],
  },
];

/** A name as it is written anywhere: an identifier or a plain text in its place. */
function nameOf(node: ts.Node): string {
  return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : '';
}

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

function comparesDigests(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || !EQUALITY.has(node.operatorToken.kind)) return false;
  const sides = [node.left, node.right];
  return sides.some(isDigest) && !sides.some(isConstant);
}

function isDigest(node: ts.Node): boolean {
  const named = ts.isCallExpression(node) ? node.expression : node;
  return /(hash|digest|seal|hmac|mac|signature|checksum)(Of)?$/i.test(memberName(named) ?? nameOf(named));
}

function isConstant(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.NullKeyword || isName(node, 'undefined');
}

/** `fetch` without saying that a redirect is not followed; it follows them by default. */
function followsRedirects(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !isName(node.expression, 'fetch')) return false;
  const options = node.arguments[1];
  if (!options || !ts.isObjectLiteralExpression(options)) return true;
  return !options.properties.some(
    (property) =>
      ts.isPropertyAssignment(property) &&
      nameOf(property.name) === 'redirect' &&
      /^(manual|error)$/.test(nameOf(property.initializer)),
  );
}

function parse(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** The lines that break the rule, as `file:line  text`. */
function offences(rule: Rule, source: ts.SourceFile): string[] {
  const found = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (rule.breaks(node)) found.add(source.getLineAndCharacterOfPosition(node.getStart()).line);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const lines = source.text.split('\n');
  return [...found].map((line) => `${source.fileName}:${line + 1}  ${lines[line]?.trim() ?? ''}`);
}

const sources = new Map(FILES.map((file) => [file, parse(file, readFileSync(join(ROOT, file), 'utf8'))]));

test('there are sources to judge', () => {
  expect(FILES).toContain('src/runtime/clock.ts');
});

describe.each(RULES)('$name', (rule) => {
  test.each(rule.bad)('finds %s', (text) => {
    expect(offences(rule, parse('sample.ts', text))).toHaveLength(1);
  });

  test.each(rule.good)('leaves %s', (text) => {
    expect(offences(rule, parse('sample.ts', text))).toEqual([]);
  });

  test('holds in the sources', () => {
    const found = [...sources].filter(([file]) => rule.applies(file)).flatMap(([, source]) => offences(rule, source));
    if (found.length > 0) throw new Error(`${rule.name} (${rule.why}):\n  ${found.join('\n  ')}`);
  });
});

/** A class that needs more does more than one thing. */
const MAX_CONSTRUCTOR_PARAMETERS = 7;

test(`constructors have at most ${MAX_CONSTRUCTOR_PARAMETERS} parameters`, () => {
  const long = [...sources].filter(([file, source]) => {
    return inServer(file) && longestConstructor(source) > MAX_CONSTRUCTOR_PARAMETERS;
  });
  expect(long.map(([file]) => file)).toEqual([]);
});

function longestConstructor(node: ts.Node): number {
  const own = ts.isConstructorDeclaration(node) ? node.parameters.length : 0;
  let most = own;
  ts.forEachChild(node, (child) => {
    most = Math.max(most, longestConstructor(child));
  });
  return most;
}
