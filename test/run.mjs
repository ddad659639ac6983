// The test suite: node test/run.mjs [lane … | path … | changed | long] [--engine sqlite|mariadb|both] [jest arguments …]
// Without anything named: check, build, unit, app, browser. test/README.md has the tiers.
import { mkdtempSync, rmSync, statfsSync, existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt, root } from '../cli/scripts/building.mjs';
import { endAll, reportIn, runJest, runNode } from './runner/jest-lane.mjs';
import { changedFiles, isFolder, isPath, LANES, lanesOfPaths } from './runner/lanes.mjs';
import { ensureInstalled } from './support/install-missing.mjs';
import { scanFolder } from './support/log-scan.mjs';
import { startMariadb } from './support/mariadb.mjs';
import { findChromium } from './support/programs.mjs';
import { startRedis } from './support/redis.mjs';

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;
const INTERRUPT_MS = 2_000;
const SLOWEST_SHOWN = 20;
const ALL = ['check', 'build', 'unit', 'app', 'browser'];
const NAMES = [...ALL, 'gallery', 'changed', 'long'];

const started = performance.now();
const { named, paths, engine, jestArguments } = readArguments(process.argv.slice(2));
useMemoryForTemporaryFiles();
const scratch = mkdtempSync(join(tmpdir(), 'tokendesk-test-'));
/** Logs, mails and refusals of all products under test; kept when something was found in them. */
const collected = mkdtempSync(join(tmpdir(), 'tokendesk-collected-'));
let keepCollected = false;
const totals = { passed: 0, failed: 0 };
const trouble = [];
const files = [];
let mariadb;
let redis;
let interrupted = false;

process.exitCode = 1;
process.on('exit', () => {
  rmSync(scratch, { recursive: true, force: true });
  if (!keepCollected) rmSync(collected, { recursive: true, force: true });
});
process.on('SIGINT', () => void interrupt('SIGINT', 130));
process.on('SIGTERM', () => void interrupt('SIGTERM', 143));
await main();

async function main() {
  if (paths.length > 0) await runPaths();
  else if (named.includes('changed')) await runChanged();
  else await runLanes(named.includes('long') ? [...ALL, 'gallery'] : named);
  if (interrupted) return;
  await mariadb?.stop();
  await redis?.stop();
  summarise();
}

/** One spec or folder, with SQLite unless an engine is named. */
async function runPaths() {
  const lanes = lanesOfPaths(paths, engine ?? 'sqlite');
  if (lanes.length === 0) return fail('npm test', `no spec under ${paths.join(', ')}`);
  if (lanes.some(({ project }) => project !== 'unit') && !(await build())) return;
  for (const lane of lanes) {
    const selection = lane.paths.some(isFolder)
      ? ['--testPathPatterns', ...lane.paths]
      : ['--runTestsByPath', ...lane.paths];
    await runLane(lane, selection);
  }
}

/** What a change against the last commit can reach: unit and app specs by their imports; browser specs once pages changed. */
async function runChanged() {
  const changed = changedFiles();
  if (changed.length === 0) return console.log('Nothing has changed since the last commit.');
  if (!(await build())) return;
  const related = ['--findRelatedTests', '--passWithNoTests', ...changed];
  for (const lane of [...LANES.unit, ...LANES.app.filter((each) => each.engine === (engine ?? 'sqlite'))])
    await runLane(lane, related);
  if (changed.some((file) => /^(resources|test\/browser)\//.test(file)))
    for (const lane of LANES.browser) await runLane(lane, []);
}

/** Check runs beside build and unit tests; lanes that bring a database or a browser follow one another. */
async function runLanes(chosen) {
  const wants = (name) => chosen.includes(name);
  const isAsked = (lane) => !lane.engine || (engine ?? 'both') === 'both' || lane.engine === engine;
  const lanes = chosen.flatMap((name) => LANES[name] ?? []).filter((lane) => lane.project !== 'unit' && isAsked(lane));
  const isWhole = wants('check') && wants('unit');
  const lacking = missingTools(lanes);
  if (isWhole) yardstick('before');
  const checking = wants('check') ? check(isWhole) : undefined;
  // The command line and the browser tests use the product as it is shipped.
  const built = lanes.length === 0 && !wants('build') ? true : await build();
  if (wants('unit')) for (const lane of LANES.unit) await runLane(lane, []);
  await checking;
  for (const lane of lanes) {
    if (interrupted) return;
    const lacked = lane.needs.find((tool) => lacking.has(tool));
    if (lacked) fail(lane.name, lacking.get(lacked));
    else if (!built) fail(lane.name, 'the product could not be built');
    else await runLane(lane, engineSelection(lane));
  }
  if (lanes.length > 0) scanCollected();
  if (isWhole) yardstick('after');
}

/** A spec that nothing of the engine can change runs on SQLite alone; `long` runs all on both. */
function engineSelection(lane) {
  if (lane.engine !== 'mariadb' || named.includes('long')) return [];
  return ['--filter', join(root, 'test/runner/both-engines.cjs')];
}

async function runLane(lane, selection) {
  if (interrupted) return;
  heading(lane.name);
  let env;
  try {
    env = await environmentOf(lane);
  } catch (error) {
    return fail(lane.name, error.message);
  }
  const outcome = await runJest(lane, { args: [...selection, ...jestArguments], env, report: reportIn(scratch, lane) });
  totals.passed += outcome.passed ?? 0;
  totals.failed += outcome.failed ?? 0;
  files.push(...(outcome.files ?? []));
  if (outcome.failed > 0) trouble.push(`${lane.name}: ${outcome.failed} failed`);
  if (outcome.fault) fail(lane.name, outcome.fault);
  else if (outcome.passed + outcome.failed === 0 && !selection.includes('--passWithNoTests'))
    fail(lane.name, 'not a single test ran');
  if (outcome.skipped > 0) trouble.push(`${lane.name}: ${outcome.skipped} skipped`);
}

async function environmentOf({ engine: database, project }) {
  const env = { ...process.env, NODE_ENV: 'test', ...(project !== 'unit' && { TEST_COLLECT: collected }) };
  if (['browser', 'gallery'].includes(project)) env.CHROMIUM_PATH = findChromium();
  if (!database) return env;
  env.TEST_ENGINE = database;
  if (!env.TEST_REDIS_URL) {
    redis ??= await startRedis();
    env.TEST_REDIS_URL = redis.url;
  }
  if (database === 'sqlite') delete env.TEST_DATABASE_URL;
  else if (!env.TEST_DATABASE_URL) {
    mariadb ??= await startMariadb();
    env.TEST_DATABASE_URL = mariadb.url;
  }
  return env;
}

async function check(isQuiet) {
  const { code, text } = await runNode([join(root, 'cli/scripts/check.mjs')], { isQuiet });
  heading('check');
  if (isQuiet) console.log(text.trimEnd());
  if (code !== 0) fail('check', 'see above');
}

async function build() {
  heading('build');
  const done = await ensureBuilt();
  if (!done) fail('build', 'see above');
  return done;
}

/** What could not be had, with the text that says how to get it. */
function missingTools(lanes) {
  const missing = new Map();
  for (const tool of new Set(lanes.flatMap((lane) => lane.needs))) {
    if (tool === 'mariadb' && process.env.TEST_DATABASE_URL) continue;
    if (tool === 'redis' && process.env.TEST_REDIS_URL) continue;
    try {
      ensureInstalled([tool]);
    } catch (error) {
      missing.set(tool, error.message);
    }
  }
  return missing;
}

/** One check: nothing of what the products have written holds a secret or names a person. */
function scanCollected() {
  heading('logs, mails and refusals');
  const { files: scanned, lines, findings } = scanFolder(collected);
  const kinds = new Map();
  for (const { kind, file, line } of findings) {
    const place = kinds.get(`${kind} in ${file}`) ?? { first: line, count: 0 };
    kinds.set(`${kind} in ${file}`, { ...place, count: place.count + 1 });
  }
  for (const [what, { first, count }] of kinds)
    console.log(`${what}: line ${first}${count > 1 ? `, ${count} in all` : ''}`);
  if (findings.length > 0) {
    keepCollected = true;
    return fail('logs', `${findings.length} places must not be there; kept in ${collected}`);
  }
  console.log(`${lines} lines of ${scanned} files hold nothing that they must not.`);
  totals.passed += 1;
}

/** A fixed piece of processor work, so that a slow day can be told from slow tests. */
function yardstick(when) {
  const block = Buffer.alloc(1 << 20, 7);
  const begun = performance.now();
  for (let round = 0; round < 400; round += 1) createHash('sha512').update(block).digest();
  console.log(`yardstick ${when}: ${(performance.now() - begun).toFixed(0)} ms for SHA-512 of 400 MiB`);
}

function summarise() {
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  if (slowest.length > 1) {
    heading('slowest files');
    for (const { lane, name, ms } of slowest)
      console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(root, name)} (${lane})`);
  }
  if (trouble.length > 0) console.log(`\n${trouble.join('\n')}`);
  console.log(`\nin ${((performance.now() - started) / 1000).toFixed(0)} s`);
  // Always the last line, and plain: programs read it.
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
}

/** What fails outside a test counts as one failure, so that "0 failed" always means that all is well. */
function fail(name, reason) {
  totals.failed += 1;
  trouble.push(`${name}: ${reason}`);
}

function heading(text) {
  console.log(`\n── ${text} ── ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/**
 * Databases, data folders and browser profiles of the tests live in memory where there is room: on a disk, half of a database lane is
 * waiting for its sync. TMPDIR says otherwise.
 */
function useMemoryForTemporaryFiles() {
  if (process.env.TMPDIR || !existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize >= MEMORY_NEEDED_BYTES) process.env.TMPDIR = MEMORY_FOLDER;
}

function readArguments(given) {
  const result = { named: [], paths: [], engine: undefined, jestArguments: [] };
  for (let at = 0; at < given.length; at += 1) {
    if (given[at] === '--engine') result.engine = given[(at += 1)];
    else if (NAMES.includes(given[at])) result.named.push(given[at]);
    else if (!given[at].startsWith('-') && isPath(given[at])) result.paths.push(given[at]);
    else result.jestArguments.push(given[at]);
  }
  if (result.named.length === 0) result.named = ALL;
  return result;
}

async function interrupt(signal, code) {
  // A terminal's Ctrl-C arrives here twice: from the terminal and through npm.
  if (interrupted) return;
  interrupted = true;
  await endAll(signal, INTERRUPT_MS);
  await mariadb?.stop();
  await redis?.stop();
  process.exit(code);
}
