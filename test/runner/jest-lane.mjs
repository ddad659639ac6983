// One lane: Jest over some specs with one engine, its result read from a file.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../cli/scripts/building.mjs';

const JEST = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
/** Results are there and Jest lives on: a test has left something open. */
const HANGING_MS = 20_000;
const running = new Set();

/** @returns what Jest has counted, or what kept it from counting */
export async function runJest(lane, { args, env, report, isQuiet }) {
  const { code, hung, text } = await runNode(
    [...JEST, '--selectProjects', lane.project, '--json', `--outputFile=${report}`, ...args],
    { env, report, isQuiet },
  );
  if (!existsSync(report)) return { text, fault: `Jest ended with ${code} and left no result` };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot even be loaded has no tests to count.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const files = result.testResults.map(({ name, startTime, endTime }) => ({
    lane: lane.name,
    name,
    ms: endTime - startTime,
  }));
  const counted = { text, passed: result.numPassedTests, failed, skipped: result.numPendingTests, files };
  if (hung) return { ...counted, fault: 'a test left something open, Jest did not end' };
  if (code !== 0 && failed === 0) return { ...counted, fault: `Jest ended with ${code}` };
  return counted;
}

/** @param isQuiet its output is kept and returned, not shown while it runs */
export function runNode(args, { env = process.env, report, isQuiet = false } = {}) {
  return new Promise((done) => {
    let hung = false;
    let limit;
    let text = '';
    const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(process.execPath, args, { cwd: root, stdio, env });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
    const watch = setInterval(() => {
      if (!report || !existsSync(report)) return;
      clearInterval(watch);
      limit = setTimeout(() => (hung = child.kill('SIGKILL')), HANGING_MS);
    }, 500);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      // Or it would end the lane after this one.
      clearTimeout(limit);
      running.delete(child);
      done({ code: code ?? signal, hung, text });
    });
  });
}

/** Passes a signal on to whatever runs; what does not end in its own time is ended. */
export async function endAll(signal, graceMs) {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
      await ended;
    }),
  );
}

export const reportIn = (folder, lane) => join(folder, `${lane.name.replaceAll(' ', '-')}.json`);
