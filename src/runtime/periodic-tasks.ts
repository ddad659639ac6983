import { Injectable, Logger } from '@nestjs/common';

interface Task {
  name: string;
  run: () => Promise<unknown>;
}

/** What the poll job does besides following payments: features put their own work here. Each has to be safe to repeat. */
@Injectable()
export class PeriodicTasks {
  private readonly logger = new Logger(PeriodicTasks.name);
  private readonly tasks: Task[] = [];

  register(name: string, run: () => Promise<unknown>): void {
    this.tasks.push({ name, run });
  }

  /** One task's failure does not keep the others from running. */
  async runAll(): Promise<void> {
    for (const { name, run } of this.tasks) {
      try {
        await run();
      } catch (error) {
        this.logger.error({ msg: 'a periodic task failed', task: name, err: error });
      }
    }
  }
}
