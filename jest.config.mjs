import { availableParallelism } from 'node:os';
import { LANES, patternOf } from './test/runner/lanes.mjs';

/** @type {import('jest').Config} */
export default {
  projects: LANES.map((lane) => ({
    displayName: lane.name,
    runner: '<rootDir>/test/runner/runner.mjs',
    // Finds what a change can reach; the runner's own workers resolve by test/runner/typescript-hooks.mjs.
    resolver: '<rootDir>/test/support/resolver.cjs',
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    roots: ['src', 'cli', 'resources', 'test'].map((folder) => `<rootDir>/${folder}`),
    testRegex: [patternOf(lane).source],
    // Set by test/run.mjs where every spec is wanted on both engines.
    testPathIgnorePatterns: [...(lane.never ?? []), ...(process.env.TEST_ALL_ENGINES ? [] : (lane.except ?? []))],
    cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  })),
  reporters: ['<rootDir>/test/runner/reporter.mjs'],
  watchman: false,
  // Only read here: projects have no time limit of their own.
  testTimeout: 120_000,
  // One more than cores: whoever waits for a timer, a child or the database leaves its core to another.
  maxWorkers: Math.min(6, availableParallelism() + 1),
};
