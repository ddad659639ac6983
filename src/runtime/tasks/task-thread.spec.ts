import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Task } from './task.js';
import { TaskThread, type ThreadTimes } from './task-thread.js';

/** Answers as the real program does, and dies, hangs or fails on request. */
const PROGRAM = `
  import { parentPort, workerData } from 'node:worker_threads';
  parentPort.on('message', ({ id, input }) => {
    if (input === 'die') process.exit(1);
    if (input === 'throw') setImmediate(() => { throw new Error('nobody catches asha@example.com'); });
    else if (input === 'hang') for (;;);
    else if (input === 'fail') parentPort.postMessage({ id, problem: 'refused', stack: undefined });
    else if (input !== 'silent') parentPort.postMessage({ id, result: [input, workerData] });
  });`;

const ASK: Task<unknown, unknown> = { name: 'ask', prepare: () => Promise.reject(new Error('runs on the thread')) };
const ENDED = 'the worker thread ended before its work was done';

describe('TaskThread', () => {
  let thread: TaskThread;
  const open = (times?: ThreadTimes) => {
    const settings = { dataDir: '/data', smtpUrl: null, encryptionKey: 'not for the thread' };
    thread = new TaskThread(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), settings, times);
    return (input: unknown) => thread.run(ASK, input);
  };
  const logged = jest.spyOn(Logger.prototype, 'error');
  beforeEach(() => {
    logged.mockReset();
    logged.mockReturnValue(undefined);
  });
  afterEach(() => thread.onApplicationShutdown());
  afterAll(() => logged.mockRestore());

  it('starts with the first task, and knows two settings alone', async () => {
    const ask = open();
    expect(thread.isRunning).toBe(false);
    expect(await ask('hello')).toEqual(['hello', { dataDir: '/data', smtpUrl: null }]);
    expect(thread.isRunning).toBe(true);
  });

  it('hands a failure of the task to whoever asked, and goes on', async () => {
    const ask = open();
    const [failed, kept] = await Promise.allSettled([ask('fail'), ask('b')]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'refused' } });
    expect(kept).toMatchObject({ status: 'fulfilled', value: ['b', expect.anything()] });
  });

  it('refuses at once what cannot be cloned', async () => {
    const ask = open();
    await expect(ask(() => 1)).rejects.toThrow('could not be cloned');
    expect(await ask('b')).toBeTruthy();
  });

  it.each(['die', 'throw'])(
    'fails everything under way when it dies (%s), and the next task starts another one',
    async (how) => {
      const ask = open();
      const waiting = [ask('silent'), ask(how)];
      for (const each of waiting) await expect(each).rejects.toThrow(ENDED);
      expect(await ask('again')).toMatchObject(['again', {}]);
    },
  );

  it('says how large its heap is and how busy it was, and nothing of either while it rests', async () => {
    const ask = open({ idleMs: 60_000, silenceMs: 60_000 });
    expect([await thread.heapBytes(), thread.busyRatio()]).toEqual([0, 0]);
    await ask('warm');
    // Not waited for long: a thread that has no turn meanwhile says 0.
    while ((await thread.heapBytes()) <= 100_000) await pause(20);
    thread.busyRatio();
    const hanging = ask('hang').catch(() => 'ended');
    while (thread.busyRatio() <= 0.5) await pause(20);
    await thread.onApplicationShutdown();
    expect(await hanging).toBe('ended');
    expect([await thread.heapBytes(), thread.busyRatio()]).toEqual([0, 0]);
  });

  it('ends when idle, and starts again', async () => {
    const ask = open({ idleMs: 30, silenceMs: 60_000 });
    await ask('a');
    while (thread.isRunning) await pause(5);
    expect(await ask('b')).toMatchObject(['b', {}]);
  });

  it('ends one that hangs', async () => {
    const times = { idleMs: 60_000, silenceMs: 60_000 };
    const ask = open(times);
    await ask('warm');
    // Short only for what never answers: a thread takes its time to start.
    times.silenceMs = 500;
    await expect(ask('hang')).rejects.toThrow(ENDED);
    expect(logged).toHaveBeenCalledWith({ msg: 'worker thread hangs and is ended', waiting: 1 });
    times.silenceMs = 60_000;
    expect(await ask('b')).toMatchObject(['b', {}]);
  });

  it('fails what is under way when the product stops', async () => {
    const ask = open();
    const [outcome] = await Promise.all([Promise.allSettled([ask('silent')]), thread.onApplicationShutdown()]);
    expect(outcome).toMatchObject([{ status: 'rejected', reason: { message: ENDED } }]);
  });
});
