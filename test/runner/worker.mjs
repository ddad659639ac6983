// One worker process: it runs spec files one after the other in bare Node, so that the modules under test are evaluated once.
import { inspect } from 'node:util';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';
import { expect, jest } from './globals.mjs';

/** What nobody caught: it belongs to the file that was running. */
let uncaught = [];
process.on('uncaughtException', (error) => uncaught.push(error));
process.on('unhandledRejection', (error) => uncaught.push(error));

addEventHandler(async ({ name, test }) => {
  if (name === 'test_start') {
    expect.setState({ currentTestName: titlesOf(test).join(' '), suppressedErrors: [], assertionCalls: 0 });
  }
  if (name !== 'test_done') return;
  test.errors.push(...expect.extractExpectedAssertionsErrors().map(({ error }) => error));
});

/** Called once, after the last file. */
export async function teardown() {
  for (const end of globalThis[Symbol.for('tokendesk.test.endings')] ?? []) await end();
}

/** @returns the result of one spec file, in the form that Jest's reporters take */
export async function runFile({ path, config, globalConfig }) {
  resetState();
  const state = getState();
  state.testTimeout = globalConfig.testTimeout ?? 5000;
  if (globalConfig.testNamePattern) state.testNamePattern = new RegExp(globalConfig.testNamePattern, 'i');
  expect.setState({ testPath: path, expand: globalConfig.expand });
  uncaught = [];
  const start = Date.now();
  let outcome = { testResults: [], unhandledErrors: [] };
  try {
    // A query of its own: the same file again is a new module.
    await import(`${new URL(`file://${path}`).href}?${start}`);
    outcome = await run();
  } catch (error) {
    uncaught.push(error);
  }
  // A rejection is told a turn after it happened.
  await new Promise((resolve) => setImmediate(resolve));
  jest.useRealTimers();
  jest.restoreAllMocks();
  return resultOf({ path, config, globalConfig, start, outcome });
}

function resultOf({ path, config, globalConfig, start, outcome }) {
  const testResults = outcome.testResults.map(assertionResultOf);
  const count = (status) => testResults.filter((each) => each.status === status).length;
  const faults = [...outcome.unhandledErrors, ...uncaught.map((error) => error?.stack ?? inspect(error))];
  const end = Date.now();
  const messages = formatResultsErrors(testResults, config, globalConfig, path) ?? '';
  return {
    console: undefined,
    displayName: config.displayName,
    failureMessage: faults.length > 0 ? `${messages}\n${faults.join('\n')}` : messages || null,
    leaks: false,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    openHandles: [],
    perfStats: { start, end, runtime: end - start, slow: (end - start) / 1000 > config.slowTestThreshold },
    skipped: false,
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
    testExecError: faults.length > 0 ? { message: faults[0], stack: faults.join('\n') } : undefined,
    testFilePath: path,
    testResults,
  };
}

function assertionResultOf({ testPath, status, errors, duration, invocations, numPassingAsserts, startedAt }) {
  // The first is the root block.
  const titles = testPath.slice(1);
  return {
    ancestorTitles: titles.slice(0, -1),
    duration,
    failureDetails: [],
    failureMessages: errors,
    fullName: titles.join(' '),
    invocations,
    location: null,
    numPassingAsserts,
    retryReasons: [],
    startAt: startedAt,
    status: status === 'skip' ? 'pending' : status === 'done' ? (errors.length > 0 ? 'failed' : 'passed') : status,
    title: titles.at(-1),
  };
}

function titlesOf(test) {
  const titles = [];
  for (let block = test; block?.parent; block = block.parent) titles.unshift(block.name);
  return titles;
}
