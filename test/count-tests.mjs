// What the specs of two commits hold, counted as written: node test/count-tests.mjs <before> [<after>]
// Tests and rows of `it.each`, and calls of `expect`, by tier; then every spec file and every test that `after` has no more.
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { root } from '../cli/scripts/building.mjs';

const TIERS = [
  ['unit', /^(src|cli|resources)\//],
  ['architecture', /^test\/(architecture|bench|runner|documents)\//],
  ['HTTP, access, wording', /^test\/(api|pages|security)\//],
  ['flows', /^test\/flows\//],
  ['faults and races', /^test\/faults\//],
  ['database', /^test\/database\//],
  ['command line', /^test\/cli\//],
  ['browser', /^test\/browser\//],
  ['gallery', /^test\/gallery\//],
  ['simulation', /^test\/simulation\//],
  ['what specs share', /^test\//],
];
const tierOf = (path) => TIERS.find(([, pattern]) => pattern.test(path))?.[0];

const [before, after = 'HEAD'] = process.argv.slice(2);
const [old, now] = [before, after].map(countCommit);

console.log(`| Tier | Files | Tests and rows | expect( |\n| --- | --- | --- | --- |`);
for (const [tier] of TIERS) {
  const [a, b] = [old, now].map((counted) => sumOf(counted, tier));
  if (a.files + b.files > 0)
    console.log(`| ${tier} | ${a.files} → ${b.files} | ${a.tests} → ${b.tests} | ${a.expects} → ${b.expects} |`);
}
const kept = new Map([...now.values()].flatMap(({ titles }) => titles).map((title) => [title, true]));
for (const [path, { titles }] of old) {
  const gone = titles.filter((title) => !kept.has(title));
  if (!now.has(path) && titles.length > 0)
    console.log(`\n${path} is gone (${gone.length} of its ${titles.length} tests)`);
  else if (gone.length > 0) console.log(`\n${path}`);
  for (const title of gone) console.log(`  - ${title}`);
}

function countCommit(commit) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const paths = git('ls-tree', '-r', '--name-only', commit)
    .split('\n')
    .filter((path) => /\.spec\.tsx?$/.test(path) || /^test\/.*\.ts$/.test(path));
  return new Map(paths.map((path) => [path, countFile(path, git('show', `${commit}:${path}`))]));
}

function sumOf(counted, tier) {
  const own = [...counted].filter(([path]) => tierOf(path) === tier).map(([, counts]) => counts);
  const sum = (name) => own.reduce((total, counts) => total + counts[name], 0);
  return { files: own.length, tests: sum('tests'), expects: sum('expects') };
}

function countFile(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const counts = { tests: 0, expects: 0, titles: [] };
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      if (node.expression.getText(source) === 'expect') counts.expects += 1;
      if (isTest(node.expression)) {
        counts.tests += rowsOf(node.expression, source);
        counts.titles.push(node.arguments[0]?.getText(source) ?? '');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return counts;
}

/** `it(…)`, `test(…)`, `it.each(…)(…)`, and what chooses one of them. */
function isTest(callee) {
  return /^(it|test|onServer|onSqlite)$/.test(callee.getText()) || eachOf(callee) !== undefined;
}

function eachOf(callee) {
  return ts.isCallExpression(callee) && /^(it|test)\.each$/.test(callee.expression.getText()) ? callee : undefined;
}

/** The rows that are written out, here or in a constant of the file; else one. */
function rowsOf(callee, source) {
  const [table] = eachOf(callee)?.arguments ?? [];
  if (!table) return 1;
  const list = ts.isIdentifier(table) ? initializerOf(table.text, source) : table;
  return list && ts.isArrayLiteralExpression(list) ? list.elements.length : 1;
}

function initializerOf(name, source) {
  let found;
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === name) found = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
