// Runs spec files in worker processes without a module registry for each file: the product is loaded once a worker.
import { fileURLToPath } from 'node:url';
import { Worker } from 'jest-worker';

const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));
const REGISTER = new URL('./register.mjs', import.meta.url).href;
/** A worker that has grown past it is replaced between two files. */
const MEMORY_LIMIT_BYTES = 1_600_000_000;

export default class Runner {
  isSerial = false;
  supportsEventEmitters = false;

  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { globalConfig } = this;
    const workers = new Worker(WORKER, {
      exposedMethods: ['runFile'],
      numWorkers: Math.min(globalConfig.maxWorkers, tests.length),
      idleMemoryLimit: MEMORY_LIMIT_BYTES,
      maxRetries: 0,
      forkOptions: {
        stdio: 'inherit',
        execArgv: ['--import', REGISTER, '--enable-source-maps', '--disable-warning=ExperimentalWarning'],
      },
    });
    const waiting = [...tests];
    const runNext = async () => {
      for (let test = waiting.shift(); test; test = waiting.shift()) {
        if (watcher.isInterrupted()) return;
        await onStart(test);
        try {
          const job = { path: test.path, config: test.context.config, globalConfig };
          await onResult(test, await workers.runFile(job));
        } catch (error) {
          await onFailure(test, { message: error.message, stack: error.stack });
        }
      }
    };
    await Promise.all(Array.from({ length: globalConfig.maxWorkers }, runNext));
    await workers.end();
  }
}
