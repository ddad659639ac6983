const ENDINGS = Symbol.for('tokendesk.test.endings');

type Ending = () => Promise<unknown>;
type WithEndings = { [ENDINGS]?: Ending[] };

/** What a worker has opened for all of its files is closed by this; the runner calls it (test/runner/worker.mjs). */
export function atWorkerEnd(ending: Ending): void {
  const holder = globalThis as WithEndings;
  (holder[ENDINGS] ??= []).push(ending);
}
