import { Injectable, Logger } from '@nestjs/common';

interface Task {
  name: string;
  run: () => Promise<unknown>;
}

/** Tasks of other features that run with the poll job. Each must be safe to repeat. */
@Injectable()
export class PeriodicTasks {
  private readonly logger = new Logger(PeriodicTasks.name);
  private readonly tasks: Task[] = [];

  register(name: string, run: () => Promise<unknown>): void {
    this.tasks.push({ name, run });
  }

  /** Runs all tasks; a failure does not stop the others. */
  async runAll(): Promise<void> {
    for (const { name, run } of this.tasks) {
      try {
        await run();
      } catch (error) {
        this.logger.error({ msg: 'periodic task failed', task: name, err: error });
      }
    }
  }
}
