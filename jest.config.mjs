/** @type {import('jest').Config} */
const transform = {
  '^.+\\.tsx?$': ['@swc/jest', { swcrc: false, sourceMaps: 'inline', module: { type: 'es6' }, jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true, tsx: false },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  } }],
};
const node = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  resolver: '<rootDir>/test/support/resolver.cjs',
};

export default {
  projects: [{ ...node, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/architecture/**/*.spec.ts'] }],
  maxWorkers: 2,
  workerIdleMemoryLimit: '700MB',
};
