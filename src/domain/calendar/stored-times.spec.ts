import { describe, expect, it } from '@jest/globals';
import { farthestLegal, isYoungerThan } from './stored-times.js';

const now = new Date('2026-11-20T10:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

describe('stored times and a clock that was wrong', () => {
  it.each([
    [0, true],
    [-1999, true],
    [-2000, false],
    [1, false],
    [86_400_000, false],
  ])('something done at %d ms is fresh: %s', (ms, fresh) => expect(isYoungerThan(after(ms), 2000, now)).toBe(fresh));

  it('a due time may lie as far ahead as the rules write it, and as much as clocks differ', () => {
    expect(farthestLegal(now, 900_000)).toEqual(after(960_000));
  });
});
