import { availableParallelism } from 'node:os';

const swc = (tsx) => [
  '@swc/jest',
  {
    // Not the build's .swcrc: that one leaves the specs out.
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
  },
];

const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  resolver: '<rootDir>/test/support/resolver.cjs',
  moduleNameMapper: { '\\.css$': '<rootDir>/test/support/empty.mjs' },
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
  ],
  // Only read here: projects have no time limit of their own.
  testTimeout: 60_000,
  maxWorkers: Math.min(4, Math.max(2, availableParallelism() - 1)),
  workerIdleMemoryLimit: '700MB',
  // The server bundle of the pages is not ours to measure, and cannot be instrumented.
  collectCoverageFrom: ['src/**/*.ts', '!src/main.ts'],
  coverageProvider: 'v8',
};
