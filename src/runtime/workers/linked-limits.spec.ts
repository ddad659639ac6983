import { describe, expect, it } from '@jest/globals';
import { describeLimiter, StandingClock } from '../../../test/support/limiter-cases.js';
import type { Clock } from '../clock.js';
import { MemoryRateLimiter } from '../rate-limits/rate-limiter.js';
import { MemoryTally, type TallyKind } from '../rate-limits/tally.js';
import { LimitKeeper } from './limit-keeper.js';
import { LinkedRateLimiter, LinkedTally } from './linked-limits.js';
import type { PrimaryLink } from './primary-link.js';
import type { LimitQuestion } from './worker-messages.js';

const KIND: TallyKind = { name: 'test', ttlMs: 60_000, maxEntries: 2, evicts: 'nothing' };

/** As a message between processes is: a copy. */
function linkTo(keeper: LimitKeeper): Pick<PrimaryLink, 'askLimit'> {
  const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  return { askLimit: async (question: LimitQuestion) => ({ answer: copy(await keeper.answer(copy(question))) }) };
}

const nobody = { askLimit: () => Promise.resolve(null) } as unknown as PrimaryLink;

for (const about of ['capacity', 'security'] as const) {
  const limiterOn = (keeper: LimitKeeper, clock: Clock) =>
    new LinkedRateLimiter(linkTo(keeper) as PrimaryLink, about, new MemoryRateLimiter(clock));

  describeLimiter(`LinkedRateLimiter (${about})`, (clock) => limiterOn(new LimitKeeper(clock), clock));

  it(`LinkedRateLimiter (${about}): two workers share one count`, async () => {
    const clock = new StandingClock();
    const keeper = new LimitKeeper(clock);
    const [one, two] = [limiterOn(keeper, clock), limiterOn(keeper, clock)];
    expect((await one.consume('k', 2, 10_000)).allowed).toBe(true);
    expect((await two.consume('k', 2, 10_000)).allowed).toBe(true);
    expect((await one.consume('k', 2, 10_000)).allowed).toBe(false);
  });
}

describe('LinkedTally', () => {
  const key = (subject: string) => ({ kind: KIND, subject });
  const pair = () => {
    const clock = new StandingClock();
    const link = linkTo(new LimitKeeper(clock)) as PrimaryLink;
    return [new LinkedTally(link, new MemoryTally(clock)), new LinkedTally(link, new MemoryTally(clock))] as const;
  };

  it('counts in a row over all workers until cleared by any', async () => {
    const [one, two] = pair();
    await one.add(key('a'));
    expect((await two.add(key('a'))).count).toBe(2);
    expect((await one.read(key('a')))?.count).toBe(2);
    await two.clear(key('a'));
    expect(await one.read(key('a'))).toBeNull();
  });

  it('says for all when there is no room', async () => {
    const [one, two] = pair();
    await one.add(key('a'));
    await two.add(key('b'));
    expect(await one.hasRoomFor(key('c'))).toBe(false);
    expect(await two.hasRoomFor(key('a'))).toBe(true);
  });
});

it('while the primary does not answer, a worker counts by itself', async () => {
  const clock = new StandingClock();
  const limiter = new LinkedRateLimiter(nobody, 'security', new MemoryRateLimiter(clock));
  expect((await limiter.consume('k', 1, 10_000)).allowed).toBe(true);
  expect((await limiter.consume('k', 1, 10_000)).allowed).toBe(false);
  const tally = new LinkedTally(nobody, new MemoryTally(clock));
  await tally.add({ kind: KIND, subject: 'a' });
  expect((await tally.read({ kind: KIND, subject: 'a' }))?.count).toBe(1);
});
