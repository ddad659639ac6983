import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
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

describe('work that is repeated while it fails', () => {
  const SHORT_MS = 5;
  const fails = () => Promise.reject(new Error('away'));
  let error: ReturnType<typeof jest.spyOn>;

  beforeEach(() => void (error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined)));
  afterEach(() => error.mockRestore());

  it('ends with its first success', async () => {
    const tasks = new BackgroundTasks();
    let tries = 0;
    await new Promise<void>((done) => {
      tasks.retry('one', SHORT_MS, LONG_MS, async () => {
        tries += 1;
        if (tries < 3) return fails();
        done();
      });
    });
    await pause(5 * SHORT_MS);
    expect(tries).toBe(3);
    expect(error).not.toHaveBeenCalled();
  });

  it('ends at its limit, and says that it failed', async () => {
    const tasks = new BackgroundTasks();
    const work = jest.fn(fails);
    const failed = new Promise((resolve) => error.mockImplementation(resolve));
    tasks.retry('one', SHORT_MS, 0, work);
    await failed;
    await pause(5 * SHORT_MS);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is tried once more by a stop, which waits for no further try', async () => {
    const tasks = new BackgroundTasks();
    const work = jest.fn(fails);
    tasks.retry('one', LONG_MS, LONG_MS, work);
    await tasks.settle();
    expect(work).toHaveBeenCalledTimes(1);
  });
});
