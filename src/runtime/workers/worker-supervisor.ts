import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../../config/settings.token.js';
import { SystemClock } from '../clock.js';
import { createLogger } from '../logger.js';
import { LimitKeeper } from './limit-keeper.js';
import { WorkerMailbox } from './worker-mailbox.js';

/** Idle connections of a worker that is replaced may bring one more request for so long; answers end them. */
const LINGER_MS = 2_000;
/** Longer than a worker takes to finish its requests and what follows them. */
const STOP_LIMIT_MS = 30_000;
/** Longer than a worker waits for another process to change the schema (`migrate`), which it then says itself. */
const START_LIMIT_MS = 180_000;
/** A start without a limit is told of so often. */
const LATE_NOTICE_MS = 60_000;
/** A worker that ends sooner has not recovered by its start. */
const SHORT_LIFE_MS = 10_000;
const MAX_RESTART_DELAY_MS = 30_000;
/** Deaths in a row, while no worker is left, after which the whole program ends and its own supervisor decides. */
const MAX_DEATHS = 5;

/** The primary process of several workers (`WORKERS`): starts, replaces and ends them, and passes on what they share. */
export class WorkerSupervisor {
  private readonly messages = new WorkerMailbox(new LimitKeeper(new SystemClock()));
  /** Those that take connections. */
  private readonly serving = new Set<Worker>();
  private readonly startedAt = new WeakMap<Worker, number>();
  private deaths = 0;
  /** Counts reloads: what was started for an earlier set is not wanted any more. */
  private set = 0;
  private reloading: Promise<void> | null = null;
  private isStarted = false;
  private isReloadWanted = false;
  private isStopping = false;

  /** @param program what a worker runs */
  constructor(
    private readonly settings: Settings,
    program: string,
    private readonly logger = createLogger(settings),
    private readonly limits = { startMs: START_LIMIT_MS, noticeMs: LATE_NOTICE_MS },
  ) {
    cluster.setupPrimary({ exec: program });
  }

  /** Resolves when all workers serve. The first is alone until then, so that it migrates for all. */
  async start(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void this.stop(0));
    process.on('SIGHUP', () => this.reload());
    try {
      this.serve(await this.startFirst());
      const others = Array.from({ length: this.settings.workers.count - 1 }, () => this.startOne());
      for (const worker of await Promise.all(others)) this.serve(worker);
    } catch (error) {
      if (!this.isStopping)
        this.logger.fatal({ msg: 'workers did not start: the program ends', reason: reasonOf(error) });
      return this.stop(1);
    }
    this.logger.info({ msg: 'workers serve', workers: this.serving.size });
    this.isStarted = true;
    if (this.isReloadWanted) this.reload();
  }

  /**
   * The first of a set may change the schema for as long as that takes: a change that is cut off begins anew with the next start. It is
   * waited for while it lives.
   * @throws Error when it ends before it accepts connections
   */
  private async startFirst(): Promise<Worker> {
    const worker = this.fork();
    const began = performance.now();
    const notice = setInterval(() => {
      const seconds = Math.round((performance.now() - began) / 1000);
      this.logger.warn({ msg: 'the first worker does not serve yet', pid: worker.process.pid, seconds });
    }, this.limits.noticeMs);
    try {
      return await this.listening(worker);
    } finally {
      clearInterval(notice);
    }
  }

  /** @throws Error when it ends or hangs before it accepts connections */
  private async startOne(): Promise<Worker> {
    const worker = this.fork();
    const { startMs } = this.limits;
    const late = pause(startMs, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`a worker did not serve within ${startMs / 1000} s`)),
    );
    late.catch(() => undefined);
    return this.listening(worker, late);
  }

  private fork(): Worker {
    const worker = cluster.fork();
    this.startedAt.set(worker, performance.now());
    this.messages.attach(worker);
    return worker;
  }

  private async listening(worker: Worker, ...limits: Promise<never>[]): Promise<Worker> {
    const ended = once(worker, 'exit').then(() =>
      Promise.reject(new Error(`a worker ended before it served (${endOf(worker)})`)),
    );
    ended.catch(() => undefined);
    try {
      await Promise.race([once(worker, 'listening'), ended, ...limits]);
      return worker;
    } catch (error) {
      worker.process.kill('SIGKILL');
      throw error;
    }
  }

  private serve(worker: Worker): void {
    if (worker.isDead()) return this.replace(worker);
    this.serving.add(worker);
    worker.once('exit', () => {
      if (this.serving.delete(worker)) this.replace(worker);
    });
  }

  /** A worker has died by itself. */
  private replace(worker: Worker): void {
    if (this.isStopping) return;
    const lived = performance.now() - (this.startedAt.get(worker) ?? 0);
    this.deaths = lived < SHORT_LIFE_MS ? this.deaths + 1 : 1;
    const { exitCode, signalCode } = worker.process;
    this.logger.error({
      msg: 'worker died',
      pid: worker.process.pid,
      exitCode,
      signal: signalCode,
      deaths: this.deaths,
    });
    void this.restart();
  }

  private async restart(): Promise<void> {
    const { set } = this;
    for (;;) {
      if (this.deaths > MAX_DEATHS && this.serving.size === 0) {
        this.logger.fatal({ msg: 'workers keep dying: the program ends', deaths: this.deaths });
        return this.stop(1);
      }
      // The first death is made good at once. This wait keeps the process alive: without workers nothing else does.
      if (this.deaths > 1) await pause(Math.min(MAX_RESTART_DELAY_MS, 250 * 2 ** this.deaths));
      if (this.isStopping || this.set !== set) return;
      const worker = await this.startOne().catch((error: unknown) => this.notStarted(error));
      if (worker) return this.set === set ? this.serve(worker) : void this.end(worker);
      this.deaths += 1;
    }
  }

  private notStarted(error: unknown): null {
    if (!this.isStopping) this.logger.error({ msg: 'worker did not start', reason: reasonOf(error) });
    return null;
  }

  /**
   * Starts a new set of workers, then ends the present ones one after the other. A set that does not start changes nothing. Waits for
   * the first set: its later workers would join the new one, and the first of them migrates alone.
   */
  private reload(): void {
    this.isReloadWanted = !this.isStarted;
    if (this.isReloadWanted) return;
    this.reloading ??= this.exchange().finally(() => {
      this.reloading = null;
    });
  }

  private async exchange(): Promise<void> {
    this.logger.info({ msg: 'reload started', workers: this.serving.size });
    const fresh = await this.startSet();
    if (this.isStopping) return;
    if (fresh.length < this.settings.workers.count) {
      for (const worker of fresh) worker.process.kill('SIGTERM');
      return this.logger.error({ msg: 'reload failed: new workers did not start, the present ones go on' });
    }
    // Now, and not at the beginning: one that was being restarted may have joined them.
    const old = [...this.serving];
    this.set += 1;
    this.deaths = 0;
    for (const worker of fresh) this.serve(worker);
    for (const worker of old) this.serving.delete(worker);
    await Promise.all(old.map((worker) => this.retire(worker)));
    this.logger.info({ msg: 'reload done', workers: this.serving.size });
  }

  /** The first alone, as at the start: files of a new release may change the schema. @returns those that serve */
  private async startSet(): Promise<Worker[]> {
    const first = await this.startFirst().catch((error: unknown) => this.notStarted(error));
    if (!first || this.isStopping) return [];
    const others = Array.from({ length: this.settings.workers.count - 1 }, () =>
      this.startOne().catch((error: unknown) => this.notStarted(error)),
    );
    return [first, ...(await Promise.all(others)).filter((worker) => worker !== null)];
  }

  private async retire(worker: Worker): Promise<void> {
    this.messages.retire(worker);
    await pause(LINGER_MS, undefined, { ref: false });
    await this.end(worker);
  }

  private async stop(code: number): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ends = await Promise.all(workers.map((worker) => this.end(worker)));
    process.exit(ends.every(Boolean) ? code : 1);
  }

  /** @returns false when it had to be killed */
  private async end(worker: Worker): Promise<boolean> {
    if (worker.isDead()) return true;
    const ended = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    const kill = setTimeout(() => {
      this.logger.error({ msg: 'worker did not stop in time and is killed', pid: worker.process.pid });
      worker.process.kill('SIGKILL');
    }, STOP_LIMIT_MS);
    await ended;
    clearTimeout(kill);
    return worker.process.signalCode !== 'SIGKILL';
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** As a supervisor of processes says it. */
function endOf({ process: { exitCode, signalCode } }: Worker): string {
  return signalCode ?? `exit code ${exitCode}`;
}
