import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Task, TaskRunner, type TaskSettings } from './task.js';
import type { TaskAnswer, TaskRequest } from './task-messages.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

/** Documents and mails make much short-lived garbage and keep little. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };
export interface ThreadTimes {
  /** Its memory is given back when nothing was asked of it for so long. */
  idleMs: number;
  /** A thread that answers nothing for so long hangs. Longer than a mail server may take. */
  silenceMs: number;
}

const TIMES: ThreadTimes = { idleMs: 2 * MINUTE_MS, silenceMs: 2 * MINUTE_MS };

/** Not among the types of Node yet. */
type WithHeap = Worker & { getHeapStatistics: () => Promise<{ used_heap_size: number }> };

/** A thread that hangs may not answer. */
const HEAP_PATIENCE_MS = 200;

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Runs tasks on one worker thread, so that the main thread stays free for requests. The thread starts with the first task and
 * ends when idle. When it dies, what it was asked fails, and the next task starts another one.
 */
export class TaskThread extends TaskRunner implements OnApplicationShutdown {
  private readonly logger = new Logger(TaskThread.name);
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private timer: NodeJS.Timeout | undefined;
  private latest = 0;
  /** Of the running thread, at the last question. */
  private seen: EventLoopUtilization | undefined;

  /** @param file the thread's program */
  constructor(
    private readonly file: URL,
    private readonly settings: TaskSettings,
    private readonly times = TIMES,
  ) {
    super();
  }

  run<Input, Result>(task: Task<Input, Result>, input: Input): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const worker = (this.worker ??= this.start());
      const request: TaskRequest = { id: (this.latest += 1), task: task.name, input };
      // Throws for what cannot be cloned, before anybody waits for it.
      worker.postMessage(request);
      this.waiting.set(request.id, { resolve: resolve as Waiting['resolve'], reject });
      if (this.waiting.size === 1) this.watch();
    });
  }

  get isRunning(): boolean {
    return this.worker !== null;
  }

  /** Bytes of the heap in use; 0 while it rests, or does not answer. */
  async heapBytes(): Promise<number> {
    const { worker } = this;
    if (!worker) return 0;
    const answer = (worker as WithHeap).getHeapStatistics().catch(() => null);
    return (await Promise.race([answer, pause(HEAP_PATIENCE_MS, null)]))?.used_heap_size ?? 0;
  }

  /** Share of the time since the last question in which it worked, 0 to 1. */
  busyRatio(): number {
    const { worker, seen } = this;
    if (!worker) return 0;
    this.seen = worker.performance.eventLoopUtilization();
    return performance.eventLoopUtilization(this.seen, seen).utilization;
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.worker?.terminate();
  }

  private start(): Worker {
    const { dataDir, smtpUrl } = this.settings;
    const workerData: TaskSettings = { dataDir, smtpUrl };
    const worker = new Worker(this.file, { workerData, resourceLimits: LIMITS });
    // A stop need not wait for an idle thread.
    worker.unref();
    worker.on('message', (answer: TaskAnswer) => this.settle(answer));
    worker.on('error', (error) => this.logger.error({ msg: 'worker thread failed', err: error }));
    worker.once('exit', () => this.ended(worker));
    this.seen = undefined;
    return worker;
  }

  private settle(answer: TaskAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    this.watch();
    if ('problem' in answer) waiting?.reject(Object.assign(new Error(answer.problem), { stack: answer.stack }));
    else waiting?.resolve(answer.result);
  }

  /** The next limit: of silence while somebody waits, of idleness else. */
  private watch(): void {
    clearTimeout(this.timer);
    const isIdle = this.waiting.size === 0;
    const { idleMs, silenceMs } = this.times;
    this.timer = setTimeout(() => this.end(isIdle), isIdle ? idleMs : silenceMs).unref();
  }

  private end(isIdle: boolean): void {
    const { worker } = this;
    if (!worker) return;
    if (!isIdle) this.logger.error({ msg: 'worker thread hangs and is ended', waiting: this.waiting.size });
    // Whatever comes from now on starts another one.
    this.ended(worker);
    void worker.terminate();
  }

  private ended(worker: Worker): void {
    if (this.worker !== worker) return;
    this.worker = null;
    clearTimeout(this.timer);
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(new Error('the worker thread ended before its work was done'));
  }
}
