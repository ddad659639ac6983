import { stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { LATE, within } from './time-limit.js';

const never = new Promise<string>(() => undefined);

it('gives the answer, or the error, that comes in time', async () => {
  await expect(within(1_000, Promise.resolve(null))).resolves.toBeNull();
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('is late when the time is over, and does not fail when the work fails afterwards', async () => {
  await expect(within(5, never)).resolves.toBe(LATE);
  let fail: (error: Error) => void = () => undefined;
  const failing = new Promise<string>((_, reject) => (fail = reject));
  await expect(within(5, failing)).resolves.toBe(LATE);
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  fail(new Error('after the limit'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

it('takes an answer that arrived in time while this process was busy', async () => {
  // From here the event loop looks at timers before it looks at what has arrived.
  await turn();
  const answer = within(20, stat('.'));
  // Busy for this thread alone: the one that answers has a processor also on a busy machine.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(await answer).not.toBe(LATE);
});
