import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';

const DRAIN_MS = 10_000;

/** Work that goes on after its request was answered. A stop waits for it, so nothing is cut off half-way. */
@Injectable()
export class BackgroundTasks implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BackgroundTasks.name);
  private readonly running = new Set<Promise<void>>();

  start(name: string, work: () => Promise<unknown>): void {
    const task = work()
      .then(() => undefined)
      .catch((error: unknown) => this.logger.error({ msg: 'background task failed', task: name, err: error }))
      .finally(() => this.running.delete(task));
    this.running.add(task);
  }

  /** Waits for everything started so far. */
  async settle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  async beforeApplicationShutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, DRAIN_MS);
    });
    await Promise.race([this.settle(), limit]);
    clearTimeout(timer);
  }
}
