// Plain lines: how far each lane is, what failed as soon as it failed, and the numbers of each lane, for test/run.mjs as well.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../../cli/scripts/building.mjs';
import { allLanes, laneNamed } from './lane-results.mjs';

const PROGRESS_MS = 15_000;
/** So few files are named one by one. */
const FEW = 20;

export default class Reporter {
  onRunStart({ numTotalTestSuites }) {
    this.namesFiles = numTotalTestSuites <= FEW;
    this.told = new Map();
    this.progress = setInterval(() => this.tellProgress(), PROGRESS_MS);
  }

  onTestResult(test, result) {
    const lane = laneNamed(test.context.config.displayName.name);
    const path = relative(root, test.path);
    const ms = result.perfStats.runtime || 0;
    // A file that cannot even be loaded has no tests to count.
    const isBroken = Boolean(result.testExecError);
    lane.done += 1;
    lane.passed += result.numPassingTests;
    lane.failed += result.numFailingTests + Number(isBroken);
    lane.skipped += result.numPendingTests;
    lane.files.push({ path, ms });
    const hasFailed = result.numFailingTests > 0 || isBroken;
    if (hasFailed || this.namesFiles) say(hasFailed ? 'FAILED' : 'ok', lane.name, `${path} (${seconds(ms)})`);
    if (hasFailed) console.log(result.failureMessage);
    for (const { name, ms: took, limitMs } of result.nearLimit ?? [])
      say('slow', lane.name, `${path}: ${name} (${seconds(took)} of at most ${seconds(limitMs)})`);
    if (lane.done === lane.total) this.tellEnd(lane);
  }

  onRunComplete() {
    clearInterval(this.progress);
    for (const { name, faults } of allLanes())
      for (const fault of faults) say('FAILED', name, `a worker did not end, these were still open: ${fault}`);
    const lanes = allLanes().map(({ engine: _engine, isFirst: _isFirst, started: _started, ...counts }) => counts);
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify({ lanes }));
  }

  getLastError() {
    return allLanes().some(({ faults }) => faults.length > 0) ? new Error('a worker did not end') : undefined;
  }

  tellProgress() {
    for (const lane of allLanes()) {
      const { name, done, total, started } = lane;
      if (started === undefined || done === total || this.told.get(name) === done) continue;
      this.told.set(name, done);
      say('', name, `${done} of ${total} files, ${seconds(performance.now() - started)}`);
    }
  }

  tellEnd({ name, total, passed, failed, skipped, assertions, started }) {
    const counts = [
      `${total} files`,
      `${passed} passed`,
      `${failed} failed`,
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ];
    const text = `${counts.join(', ')}, ${assertions} assertions, ${seconds(performance.now() - started)}`;
    say(failed > 0 ? 'FAILED' : 'done', name, text);
  }
}

function say(state, lane, text) {
  console.log(`${state.padEnd(7)}${lane.padEnd(16)}${text}`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
