// Who had the processors meanwhile.
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMsOf, mainThreadMsOf } from '../support/processes.mjs';

const TICK_MS = 10;
/** Of /proc/stat: idle, and waiting for the disk. */
const IDLE_FIELDS = [3, 4];

/**
 * @param parts `{ product, database, load }`: lists of process ids; what the product's has started counts as well
 * @returns call it for `{ seconds, ms: { product, database, load, others }, main }`: milliseconds of processor time since, and the share of
 * one processor that the product's busiest main thread had
 */
export function watchProcessors(parts) {
  const trees = Object.fromEntries(Object.entries(parts).map(([part, pids]) => [part, part === 'product' ? pids.flatMap(familyOf) : pids]));
  const read = () => ({
    at: performance.now(),
    busy: busyMs(),
    parts: Object.fromEntries(Object.entries(trees).map(([part, pids]) => [part, pids.map(cpuMsOf)])),
    mains: trees.product.map(mainThreadMsOf),
  });
  const before = read();
  return () => {
    const now = read();
    const took = now.at - before.at;
    const ms = {};
    for (const part of Object.keys(trees)) ms[part] = now.parts[part].reduce((sum, value, at) => sum + value - before.parts[part][at], 0);
    const ours = Object.values(ms).reduce((sum, value) => sum + value, 0);
    ms.others = Math.max(0, now.busy - before.busy - ours);
    const main = Math.max(...now.mains.map((value, at) => (value - before.mains[at]) / took));
    return { seconds: took / 1000, ms, main };
  };
}

function familyOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
  } catch {
    return [pid];
  }
}

/** Of all processors together; time that a hypervisor took away counts as busy. */
function busyMs() {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).slice(1, 9).map(Number);
  return fields.reduce((sum, value, at) => sum + (IDLE_FIELDS.includes(at) ? 0 : value), 0) * TICK_MS;
}

/** Milliseconds of processor time for a fixed piece of work: the yardstick that makes figures of two machines comparable. */
export function yardstickMs(hash) {
  const rounds = [];
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage();
    hash();
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 1000);
  }
  return Math.min(...rounds);
}

const BLOCK = Buffer.alloc(4096, 'x');

/** Milliseconds until four kilobytes are safe on the disk of a folder, each of so many times: what a commit has to wait for. */
export function diskWaits(folder, times = 200) {
  const file = join(folder, 'disk-yardstick');
  const handle = openSync(file, 'w');
  try {
    return Array.from({ length: times }, (_, at) => {
      writeSync(handle, BLOCK, 0, BLOCK.length, at * BLOCK.length);
      const asked = performance.now();
      fdatasyncSync(handle);
      return performance.now() - asked;
    });
  } finally {
    closeSync(handle);
    rmSync(file);
  }
}
