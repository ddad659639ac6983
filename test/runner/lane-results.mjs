// What has become of each lane: written by the runner, read by the reporter, which live in the same process.
import { LANES } from './lanes.mjs';

const results = new Map();

export function laneNamed(name) {
  if (!results.has(name)) {
    const { engine, isFirst = false, testLimitMs } = LANES.find((lane) => lane.name === name) ?? {};
    const counts = { total: 0, done: 0, passed: 0, failed: 0, skipped: 0, assertions: 0 };
    results.set(name, { name, engine, isFirst, testLimitMs, ...counts, faults: [], files: [], started: undefined });
  }
  return results.get(name);
}

export function allLanes() {
  return [...results.values()];
}
