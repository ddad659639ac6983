import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import { Clock } from '../../src/runtime/clock.js';

export class StandingClock extends Clock {
  ms = 1_800_000_000_000;
  now(): Date {
    return new Date(this.ms);
  }
}

const LIMIT = 3;
const WINDOW_MS = 10_000;
const YES = { allowed: true, retryAfterSeconds: 0 };
const no = (retryAfterSeconds: number) => ({ allowed: false, retryAfterSeconds });

type Step = ['consume' | 'peek', ReturnType<typeof no>] | ['wait', number] | ['reset'];
const used = (times: number): Step[] => Array.from({ length: times }, (): Step => ['consume', YES]);

/** What happens to one key with a limit of three in ten seconds, and what each step answers. */
const CASES: [string, Step[]][] = [
  ['allows up to the limit and says how long to wait', [...used(3), ['consume', no(14)]]],
  [
    'does not count what it refuses',
    [...used(3), ['consume', no(14)], ['consume', no(14)], ['wait', 20_000], ...used(3)],
  ],
  ['says how much of the window is left, and of the next one', [...used(3), ['wait', 7_001], ['consume', no(7)]]],
  ['weighs the window before', [...used(3), ['wait', 10_000], ['consume', no(4)], ['wait', 3_334], ['consume', YES]]],
  ['gives back one place after the other', [...used(3), ['wait', 13_334], ['consume', YES], ['consume', no(4)]]],
  [
    'opens before the window ends when enough of it has passed',
    [...used(3), ['wait', 16_667], ...used(2), ['consume', no(4)]],
  ],
  [
    'does not start from nothing at the edge of a window',
    [['wait', 9_999], ...used(3), ['wait', 10_001], ['consume', no(4)]],
  ],
  ['forgets after two windows', [...used(3), ['wait', 20_000], ...used(3), ['consume', no(14)]]],
  ['forgets on reset', [...used(3), ['reset'], ...used(3), ['consume', no(14)]]],
  ['looks without counting', [...Array.from({ length: 9 }, (): Step => ['peek', YES]), ...used(3), ['peek', no(14)]]],
  ['starts anew with a clock set far back', [...used(3), ['wait', -3_600_000], ...used(3), ['consume', no(14)]]],
];

let keys = 0;

/** The same for every limiter. @param make by the given clock; once for each case */
export function describeLimiter(name: string, make: (clock: Clock) => RateLimiter): void {
  describe(name, () => {
    let clock: StandingClock;
    let limiter: RateLimiter;
    let key: string;
    beforeEach(() => {
      clock = new StandingClock();
      limiter = make(clock);
      key = `case ${(keys += 1)}`;
    });

    it.each(CASES)('%s', async (_name, steps) => {
      for (const step of steps) {
        if (step[0] === 'wait') clock.ms += step[1];
        else if (step[0] === 'reset') await limiter.reset(key);
        else expect(await limiter[step[0]](key, LIMIT, WINDOW_MS)).toEqual(step[1]);
      }
    });

    it('tells the first second at which one more is taken', async () => {
      const uses = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 40 });
      const limits = { limit: fc.integer({ min: 1, max: 12 }), less: fc.integer({ min: 0, max: 3 }) };
      const windowMs = fc.constantFrom(10_000, 60_000, 900_000, 7_777);
      await fc.assert(
        fc.asyncProperty(
          fc.record({ ...limits, windowMs, uses }),
          async ({ limit, less, windowMs: length, uses: gaps }) => {
            const own = `case ${(keys += 1)}`;
            for (const gap of gaps) {
              await limiter.consume(own, limit, length);
              clock.ms += gap;
            }
            // A limit that is lower by now is met by a window that holds more than it.
            const now = Math.max(1, limit - less);
            const { allowed, retryAfterSeconds } = await limiter.peek(own, now, length);
            if (allowed) return;
            clock.ms += (retryAfterSeconds - 1) * 1000;
            expect(await limiter.peek(own, now, length)).toEqual(no(1));
            clock.ms += 1000;
            expect(await limiter.consume(own, now, length)).toEqual(YES);
          },
        ),
        { numRuns: 300 },
      );
    });

    it('keeps keys apart, and lengths of one key', async () => {
      for (let i = 0; i < LIMIT; i += 1) await limiter.consume(key, LIMIT, WINDOW_MS);
      expect(await limiter.consume(`${key} other`, LIMIT, WINDOW_MS)).toEqual(YES);
      expect(await limiter.consume(key, LIMIT, 2 * WINDOW_MS)).toEqual(YES);
    });

    it('lets no more through at the same moment than one after the other', async () => {
      const verdicts = await Promise.all(Array.from({ length: 20 }, () => limiter.consume(key, LIMIT, WINDOW_MS)));
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(LIMIT);
    });

    it('refuses by throwing', async () => {
      for (let i = 0; i < LIMIT; i += 1) await limiter.require(key, LIMIT, WINDOW_MS);
      await expect(limiter.require(key, LIMIT, WINDOW_MS)).rejects.toMatchObject({ retryAfterSeconds: 14 });
    });
  });
}
