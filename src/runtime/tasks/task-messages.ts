import { setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { InProcessTasks, type Task, type TaskSettings } from './task.js';

/** Of processor time that is scarce it gets a third of what requests get: it gives way and is not starved. */
const PRIORITY = 5;

export interface TaskRequest {
  id: number;
  task: string;
  input: unknown;
}

/** An error crosses as its text: properties of a library's error may not be cloneable, or hold what nobody may read. */
export type TaskAnswer = { id: number; result: unknown } | { id: number; problem: string; stack: string | undefined };

/** The thread's side: answers each request, in parallel, as its task ends. */
export function serveTasks(
  port: Pick<MessagePort, 'on' | 'postMessage'>,
  settings: TaskSettings,
  tasks: Task<never, unknown>[],
): void {
  standBack();
  const known = new Map(tasks.map((task) => [task.name, task as Task<unknown, unknown>]));
  const runner = new InProcessTasks(settings);
  port.on('message', ({ id, task: name, input }: TaskRequest) => {
    const answer = (message: TaskAnswer) => port.postMessage(message);
    const task = known.get(name);
    if (!task) return answer({ id, problem: `there is no task "${name}"`, stack: undefined });
    runner.run(task, input).then(
      (result) => answer({ id, result }),
      (error: unknown) => {
        const { message, stack } = error instanceof Error ? error : new Error(String(error));
        answer({ id, problem: message, stack });
      },
    );
  });
}

/** Lowers the thread's priority below page requests. Linux only: elsewhere it would apply to the whole process. */
function standBack(): void {
  if (process.platform === 'linux') setPriority(PRIORITY);
}
