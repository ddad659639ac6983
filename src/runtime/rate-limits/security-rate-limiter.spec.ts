import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeLimiter, StandingClock } from '../../../test/support/limiter-cases.js';
import { MemorySecurityRateLimiter } from './security-rate-limiter.js';

const WINDOW_MS = 10_000;
const CAPACITY = 50;

describeLimiter('MemorySecurityRateLimiter', (clock) => new MemorySecurityRateLimiter(clock));

describe('limits that protect accounts', () => {
  let clock: StandingClock;
  let limiter: MemorySecurityRateLimiter;
  beforeEach(() => {
    clock = new StandingClock();
    limiter = new MemorySecurityRateLimiter(clock, CAPACITY);
  });

  const consume = (key: string) => limiter.consume(key, 1, WINDOW_MS);
  const fill = async () => {
    for (let at = 1; at < CAPACITY; at += 1) await consume(`reset|flood ${at}`);
  };

  it('are not evicted by other keys, however many', async () => {
    await consume('reset|locked');
    await fill();
    for (let at = 0; at < 10 * CAPACITY; at += 1) await consume(`reset|more ${at}`);
    expect((await consume('reset|locked')).allowed).toBe(false);
    expect((await limiter.peek('reset|locked', 1, WINDOW_MS)).allowed).toBe(false);
  });

  it('refuse keys that they do not know while they are full, also to who only looks', async () => {
    await consume('reset|locked');
    await fill();
    expect(await consume('reset|new')).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect(await limiter.peek('reset|new', 1, WINDOW_MS)).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect(limiter.knows('reset|new')).toBe(false);
  });

  it('make room as soon as windows have expired', async () => {
    await consume('reset|locked');
    await fill();
    clock.ms += 2 * WINDOW_MS;
    expect((await consume('reset|new')).allowed).toBe(true);
    expect(limiter.knows('reset|locked')).toBe(false);
  });

  it('do not take the room of another limit', async () => {
    await consume('reset|locked');
    await fill();
    expect((await consume('step-up|user:1')).allowed).toBe(true);
  });
});
