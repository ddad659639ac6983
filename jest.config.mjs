import { availableParallelism } from 'node:os';

const common = {
  runner: '<rootDir>/test/runner/runner.mjs',
  // Finds what a change can reach; the runner's own workers resolve by test/runner/typescript-hooks.mjs.
  resolver: '<rootDir>/test/support/resolver.cjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{src,cli,resources}/**/*.spec.{ts,tsx}',
        '<rootDir>/test/{architecture,bench}/**/*.spec.ts',
      ],
    },
    {
      ...common,
      displayName: 'app',
      testMatch: ['<rootDir>/test/{api,pages,cli,flows,faults,database,security}/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
    {
      ...common,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup-browser.mjs',
    },
    {
      ...common,
      displayName: 'gallery',
      testMatch: ['<rootDir>/test/gallery/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup-browser.mjs',
    },
  ],
  // Only read here: projects have no time limit of their own.
  testTimeout: 60_000,
  maxWorkers: Math.min(4, Math.max(2, availableParallelism() - 1)),
};
