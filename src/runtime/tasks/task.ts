import type { Settings } from '../../config/settings.token.js';

/** All that a task may know of the settings: no key of the product is needed to render or to send. */
export type TaskSettings = Pick<Settings, 'dataDir' | 'smtpUrl'>;

/** Work for the processor that needs no database. Its input and result are structured-cloned, so they are plain data. */
export interface Task<Input, Result> {
  name: string;
  /** Loads what the task needs; called once by each runner, before its first run. */
  prepare: (settings: TaskSettings) => Promise<(input: Input) => Promise<Result>>;
}

export abstract class TaskRunner {
  /** @throws what the task throws, or Error when its thread ended before the answer */
  abstract run<Input, Result>(task: Task<Input, Result>, input: Input): Promise<Result>;
}

type Prepared = ReturnType<Task<never, unknown>['prepare']>;

/** Runs tasks in the caller's thread: for commands, for tests, and inside the worker thread. */
export class InProcessTasks extends TaskRunner {
  private readonly prepared = new Map<string, Prepared>();

  constructor(private readonly settings: TaskSettings) {
    super();
  }

  async run<Input, Result>(task: Task<Input, Result>, input: Input): Promise<Result> {
    const known = this.prepared.get(task.name) ?? task.prepare(this.settings);
    this.prepared.set(task.name, known as Prepared);
    return (await (known as ReturnType<Task<Input, Result>['prepare']>))(input);
  }
}
