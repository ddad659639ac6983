import { describe, expect, it, jest } from '@jest/globals';
import { BackgroundTasks } from './background.js';

const LONG_MS = 60_000;

describe('work that begins later', () => {
  it('begins at once when somebody waits for it, and is waited for', async () => {
    const tasks = new BackgroundTasks();
    const done: string[] = [];
    tasks.startLater('first', LONG_MS, async () => {
      done.push('first');
      tasks.startLater('second', LONG_MS, () => Promise.resolve(done.push('second')));
    });
    await Promise.resolve();
    expect(done).toEqual([]);
    await tasks.settle();
    expect(done).toEqual(['first', 'second']);
  });

  it('begins by itself after its delay', async () => {
    jest.useFakeTimers();
    const tasks = new BackgroundTasks();
    const work = jest.fn(() => Promise.resolve(1));
    tasks.startLater('one', LONG_MS, work);
    jest.advanceTimersByTime(LONG_MS - 1);
    expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    await Promise.resolve();
    await Promise.resolve();
    expect(work).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
    await tasks.settle();
  });
});
