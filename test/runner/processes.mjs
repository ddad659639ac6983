// Programs that test/run.mjs starts: each leads a process group of its own, so that it ends together with whatever it has started.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../../cli/scripts/building.mjs';

const JEST = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
/** Results are there and Jest lives on: something is left open in Jest itself. */
const HANGING_MS = 20_000;
const running = new Set();

process.on('exit', () => signalGroups('SIGKILL'));

/** @returns the counts of each lane, or what kept Jest from counting */
export async function runJest(lanes, { args, env, report }) {
  const projects = ['--selectProjects', ...lanes.map(({ name }) => name)];
  const { code, hung } = await runNode([...JEST, ...args, ...projects], {
    env: { ...env, TEST_REPORT: report },
    report,
  });
  if (!existsSync(report)) return { lanes: [], fault: `Jest ended with ${code} and left no result` };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  if (hung) return { ...result, fault: 'Jest did not end after its last result' };
  const isGreen = result.lanes.every(({ failed, faults }) => failed + faults.length === 0);
  return code !== 0 && isGreen ? { ...result, fault: `Jest ended with ${code}` } : result;
}

/** @param isQuiet its output is kept and returned, not shown while it runs */
export function runNode(args, { env = process.env, report, isQuiet = false } = {}) {
  return new Promise((done) => {
    let hung = false;
    let limit;
    let text = '';
    const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(process.execPath, args, { cwd: root, stdio, env, detached: true });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
    const watch = setInterval(() => {
      if (!report || !existsSync(report)) return;
      clearInterval(watch);
      limit = setTimeout(() => (hung = child.kill('SIGKILL')), HANGING_MS);
    }, 500);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      // Or it would end what runs after this.
      clearTimeout(limit);
      running.delete(child);
      done({ code: code ?? signal, hung, text });
    });
  });
}

/** Passes a signal on to whatever runs; what has not ended by itself in time is ended. */
export async function endAll(signal, graceMs) {
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  signalGroups(signal);
  // The group outlives its leader where something in it takes its time.
  const leaders = [...running];
  const late = new Promise((resolve) => setTimeout(resolve, graceMs));
  await Promise.race([late, Promise.all(ended).then(() => groupsEnded(leaders, late))]);
  for (const { pid } of leaders) signalGroup(pid, 'SIGKILL');
}

async function groupsEnded(leaders, late) {
  let isLate = false;
  void late.then(() => (isLate = true));
  while (!isLate && leaders.some(({ pid }) => signalGroup(pid, 0)))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

function signalGroups(signal) {
  for (const { pid } of running) signalGroup(pid, signal);
}

function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
