import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../runtime/clock.js';
import { MemoryRateLimiter } from './rate-limiter.js';

class TestClock extends Clock {
  ms = 1_800_000_000_000;
  now() {
    return new Date(this.ms);
  }
}

describe('MemoryRateLimiter', () => {
  let clock: TestClock;
  let limiter: MemoryRateLimiter;
  const consume = (key = 'k') => limiter.consume(key, 3, 10_000);
  beforeEach(() => {
    clock = new TestClock();
    limiter = new MemoryRateLimiter(clock);
  });

  it('allows up to the limit and says how long to wait', async () => {
    for (let i = 0; i < 3; i += 1) expect((await consume()).allowed).toBe(true);
    const refused = await consume();
    expect(refused.allowed).toBe(false);
    clock.ms += refused.retryAfterSeconds * 1000;
    // The window before still weighs in; after another one it does not.
    clock.ms += 10_000;
    expect((await consume()).allowed).toBe(true);
  });

  it('does not start from nothing at the edge of a window', async () => {
    clock.ms += 9_999;
    for (let i = 0; i < 3; i += 1) await consume();
    clock.ms += 10_001;
    expect((await consume()).allowed).toBe(false);
  });

  it('keeps keys apart, forgets on reset, looks without counting', async () => {
    for (let i = 0; i < 3; i += 1) await consume();
    expect((await consume('other')).allowed).toBe(true);
    expect((await limiter.peek('k', 3, 10_000)).allowed).toBe(false);
    await limiter.reset('k');
    for (let i = 0; i < 9; i += 1) expect((await limiter.peek('k', 3, 10_000)).allowed).toBe(true);
    expect((await consume()).allowed).toBe(true);
  });

  it('stays bounded, and survives a clock set back', async () => {
    for (let i = 0; i < 21_000; i += 1) await consume(`k${i}`);
    expect(limiter.size).toBeLessThanOrEqual(20_000);
    for (let i = 0; i < 3; i += 1) await consume('back');
    clock.ms -= 3_600_000;
    expect((await consume('back')).allowed).toBe(true);
  });
});
