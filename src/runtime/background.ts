import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { within } from './time-limit.js';

const DRAIN_MS = 10_000;

/** Work that continues after its request was answered. Shutdown waits for it. */
@Injectable()
export class BackgroundTasks implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BackgroundTasks.name);
  private readonly running = new Set<Promise<void>>();
  /** Each ends the delay of something that has not begun. */
  private readonly pauses = new Set<() => void>();
  private waiting = 0;

  start(name: string, work: () => Promise<unknown>): void {
    const task = work()
      .then(() => undefined)
      .catch((error: unknown) => this.logger.error({ msg: 'background task failed', task: name, err: error }))
      .finally(() => this.running.delete(task));
    this.running.add(task);
  }

  /** Begins after a delay, or as soon as somebody waits for it: a stop does not sit the delay out. */
  startLater(name: string, delayMs: number, work: () => Promise<unknown>): void {
    this.start(name, async () => {
      await this.pause(delayMs);
      await work();
    });
  }

  /**
   * Repeats work after a delay, and again while it fails, for as long as the limit. A stop does not sit the delay out: it lets work try
   * once more.
   */
  retry(name: string, delayMs: number, limitMs: number, work: () => Promise<unknown>): void {
    const until = performance.now() + limitMs;
    this.start(name, async () => {
      for (;;) {
        await this.pause(delayMs);
        try {
          await work();
          return;
        } catch (error) {
          if (this.waiting > 0 || performance.now() >= until) throw error;
        }
      }
    });
  }

  /** Waits for everything started so far, and for what that starts. */
  async settle(): Promise<void> {
    this.waiting += 1;
    for (const end of this.pauses) end();
    while (this.running.size > 0) await Promise.all(this.running);
    this.waiting -= 1;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await within(DRAIN_MS, this.settle());
  }

  private pause(ms: number): Promise<void> {
    if (this.waiting > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.pauses.add(end);
    });
  }
}
