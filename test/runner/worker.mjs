// One worker process: it runs spec files one after the other in bare Node, so that the modules under test are evaluated once.
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';
import './connections.mjs';
import { expect, jest } from './globals.mjs';

/** What nobody caught: it belongs to the file that was running. */
let uncaught = [];
process.on('uncaughtException', (error) => uncaught.push(error));
process.on('unhandledRejection', (error) => uncaught.push(error));

/** How many times a test of the file has expected something. */
let assertions = 0;
/** Tests of the file that took more than half of their time limit: a busier machine makes them red. */
let nearLimit = [];
/** After the last file: what is still open keeps the process alive, and is named after that time. */
const END_LIMIT_MS = 5_000;

addEventHandler(async ({ name, test }) => {
  if (name === 'test_start') {
    expect.setState({ currentTestName: titlesOf(test).join(' '), suppressedErrors: [], assertionCalls: 0 });
  }
  if (name !== 'test_done') return;
  assertions += expect.getState().assertionCalls;
  const limitMs = test.timeout || getState().testTimeout;
  if (test.duration > limitMs / 2) nearLimit.push({ name: titlesOf(test).join(' '), ms: test.duration, limitMs });
  test.errors.push(...expect.extractExpectedAssertionsErrors().map(({ error }) => error));
});

process.on('message', ({ job, end }) => void (end ? endAfterLastFile() : answer(job)));
// Nobody waits for its results any more; what it has started ends with it.
process.once('disconnect', () => process.exit(1));

async function answer(job) {
  const result = await runFile(job);
  await noteOpen(job.path);
  process.send({ outcome: { result, assertions }, memoryBytes: process.memoryUsage.rss() });
}

/** Which file each kind of thing that is open was first seen after, and has been there since. */
const openSince = new Map();

async function noteOpen(path) {
  // What was closed a moment ago is gone a turn later.
  await new Promise((resolve) => setImmediate(resolve));
  const kinds = new Set(process.getActiveResourcesInfo());
  for (const kind of openSince.keys()) if (!kinds.has(kind)) openSince.delete(kind);
  for (const kind of kinds) if (!openSince.has(kind)) openSince.set(kind, relative(process.cwd(), path));
}

async function endAfterLastFile() {
  for (const end of globalThis[Symbol.for('tokendesk.test.endings')] ?? []) await end();
  process.removeAllListeners('disconnect');
  process.channel.unref();
  setTimeout(() => {
    const counts = new Map();
    for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const since = (kind) => (openSince.has(kind) ? ` since ${openSince.get(kind)}` : '');
    const leftOpen = [...counts].map(([kind, count]) => `${kind} (${count})${since(kind)}`).join(', ');
    process.send({ leftOpen }, () => process.exit(1));
  }, END_LIMIT_MS).unref();
}

/** @returns the result of one spec file, in the form that Jest's reporters take */
async function runFile({ path, config, globalConfig }) {
  resetState();
  const state = getState();
  state.testTimeout = globalConfig.testTimeout ?? 5000;
  if (globalConfig.testNamePattern) state.testNamePattern = new RegExp(globalConfig.testNamePattern, 'i');
  expect.setState({ testPath: path, expand: globalConfig.expand });
  uncaught = [];
  assertions = 0;
  nearLimit = [];
  const start = Date.now();
  let outcome = { testResults: [], unhandledErrors: [] };
  try {
    // A query of its own: the same file again is a new module.
    await import(`${new URL(`file://${path}`).href}?${start}`);
    outcome = await run();
  } catch (error) {
    uncaught.push(error);
  }
  jest.useRealTimers();
  // A rejection is told a turn after it happened.
  await new Promise((resolve) => setImmediate(resolve));
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
    nearLimit,
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
