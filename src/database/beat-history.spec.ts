import { describe, expect, it } from '@jest/globals';
import { ageOf, BeatHistory } from './beat-history.js';

const at = (seconds: number) => ({ monotonic: seconds * 1000, wall: 1_760_000_000_000 + seconds * 1000 });
const sentAt = (history: BeatHistory, beat: number) => {
  const sent = history.provenBy(beat);
  return sent && sent.monotonic / 1000;
};

describe('what a copy of the database that shows a heartbeat is complete up to', () => {
  const history = (...beats: [beat: number, seconds: number][]) => {
    const made = new BeatHistory(10_000);
    for (const [beat, seconds] of beats) made.add(beat, at(seconds));
    return made;
  };

  it.each([
    ['the heartbeat itself', history([0, 0], [1, 2], [2, 4]), 1, 2],
    ['one whose answer got lost: the one before', history([0, 0], [1, 2], [3, 6]), 2, 2],
    ['one later than any that was answered: the last', history([0, 0], [1, 2]), 7, 2],
    ['a registration that was sent twice: the first time', history([0, 0], [0, 3]), 0, 0],
    ['none that this process has sent', history([5, 4]), 4, null],
    ['nothing sent at all', history(), 0, null],
    ['after a failover that lost the second: sent again', history([1, 2], [2, 4], [1, 6], [2, 8]), 2, 8],
    ['after it, what was counted twice: the first time', history([1, 2], [2, 4], [1, 6]), 1, 2],
  ])('%s', (_, made, beat, seconds) => {
    expect(sentAt(made, beat)).toBe(seconds);
  });

  it('forgets what is older than asked for, but for one', () => {
    const made = history(...Array.from({ length: 100 }, (_, beat): [number, number] => [beat, beat]));
    expect([sentAt(made, 99), sentAt(made, 89), sentAt(made, 88), sentAt(made, 87)]).toEqual([99, 89, 88, null]);
    made.clear();
    expect(sentAt(made, 99)).toBeNull();
  });

  it.each([
    ['as both clocks say', at(0), at(4), 4000],
    ['asleep: the monotonic clock stood still', at(0), { ...at(3600), monotonic: 1000 }, 3_600_000],
    ['the wall clock was set back', at(0), { ...at(2), wall: at(-60).wall }, 60_000],
  ])('age %s', (_, then, now, ms) => {
    expect(ageOf(then, now)).toBe(ms);
  });
});
