import { beforeEach, describe, expect, it } from '@jest/globals';
import { StandingClock } from '../../../test/support/limiter-cases.js';
import { MemoryTally, type TallyKind } from './tally.js';

const KEPT: TallyKind = { name: 'kept', ttlMs: 60_000, maxEntries: 50, evicts: 'nothing' };
const LOOSE: TallyKind = { ...KEPT, name: 'loose', evicts: 'oldest' };

describe('MemoryTally', () => {
  let clock: StandingClock;
  let tally: MemoryTally;
  beforeEach(() => {
    clock = new StandingClock();
    tally = new MemoryTally(clock);
  });

  const flood = async (kind: TallyKind, entries: number) => {
    for (let at = 0; at < entries; at += 1) await tally.add({ kind, subject: `flood ${at}` });
  };

  it('counts in a row until cleared, and forgets in time', async () => {
    const key = { kind: KEPT, subject: 'k' };
    await tally.add(key);
    expect(await tally.add(key)).toEqual({ count: 2, lastAt: clock.ms });
    await tally.clear(key);
    expect(await tally.read(key)).toBeNull();
    await tally.add(key);
    clock.ms += KEPT.ttlMs;
    expect(await tally.read(key)).toBeNull();
    expect((await tally.add(key)).count).toBe(1);
  });

  it.each([
    ['of another clock, at most a minute ahead, is told', 60_000, true],
    ['that a wrong clock wrote is not told, while its count stays', 60_001, false],
  ])('a time %s', async (_name, ahead, isTold) => {
    const key = { kind: KEPT, subject: 'k' };
    clock.ms += ahead;
    const { lastAt } = await tally.add(key);
    clock.ms -= ahead;
    expect(await tally.read(key)).toEqual({ count: 1, lastAt: isTold ? lastAt : 0 });
    await tally.add(key);
    expect(await tally.read(key)).toEqual({ count: 2, lastAt: clock.ms });
  });

  it('never evicts what protects an account, and says when there is no room', async () => {
    const key = { kind: KEPT, subject: 'locked' };
    await tally.add(key);
    await flood(LOOSE, 1_000);
    await flood(KEPT, 49);
    expect((await tally.read(key))?.count).toBe(1);
    expect(tally.hasRoomFor({ kind: KEPT, subject: 'new' })).toBe(false);
    expect(tally.hasRoomFor(key)).toBe(true);
    clock.ms += KEPT.ttlMs;
    expect(tally.hasRoomFor({ kind: KEPT, subject: 'new' })).toBe(true);
  });

  it('evicts the oldest of what protects nothing', async () => {
    const key = { kind: LOOSE, subject: 'first' };
    await tally.add(key);
    await flood(LOOSE, 50);
    expect(await tally.read(key)).toBeNull();
    expect(tally.hasRoomFor(key)).toBe(true);
  });
});
