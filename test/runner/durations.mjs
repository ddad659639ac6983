// How long each spec file took the last time, so that the longest can go first.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../cli/scripts/building.mjs';

const FILE = join(root, 'node_modules/.cache/test-runner/durations.json');
/** Of a file that has never run here: its size, by what a kilobyte takes in lanes like its own. */
const MS_PER_KILOBYTE = { unit: 60, app: 500, browser: 1200 };

let known;

export function durationOf(lane, path) {
  known ??= read();
  const perKilobyte = MS_PER_KILOBYTE[lane.split(' ')[0]] ?? MS_PER_KILOBYTE.browser;
  return known[keyOf(lane, path)] ?? (statSync(path).size / 1024) * perKilobyte;
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
