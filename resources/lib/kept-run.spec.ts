import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keepRun, type KeptRun, keptRun } from './kept-run';

const RUN: KeptRun = { personId: '1', runId: 'run', action: 'resend', left: ['a', 'b'] };

describe('a run that was cut off', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) };
    Object.assign(globalThis, { sessionStorage: storage });
  });
  afterEach(() => {
    stored.clear();
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  it('is gone on with by the person whose it is', () => {
    keepRun(RUN);
    expect(keptRun('1')).toEqual(RUN);
  });

  it('is not offered to whoever signs in next in the same tab', () => {
    keepRun(RUN);
    expect(keptRun('2')).toBeNull();
  });
});
