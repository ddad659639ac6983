import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

interface Task {
  name: string;
  run: () => Promise<unknown>;
}

/** Tasks of other features that run with the poll job. Each must be safe to repeat. */
@Injectable()
export class PeriodicTasks implements OnModuleDestroy {
  private readonly logger = new Logger(PeriodicTasks.name);
  private readonly tasks: Task[] = [];
  private stopping = false;

  register(name: string, run: () => Promise<unknown>): void {
    this.tasks.push({ name, run });
  }

  /** True from the beginning of a shutdown: a run begins nothing more, and what is due is left to other instances or the next start. */
  get isStopping(): boolean {
    return this.stopping;
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Runs all tasks; a failure does not stop the others, a shutdown does. */
  async runAll(): Promise<void> {
    for (const { name, run } of this.tasks) {
      if (this.stopping) return;
      try {
        await run();
      } catch (error) {
        this.logger.error({ msg: 'periodic task failed', task: name, err: error });
      }
    }
  }
}
