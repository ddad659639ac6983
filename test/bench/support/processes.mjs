// The programs of a run, each in a process of its own, and what the system says of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;
/** Of /proc/<pid>/stat, on every Linux that Node runs on. */
const TICK_MS = 10;

/** @returns milliseconds of processor time that a process has used so far; NaN where the system does not say */
export function cpuMsOf(pid) {
  return cpuMsIn(`/proc/${pid}/stat`);
}

/** Of its main thread alone: what requests have to wait for. */
export function mainThreadMsOf(pid) {
  return cpuMsIn(`/proc/${pid}/task/${pid}/stat`);
}

function cpuMsIn(file) {
  try {
    const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** MiB of memory that a process holds now; NaN where the system does not say. */
export function rssMibOf(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Looks again and again while work goes on. @returns the work's result, and the most memory seen */
export async function watchingRss(pid, work, everyMs = 25) {
  let most = rssMibOf(pid);
  const timer = setInterval(() => (most = Math.max(most, rssMibOf(pid))), everyMs);
  try {
    return { result: await work(), most };
  } finally {
    clearInterval(timer);
  }
}

/** A Node program whose output goes to a file. Ended by `stop`, or with this process. */
export class Program {
  constructor({ file, words = [], env, cwd, logFile }) {
    const log = openSync(logFile, 'a');
    this.logFile = logFile;
    this.startedAt = performance.now();
    this.child = spawn(process.execPath, [...words, file], { cwd, env, stdio: ['ignore', log, log] });
    this.atExit = () => this.child.kill('SIGKILL');
    process.once('exit', this.atExit);
  }

  get pid() {
    return this.child.pid;
  }

  /** @returns milliseconds from the start of the process to the first good answer */
  async untilAnswers(url, options = {}) {
    while (performance.now() - this.startedAt < START_LIMIT_MS) {
      if (this.child.exitCode !== null) break;
      const answer = await fetch(url, options).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) return performance.now() - this.startedAt;
      await pause(5);
    }
    throw new Error(`A program does not answer.\n${readFileSync(this.logFile, 'utf8').slice(-2000)}`);
  }

  async stop() {
    process.off('exit', this.atExit);
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  }
}
