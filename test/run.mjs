// The test suite: node test/run.mjs [lane … | path … | changed | long] [--engine sqlite|mariadb|mysql|mysql-classic|both|all] [jest arguments …]
// Without anything named: check, build, unit, app, simulation, browser. test/README.md has the tiers.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import * as modules from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, root } from '../cli/scripts/building.mjs';
import { changedFiles, isOneOf, isPath, LANES, lanesOfPaths } from './runner/lanes.mjs';
import { endAll, runJest, runNode } from './runner/processes.mjs';
import { installMissing, whyNot } from './support/install-missing.mjs';
import { scanFolder } from './support/log-scan.mjs';
import { startMariadb } from './support/mariadb.mjs';
import { startMysql } from './support/mysql.mjs';
import { findChromium } from './support/programs.mjs';
import { startRedis } from './support/redis.mjs';

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;
const INTERRUPT_MS = 1_500;
const SLOWEST_SHOWN = 20;
const ALL = ['check', 'build', 'unit', 'app', 'simulation', 'browser'];
const LONG = [...ALL, 'gallery', 'cluster', 'compose'];
const NAMES = [...LONG, 'changed', 'long'];
/** Of Jest: what follows is part of a test's name. */
const TEXT_OPTIONS = ['-t', '--testNamePattern'];

if (!modules.registerHooks) {
  console.error(
    `The tests need Node 22.15 or later, this is ${process.version}. "npm test" takes the one that npm ci has brought.`,
  );
  process.exit(1);
}
const started = performance.now();
const { named, paths, missing, engine, isClassic, jestArguments } = readArguments(process.argv.slice(2));
useMemoryForTemporaryFiles();
/** Everything temporary of this run. Servers run as somebody else and have to get through. */
const scratch = mkdtempSync(join(tmpdir(), 'tokendesk-run-'));
chmodSync(scratch, 0o711);
/** Logs, mails and refusals of all products under test; kept when something was found in them. */
const collected = mkdtempSync(join(tmpdir(), 'tokendesk-collected-'));
let keepCollected = false;
process.env.TMPDIR = scratch;
const totals = { passed: 0, failed: 0 };
const trouble = [];
const files = [];
const servers = [];
let interrupted = false;

process.exitCode = 1;
process.on('exit', () => {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  if (!keepCollected) rmSync(collected, { recursive: true, force: true });
});
process.on('SIGINT', () => void interrupt('SIGINT', 130));
process.on('SIGTERM', () => void interrupt('SIGTERM', 143));
await main();

async function main() {
  if (missing.length > 0) fail('npm test', `there is no ${missing.join(', no ')}; nothing was run`);
  else if (paths.length > 0) await runPaths();
  else if (named.includes('changed')) await runChanged();
  else await runLanes(named.includes('long') ? LONG : named);
  if (interrupted) return;
  await Promise.all(servers.map((server) => server.stop()));
  summarise();
}

/** One spec or folder, with SQLite unless an engine is named. */
async function runPaths() {
  const { files: specs, lanes: all } = lanesOfPaths(paths, engine ?? 'sqlite');
  const suited = engine ? ` that runs on ${engine}` : '';
  if (all.length === 0) return fail('npm test', `no spec under ${paths.join(', ')}${suited}`);
  const lanes = all.filter(isPossible);
  if (lanes.length === 0 || !install(lanes) || !(await build(lanes))) return;
  // What is named is wanted, on whichever engine.
  await runTests(lanes, ['--runTestsByPath', ...specs], { isAllEngines: true });
}

/** What a change against the last commit can reach: unit and app specs by their imports; browser specs once pages changed. */
async function runChanged() {
  const changed = changedFiles();
  if (changed.length === 0) return console.log('Nothing has changed since the last commit.');
  const arePagesChanged = changed.some((file) => /^(resources|test\/browser)\//.test(file));
  const isReached = (lane) =>
    ['unit', 'app'].includes(lane.group) && (!lane.engine || lane.engine === (engine ?? 'sqlite'));
  const related = LANES.filter(isReached);
  const browser = LANES.filter(({ group }) => group === 'browser' && arePagesChanged);
  if (!install([...related, ...browser]) || !(await build([...related, ...browser]))) return;
  await runTests(related, ['--findRelatedTests', '--passWithNoTests', ...changed]);
  if (browser.length > 0 && !interrupted) await runTests(browser, []);
}

/** Check runs beside the build and the first tests; then all lanes share one pool of workers. */
async function runLanes(chosen) {
  const wants = (name) => chosen.includes(name);
  const asked = engine ?? (named.includes('long') ? 'all' : 'both');
  const isAsked = (lane) => !lane.engine || isOneOf(asked, lane);
  const lanes = LANES.filter((lane) => wants(lane.group) && isAsked(lane)).filter(isPossible);
  const isWhole = wants('check') && wants('unit');
  if (!install(lanes)) return;
  if (isWhole) yardstick('before');
  const checking = wants('check') ? check(lanes.length > 0) : undefined;
  const isBuilt = wants('build') || lanes.some(({ needsBuild }) => needsBuild) ? await build() : true;
  const possible = isBuilt ? lanes : lanes.filter(({ needsBuild }) => !needsBuild);
  if (possible.length > 0) await runTests(possible, [], { isAllEngines: named.includes('long') });
  await checking;
  if (interrupted) return;
  if (lanes.some(({ needsBuild }) => needsBuild)) scanCollected();
  if (isWhole) yardstick('after');
}

async function runTests(lanes, selection, { isAllEngines = false } = {}) {
  if (interrupted) return;
  heading(lanes.map(({ name }) => name).join(', '));
  const env = { ...process.env, NODE_ENV: 'test', ...(isAllEngines && { TEST_ALL_ENGINES: '1' }) };
  if (named.includes('long')) env.TEST_LONG = '1';
  try {
    const own = await Promise.all(lanes.map(async (lane) => [lane.name, await environmentOf(lane)]));
    env.TEST_LANES = JSON.stringify(Object.fromEntries(own));
  } catch (error) {
    return fail('npm test', error.message);
  }
  const report = join(scratch, `report-${files.length}.json`);
  const outcome = await runJest(lanes, { args: [...jestArguments, ...selection], env, report });
  if (interrupted) return;
  if (outcome.fault) fail('npm test', outcome.fault);
  for (const { name, passed, failed, skipped, faults, files: run } of outcome.lanes) {
    totals.passed += passed;
    totals.failed += failed;
    files.push(...run.map((file) => ({ ...file, lane: name })));
    if (failed > 0) trouble.push(`${name}: ${failed} failed`);
    if (skipped > 0) trouble.push(`${name}: ${skipped} skipped`);
    for (const fault of faults) fail(name, `a worker did not end, these were still open: ${fault}`);
  }
  if (!selection.includes('--passWithNoTests')) failIdle(lanes, outcome.lanes);
}

/** A lane that was asked for has run something. */
function failIdle(lanes, outcomes) {
  for (const { name } of lanes)
    if (!outcomes.some((lane) => lane.name === name && lane.passed + lane.failed > 0))
      fail(name, 'not a single test ran');
}

/** What the specs of this lane get to know, beside what all get. */
async function environmentOf({ engine: database, needs, needsBuild }) {
  const env = needsBuild ? { TEST_COLLECT: collected } : {};
  if (needs.includes('chromium')) env.CHROMIUM_PATH = findChromium();
  if (database) env.TEST_ENGINE = database;
  if (needs.includes('redis')) env.TEST_REDIS_URL = process.env.TEST_REDIS_URL ?? (await start(startRedis));
  if (needs.includes('mariadb')) env.TEST_DATABASE_URL = process.env.TEST_DATABASE_URL ?? (await start(startMariadb));
  if (needs.includes('mysql'))
    env.TEST_DATABASE_URL = process.env.TEST_MYSQL_URL ?? (await start(() => startMysql({ isClassic })));
  return env;
}

async function start(startServer) {
  const server = await startServer();
  servers.push(server);
  return server.url;
}

/** @param isBeside it leaves a core to what runs beside it, and is shown when it is done */
async function check(isBeside) {
  const script = [join(root, 'cli/scripts/check.mjs'), ...(isBeside ? ['--one-by-one'] : [])];
  const { code, text } = await runNode(script, { isQuiet: isBeside });
  if (interrupted) return;
  heading('check');
  if (isBeside) console.log(text.trimEnd());
  if (code === 0) totals.passed += 1;
  else fail('check', 'see above');
}

/** Of the lanes, where some are named: only when one of them runs the product. */
async function build(lanes) {
  if (lanes && !lanes.some(({ needsBuild }) => needsBuild)) return true;
  const done = await ensureBuilt();
  if (!done) fail('build', 'see above');
  return done;
}

/** A lane that cannot run on this machine is one failure. */
function isPossible({ name, needs }) {
  const reasons = needs.flatMap((need) => whyNot(need) ?? []);
  for (const reason of reasons) fail(name, reason);
  return reasons.length === 0;
}

/** Before anything else: what is missing is installed, or named with the one command that installs it. */
function install(lanes) {
  const needed = new Set(lanes.flatMap(({ needs }) => needs));
  if (process.env.TEST_DATABASE_URL) needed.delete('mariadb');
  if (process.env.TEST_MYSQL_URL) needed.delete('mysql');
  if (process.env.TEST_REDIS_URL) needed.delete('redis');
  try {
    installMissing([...needed]);
    return true;
  } catch (error) {
    fail('npm test', error.message);
    return false;
  }
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

/** Two fixed pieces of work, of the processor and of fresh memory, so that a slow day can be told from slow tests. */
function yardstick(when) {
  const block = Buffer.alloc(1 << 20, 7);
  const hashed = msOf(() => {
    for (let round = 0; round < 400; round += 1) createHash('sha512').update(block).digest();
  });
  // What each process that starts, and each page of a browser, asks of the machine.
  const touched = msOf(() => new Uint8Array(256 << 20).fill(1));
  console.log(`yardstick ${when}: ${hashed} ms for SHA-512 of 400 MiB, ${touched} ms for 256 MiB of fresh memory`);
}

function msOf(work) {
  const begun = performance.now();
  work();
  return (performance.now() - begun).toFixed(0);
}

function summarise() {
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  if (slowest.length > 1) {
    heading('slowest files');
    for (const { lane, path, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${path} (${lane})`);
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
  const result = {
    named: [],
    paths: [],
    missing: [],
    engine: /** @type {string | undefined} */ (undefined),
    jestArguments: [],
  };
  for (let at = 0; at < given.length; at += 1) {
    if (given[at] === '--engine') result.engine = given[(at += 1)];
    else if (NAMES.includes(given[at])) result.named.push(given[at]);
    else if (!given[at].startsWith('-') && isPath(given[at])) result.paths.push(given[at]);
    else if (isMeantAsPath(given[at]) && !TEXT_OPTIONS.includes(given[at - 1])) result.missing.push(given[at]);
    else result.jestArguments.push(given[at]);
  }
  // The same lane, on a server that behaves as MySQL 8.4.
  result.isClassic = result.engine === 'mysql-classic';
  if (result.isClassic) result.engine = 'mysql';
  if (result.named.length === 0) result.named = ALL;
  return result;
}

/** Else a name with a slip in it would run everything. */
function isMeantAsPath(argument) {
  return /^(test|src|cli|resources)\/|\.spec\.tsx?$/.test(argument);
}

async function interrupt(signal, code) {
  // A terminal's Ctrl-C arrives here twice: from the terminal and through npm.
  if (interrupted) return;
  interrupted = true;
  await Promise.all([endAll(signal, INTERRUPT_MS), ...servers.map((server) => server.stop({ isAtOnce: true }))]);
  process.exit(code);
}
