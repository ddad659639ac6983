import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Settings } from '../../config/settings.token.js';
import { createLogger } from '../logger.js';
import { WorkerSupervisor } from './worker-supervisor.js';

/** Shorter than in the product. */
const LIMITS = { startMs: 100, noticeMs: 40 };
const WORKERS = 2;

/** A worker of the cluster as its primary sees it. */
class FakeWorker extends EventEmitter {
  readonly process = Object.assign(new EventEmitter(), {
    pid: 1_000,
    exitCode: null as number | null,
    signalCode: null as string | null,
    kill: (signal: string) => this.end(null, signal),
  });

  isDead(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  isConnected(): boolean {
    return false;
  }

  serve(): void {
    this.emit('listening');
  }

  end(exitCode: number | null, signalCode: string | null = null): void {
    if (this.isDead()) return;
    Object.assign(this.process, { exitCode, signalCode });
    setImmediate(() => this.emit('exit'));
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let workers: FakeWorker[];
let lines: Record<string, unknown>[];
let ends: unknown[];
let before: Map<string, NodeJS.SignalsListener[]>;

beforeEach(() => {
  [workers, lines, ends] = [[], [], []];
  before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  jest.spyOn(cluster, 'setupPrimary').mockImplementation(() => undefined);
  jest.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  jest.spyOn(process, 'exit').mockImplementation((code) => {
    ends.push(code);
    return undefined as never;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
});

function start() {
  const settings = { logLevel: 'info', workers: { count: WORKERS } } as Settings;
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return new WorkerSupervisor(settings, 'program', createLogger(settings, { write }), LIMITS).start();
}

const told = (msg: string) => lines.filter((line) => line['msg'] === msg);

async function serveAllOf(started: Promise<void>): Promise<void> {
  for (let at = 0; at < WORKERS; at += 1) {
    workers[at]?.serve();
    await pause(5);
  }
  await started;
}

it('the first worker, which migrates for all, is waited for as long as it lives, and that is told', async () => {
  const started = start();
  await pause(3 * LIMITS.startMs);
  expect(workers.map((worker) => worker.isDead())).toEqual([false]);
  expect(told('the first worker does not serve yet').length).toBeGreaterThan(1);
  await serveAllOf(started);
  expect(told('workers serve')).toHaveLength(1);
  const { length } = told('the first worker does not serve yet');
  await pause(2 * LIMITS.noticeMs);
  expect(told('the first worker does not serve yet')).toHaveLength(length);
  expect(ends).toEqual([]);
});

it('its end is the end of the start, with the reason', async () => {
  const started = start();
  workers[0]?.end(1);
  await started;
  expect(told('workers did not start: the program ends')).toMatchObject([
    { level: 'fatal', reason: 'a worker ended before it served (exit code 1)' },
  ]);
  expect(ends).toEqual([1]);
});

it('the others have nothing to change in the schema: one that hangs ends the start, with the reason', async () => {
  const started = start();
  workers[0]?.serve();
  await started;
  expect(workers).toHaveLength(WORKERS);
  expect(told('workers did not start: the program ends')).toMatchObject([
    { reason: 'a worker did not serve within 0.1 s' },
  ]);
  expect(ends).toEqual([1]);
});

it('a reload may bring a new release: its first worker is alone and waited for as well', async () => {
  await serveAllOf(start());
  process.emit('SIGHUP');
  await pause(3 * LIMITS.startMs);
  expect(workers.slice(WORKERS).map((worker) => worker.isDead())).toEqual([false]);
  workers[WORKERS]?.end(1);
  await pause(20);
  expect(told('worker did not start')).toMatchObject([{ reason: 'a worker ended before it served (exit code 1)' }]);
  expect(told('reload failed: new workers did not start, the present ones go on')).toHaveLength(1);
  expect(workers.slice(0, WORKERS).map((worker) => worker.isDead())).toEqual([false, false]);
});
