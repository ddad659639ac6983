import { describe, expect, it } from '@jest/globals';
import { MAX_LOOK_MS, SILENT_AFTER_MS, SilenceDetector } from './silence-detector.js';

const LOOK_MS = 1500;

describe('SilenceDetector', () => {
  /** @returns when `id` was found silent, in milliseconds after the first look; null: never */
  const foundAt = (beatAt: (ms: number) => number, looks: number[], id = 'a') => {
    const detector = new SilenceDetector();
    return looks.find((ms) => detector.look([{ id, beat: beatAt(ms) }], ms + 1000).length > 0) ?? null;
  };
  const every = (ms: number, until: number) => Array.from({ length: until / ms + 1 }, (_, at) => at * ms);

  it('never declares a process dead that counts up, however long it is watched', () => {
    expect(foundAt((ms) => Math.floor(ms / LOOK_MS), every(LOOK_MS, 600_000))).toBeNull();
  });

  it('finds a dead one within nine seconds of its last beat, at whatever moment it died', () => {
    for (let death = 0; death < LOOK_MS; death += 50) {
      const at = foundAt((ms) => (ms > death ? 1 : 0), every(LOOK_MS, 20_000));
      expect(at! - death).toBeGreaterThan(SILENT_AFTER_MS - LOOK_MS);
      expect(at! - death).toBeLessThanOrEqual(9000);
    }
  });

  it('forgives a pause of six seconds', () => {
    const beatAt = (ms: number) => (ms < 3000 ? 1 : ms < 9000 ? 2 : 3);
    expect(foundAt(beatAt, every(LOOK_MS, 15_000))).toBeNull();
  });

  it('does not count the time in which it was itself asleep', () => {
    const looks = [0, LOOK_MS, 60_000, 60_000 + LOOK_MS];
    expect(foundAt((ms) => (ms > 60_000 ? 2 : 1), looks)).toBeNull();
    expect(foundAt(() => 1, [0, 60_000, 120_000, 180_000])).toBeNull();
    expect(MAX_LOOK_MS * 3).toBeLessThan(SILENT_AFTER_MS);
  });

  it('starts anew with one that comes back under its id, and forgets those that are gone', () => {
    const detector = new SilenceDetector();
    for (const ms of [0, 1500, 3000, 4500]) detector.look([{ id: 'a', beat: 1 }], ms);
    expect(detector.look([], 6000)).toEqual([]);
    expect(detector.look([{ id: 'a', beat: 1 }], 7500)).toEqual([]);
    expect(detector.look([{ id: 'a', beat: 1 }], 9000)).toEqual([]);
  });
});
