import { expect, it } from '@jest/globals';
import { CallbackBurstGate } from './callback-burst-gate.js';

/** Work that gives way, and whether it has gone on. */
function work(rush: CallbackBurstGate): { hasGoneOn: boolean; done: Promise<void> } {
  const it = { hasGoneOn: false, done: rush.waitUntilQuiet().then(() => void (it.hasGoneOn = true)) };
  return it;
}

/** Without a timer: whatever goes on now goes on at once. */
async function thisTurn(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

it('without messages, and beside one alone, nothing waits', async () => {
  const rush = new CallbackBurstGate();
  const before = work(rush);
  rush.recordCallback();
  const beside = work(rush);
  await thisTurn();
  expect([before.hasGoneOn, beside.hasGoneOn]).toEqual([true, true]);
});

it('work goes on once no more messages come', async () => {
  const rush = new CallbackBurstGate();
  rush.recordCallback();
  rush.recordCallback();
  const held = work(rush);
  await thisTurn();
  expect(held.hasGoneOn).toBe(false);
  await held.done;
  const later = work(rush);
  await thisTurn();
  expect(later.hasGoneOn).toBe(true);
});

it('messages without end do not hold work up without end', async () => {
  const rush = new CallbackBurstGate();
  rush.recordCallback();
  const flood = setInterval(() => rush.recordCallback(), 2);
  try {
    rush.recordCallback();
    await work(rush).done;
  } finally {
    clearInterval(flood);
  }
});
