// Jest's runner: hands all spec files of all lanes to one pool of workers.
import { durationOf, rememberDurations } from './durations.mjs';
import { laneNamed } from './lane-results.mjs';
import { runInPool } from './pool.mjs';

export default class Runner {
  isSerial = false;
  supportsEventEmitters = false;

  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { globalConfig } = this;
    const jobs = tests.map((test) => {
      const lane = laneNamed(test.context.config.displayName.name);
      lane.total += 1;
      return { test, lane, path: test.path, expectedMs: durationOf(lane.name, test.path) };
    });
    await runInPool(jobs, {
      slots: globalConfig.maxWorkers,
      isInterrupted: () => watcher.isInterrupted(),
      messageFor: ({ test, path, lane }) => {
        const { testTimeout, ...others } = globalConfig;
        const limits = { ...others, testTimeout: lane.testLimitMs ?? testTimeout };
        return { path, config: test.context.config, globalConfig: limits };
      },
      onStart: ({ test, lane }) => {
        lane.started ??= performance.now();
        return onStart(test);
      },
      onResult: ({ test, lane }, { result, assertions }) => {
        lane.assertions += assertions;
        // Of a file without results Jest says that it has no tests, and not what kept it from being read.
        const { testResults, testExecError } = result;
        return testResults.length === 0 && testExecError ? onFailure(test, testExecError) : onResult(test, result);
      },
      onFailure: ({ test }, error) => onFailure(test, { message: error.message, stack: error.stack }),
      onLeftOpen: (lane, text) => lane.faults.push(text),
    });
    rememberDurations(jobs);
  }
}
