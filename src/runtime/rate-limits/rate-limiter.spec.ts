import { expect, it } from '@jest/globals';
import { describeLimiter, StandingClock } from '../../../test/support/limiter-cases.js';
import { MemoryRateLimiter } from './rate-limiter.js';

describeLimiter('MemoryRateLimiter', (clock) => new MemoryRateLimiter(clock));

it('MemoryRateLimiter stays bounded', async () => {
  const limiter = new MemoryRateLimiter(new StandingClock());
  for (let i = 0; i < 21_000; i += 1) await limiter.consume(`k${i}`, 3, 10_000);
  expect(limiter.size).toBeLessThanOrEqual(20_000);
});

it('MemoryRateLimiter takes no room for what it refuses', async () => {
  const limiter = new MemoryRateLimiter(new StandingClock());
  for (let i = 0; i < 100; i += 1) await limiter.consume(`k${i}`, 0, 10_000);
  expect(limiter.size).toBe(0);
});
