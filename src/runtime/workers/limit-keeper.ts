import type { Clock } from '../clock.js';
import { MemoryRateLimiter, type RateLimiter } from '../rate-limits/rate-limiter.js';
import { MemorySecurityRateLimiter } from '../rate-limits/security-rate-limiter.js';
import { MemoryTally } from '../rate-limits/tally.js';
import type { LimitAnswer, LimitQuestion } from './worker-messages.js';

/** Counts in the primary process for all workers, by the same rules as a single process does. */
export class LimitKeeper {
  private readonly limiters: Record<'capacity' | 'security', RateLimiter>;
  private readonly tally: MemoryTally;

  constructor(clock: Clock) {
    this.limiters = { capacity: new MemoryRateLimiter(clock), security: new MemorySecurityRateLimiter(clock) };
    this.tally = new MemoryTally(clock);
  }

  async answer(question: LimitQuestion): Promise<LimitAnswer> {
    if (question.about === 'tally') return this.answerTally(question);
    const limiter = this.limiters[question.about];
    if (question.ask !== 'reset') return limiter[question.ask](question.key, question.limit, question.windowMs);
    await limiter.reset(question.key);
    return null;
  }

  private async answerTally({ ask, key }: Extract<LimitQuestion, { about: 'tally' }>): Promise<LimitAnswer> {
    if (ask !== 'clear') return this.tally[ask](key);
    await this.tally.clear(key);
    return null;
  }
}
