import { expect, it } from '@jest/globals';
import { CallbackBurstGate } from './callback-burst-gate.js';

/** Work that gives way, and whether it has gone on. */
function work(gate: CallbackBurstGate): { hasGoneOn: boolean; done: Promise<void> } {
  const it = { hasGoneOn: false, done: gate.waitUntilQuiet().then(() => void (it.hasGoneOn = true)) };
  return it;
}

/** Without a timer: whatever goes on now goes on at once. */
async function thisTurn(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

it('without messages, and beside one alone, nothing waits', async () => {
  const gate = new CallbackBurstGate();
  const before = work(gate);
  gate.recordCallback();
  const beside = work(gate);
  await thisTurn();
  expect([before.hasGoneOn, beside.hasGoneOn]).toEqual([true, true]);
});

it('work goes on once no more messages come', async () => {
  const gate = new CallbackBurstGate();
  gate.recordCallback();
  gate.recordCallback();
  const held = work(gate);
  await thisTurn();
  expect(held.hasGoneOn).toBe(false);
  await held.done;
  const later = work(gate);
  await thisTurn();
  expect(later.hasGoneOn).toBe(true);
});

it('messages without end do not hold work up without end', async () => {
  const gate = new CallbackBurstGate();
  gate.recordCallback();
  const flood = setInterval(() => gate.recordCallback(), 2);
  try {
    gate.recordCallback();
    await work(gate).done;
  } finally {
    clearInterval(flood);
  }
});
