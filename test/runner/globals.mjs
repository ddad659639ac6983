// What `@jest/globals` is in a worker of this runner: the parts of Jest that the specs use, without a context of their own.
import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  config: { fakeTimers: { enableGlobally: false }, rootDir: process.cwd() },
  global: globalThis,
});

/** `jest.mock` and the like do not exist: modules are shared between the spec files of a worker. */
export const jest = {
  fn: (implementation) => mocker.fn(implementation),
  spyOn: (...args) => mocker.spyOn(...args),
  clearAllMocks: () => mocker.clearAllMocks(),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (config) => timers.useFakeTimers(config),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  getTimerCount: () => timers.getTimerCount(),
};

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, jestExpect as expect, test };
