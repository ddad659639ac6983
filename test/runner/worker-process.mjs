// The runner's side of a worker (worker.mjs): starts it, hands it spec files one by one, and ends it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));
const REGISTER = new URL('./register.mjs', import.meta.url).href;
/** Beyond what the worker itself takes to say what keeps it alive. */
const END_LIMIT_MS = 15_000;

export class WorkerProcess {
  memoryBytes = 0;
  #child;
  #ended;
  #pending;

  constructor(lane, { env = environmentOf(lane) } = {}) {
    this.lane = lane;
    this.#child = fork(WORKER, [], {
      env,
      stdio: 'inherit',
      execArgv: ['--import', REGISTER, '--enable-source-maps', '--disable-warning=ExperimentalWarning'],
    });
    this.#ended = once(this.#child, 'exit');
    this.#child.on('message', (message) => this.#take(message));
    this.#child.once('exit', (code, signal) => {
      this.#pending?.reject(new Error(`the worker of this file ended with ${signal ?? code}`));
    });
  }

  /** @returns the result of one spec file @throws when the process ends meanwhile */
  run(job) {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#child.send({ job });
    });
  }

  /** @returns what kept the process alive after its last file; undefined when it ended by itself, as it has to */
  async end() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return undefined;
    let leftOpen;
    this.#child.on('message', (message) => (leftOpen = message.leftOpen));
    this.#child.send({ end: true });
    const late = setTimeout(() => {
      leftOpen ??= 'it did not answer';
      this.#child.kill('SIGKILL');
    }, END_LIMIT_MS);
    await this.#ended;
    clearTimeout(late);
    return leftOpen;
  }

  #take({ outcome, memoryBytes }) {
    if (!outcome) return;
    this.memoryBytes = memoryBytes;
    const { resolve } = this.#pending;
    this.#pending = undefined;
    resolve(outcome);
  }
}

/** What test/run.mjs has set up for this lane. */
function environmentOf({ name }) {
  const { TEST_LANES, ...env } = process.env;
  return { ...env, ...JSON.parse(TEST_LANES ?? '{}')[name] };
}
