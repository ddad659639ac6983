// How long each spec file took the last time, so that the longest can go first.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../cli/scripts/building.mjs';

const FILE = join(root, 'node_modules/.cache/test-runner/durations.json');
/** Of a file that has never run here: its size, by what a kilobyte takes in lanes like its own. */
const MS_PER_KILOBYTE = { unit: 60, app: 500, browser: 1200 };
/** Of files that have never run here and whose size says too little: they wait for time limits, walk many pages or play many seeds. */
const SLOW_MS = {
  'browser: test/browser/axe-staff.spec.ts': 60_000,
  'browser: test/browser/content-security.spec.ts': 50_000,
  'browser: test/browser/dialogs.spec.ts': 35_000,
  'browser: test/browser/keyboard.spec.ts': 30_000,
  'browser: test/browser/axe-customers.spec.ts': 25_000,
  'app on MariaDB: test/faults/dead-holder.spec.ts': 60_000,
  'app on MariaDB: test/faults/late-upgrade-money.spec.ts': 30_000,
  'app on MariaDB: test/faults/storage.spec.ts': 30_000,
  'app on SQLite: test/faults/crash-random.spec.ts': 25_000,
  'app on SQLite: test/faults/late-upgrade-money.spec.ts': 25_000,
  'app on SQLite: test/security/role-matrix.spec.ts': 20_000,
};
const SIMULATION_MS = 60_000;

let known;

export function durationOf(lane, path) {
  known ??= read();
  const key = keyOf(lane, path);
  return known[key] ?? SLOW_MS[key] ?? guess(lane, path);
}

function guess(lane, path) {
  const [kind] = lane.split(' ');
  if (kind === 'simulation') return SIMULATION_MS;
  return (statSync(path).size / 1024) * (MS_PER_KILOBYTE[kind] ?? MS_PER_KILOBYTE.browser);
}

export function rememberDurations(jobs) {
  const took = jobs.filter(({ ms }) => ms !== undefined).map(({ lane, path, ms }) => [keyOf(lane.name, path), ms]);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...known, ...Object.fromEntries(took) }));
}

function keyOf(lane, path) {
  return `${lane}: ${relative(root, path)}`;
}

function read() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}
