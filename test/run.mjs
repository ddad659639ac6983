// Runs the lanes of the test suite and adds them up: node test/run.mjs [lane …] [jest arguments …]; all lanes without one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, root } from '../cli/scripts/building.mjs';
import { ensureInstalled } from './support/install-missing.mjs';
import { scanFolder } from './support/log-scan.mjs';
import { startMariadb } from './support/mariadb.mjs';
import { findChromium } from './support/programs.mjs';
import { startRedis } from './support/redis.mjs';

const ALL = ['check', 'build', 'unit', 'app', 'browser'];
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
/** Results are there and Jest lives on: a test has left something open. */
const HANGING_MS = 20_000;
const INTERRUPT_MS = 2_000;
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;

const APP_SPECS = ['api', 'pages', 'cli', 'flows', 'faults', 'database', 'security'].map((folder) => `test/${folder}`);
const JEST_LANES = {
  unit: [{ name: 'unit', project: 'unit', specs: ['src', 'cli', 'resources', 'test/architecture', 'test/bench'] }],
  app: [
    { name: 'app on SQLite', project: 'app', specs: APP_SPECS, engine: 'sqlite', needs: ['redis'] },
    { name: 'app on MariaDB', project: 'app', specs: APP_SPECS, engine: 'mariadb', needs: ['mariadb', 'redis'] },
  ],
  browser: [
    { name: 'browser', project: 'browser', specs: ['test/browser'], needs: ['chromium'], args: ['--runInBand'] },
  ],
};

const splitAt = process.argv.slice(2).findIndex((argument) => !ALL.includes(argument));
const given = splitAt === -1 ? process.argv.slice(2) : process.argv.slice(2, 2 + splitAt);
const jestArguments = splitAt === -1 ? [] : process.argv.slice(2 + splitAt);
const chosen = given.length === 0 ? ALL : ALL.filter((lane) => given.includes(lane));

useMemoryForTemporaryFiles();
const scratch = mkdtempSync(join(tmpdir(), 'tokendesk-test-'));
/** Logs, mails and refusals of all products under test; kept when something was found in them. */
const collected = mkdtempSync(join(tmpdir(), 'tokendesk-collected-'));
let keepCollected = false;
const totals = { passed: 0, failed: 0 };
const trouble = [];
let current;
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
  const all = chosen.flatMap((lane) => JEST_LANES[lane] ?? []);
  const lanes = all.filter(hasSpecs);
  for (const lane of all) if (!lanes.includes(lane)) trouble.push(`${lane.name}: has no specs yet`);
  if (chosen.includes('check')) await runCheck();
  // The command line and the browser tests use the product as it is shipped.
  const built = !chosen.some((lane) => ['build', 'app', 'browser'].includes(lane)) || (await build());
  const lacking = missingTools(lanes);
  for (const lane of lanes) {
    if (interrupted) return;
    const lacked = lane.needs?.find((tool) => lacking.has(tool));
    if (lacked) fail(lane.name, lacking.get(lacked));
    else if (!built && lane.project !== 'unit') fail(lane.name, 'the product could not be built');
    else await runLane(lane);
  }
  if (interrupted) return;
  await mariadb?.stop();
  await redis?.stop();
  if (lanes.some(({ project }) => project !== 'unit')) scanCollected();
  if (trouble.length > 0) console.log(`\n${trouble.join('\n')}`);
  // Always the last line, and plain: programs read it.
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
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

/** One check: nothing of what the products have written holds a secret or names a person. */
function scanCollected() {
  heading('logs, mails and refusals');
  const { files, lines, findings } = scanFolder(collected);
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
  console.log(`${lines} lines of ${files} files hold nothing that they must not.`);
  totals.passed += 1;
}

async function runCheck() {
  heading('check');
  const { code } = await run([join(root, 'cli/scripts/check.mjs')]);
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
  for (const tool of new Set(lanes.flatMap((lane) => lane.needs ?? []))) {
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

async function runLane(lane) {
  heading(lane.name);
  const report = join(scratch, `${lane.name.replaceAll(' ', '-')}.json`);
  let env;
  try {
    env = await environmentOf(lane);
  } catch (error) {
    return fail(lane.name, error.message);
  }
  const args = ['--selectProjects', lane.project, ...(lane.args ?? []), '--json', `--outputFile=${report}`];
  const { code, hung } = await run([...JEST, ...args, ...jestArguments], env, report);
  if (!existsSync(report)) return fail(lane.name, `Jest ended with ${code} and left no result`);
  const result = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot even be loaded has no tests to count.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  totals.passed += result.numPassedTests;
  totals.failed += failed;
  if (failed > 0) trouble.push(`${lane.name}: ${failed} failed`);
  if (hung) fail(lane.name, 'a test left something open, Jest did not end');
  else if (result.numPassedTests + result.numFailedTests === 0 && failed === 0)
    fail(lane.name, 'not a single test ran');
  else if (code !== 0 && failed === 0) fail(lane.name, `Jest ended with ${code}`);
  if (result.numPendingTests > 0) trouble.push(`${lane.name}: ${result.numPendingTests} skipped`);
}

async function environmentOf({ engine, project }) {
  const env = { ...process.env, NODE_ENV: 'test', ...(project !== 'unit' && { TEST_COLLECT: collected }) };
  if (project === 'browser') env.CHROMIUM_PATH = findChromium();
  if (!engine) return env;
  env.TEST_ENGINE = engine;
  if (!env.TEST_REDIS_URL) {
    redis ??= await startRedis();
    env.TEST_REDIS_URL = redis.url;
  }
  if (engine === 'sqlite') delete env.TEST_DATABASE_URL;
  else if (!env.TEST_DATABASE_URL) {
    mariadb ??= await startMariadb();
    env.TEST_DATABASE_URL = mariadb.url;
  }
  return env;
}

function run(args, env, report) {
  return new Promise((resolve) => {
    let hung = false;
    let limit;
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    current = child;
    const watch = setInterval(() => {
      if (!report || !existsSync(report)) return;
      clearInterval(watch);
      limit = setTimeout(() => (hung = child.kill('SIGKILL')), HANGING_MS);
    }, 500);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      // Or it would end the lane after this one.
      clearTimeout(limit);
      current = undefined;
      resolve({ code: code ?? signal, hung });
    });
  });
}

/** What fails outside a test counts as one failure, so that "0 failed" always means that all is well. */
function fail(name, reason) {
  totals.failed += 1;
  trouble.push(`${name}: ${reason}`);
}

function hasSpecs({ specs }) {
  return specs.some((folder) => {
    const path = join(root, folder);
    return existsSync(path) && readdirSync(path, { recursive: true }).some((file) => /\.spec\.tsx?$/.test(file));
  });
}

function heading(text) {
  console.log(`\n── ${text} ──`);
}

async function interrupt(signal, code) {
  // A terminal's Ctrl-C arrives here twice: from the terminal and through npm.
  if (interrupted) return;
  interrupted = true;
  if (current) {
    const child = current;
    const ended = once(child, 'close');
    child.kill(signal);
    // Jest ends in its own time on a signal, if at all.
    setTimeout(() => child.kill('SIGKILL'), INTERRUPT_MS);
    await ended;
  }
  await mariadb?.stop();
  await redis?.stop();
  process.exit(code);
}
