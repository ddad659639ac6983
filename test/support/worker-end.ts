const ENDINGS = Symbol.for('tokendesk.test.endings');
/** Of a process that SIGTERM ended. */
const TERMINATED = 143;

type Ending = () => Promise<unknown>;
type WithEndings = { [ENDINGS]?: Ending[] };

/** What a worker has opened for all of its files is closed by this; the runner calls it (test/runner/worker.mjs). */
export function atWorkerEnd(ending: Ending): void {
  const holder = globalThis as WithEndings;
  holder[ENDINGS] ??= [endWithRunner()];
  holder[ENDINGS].push(ending);
}

/**
 * A worker that is replaced gets SIGTERM, one whose runner was killed loses its channel. Without an exit of its own neither would run
 * the exit handlers that kill the products and browsers it has started, and these would stay.
 */
function endWithRunner(): Ending {
  const exit = () => process.exit(TERMINATED);
  process.once('SIGTERM', exit).once('disconnect', exit);
  // A listener to the channel keeps the process alive.
  return async () => process.off('SIGTERM', exit).off('disconnect', exit);
}
