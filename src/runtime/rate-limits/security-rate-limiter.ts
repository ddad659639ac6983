import { Logger } from '@nestjs/common';
import type { Clock } from '../clock.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';
import { advanced, RateLimiter, type RateVerdict, verdictOn, type Window } from './rate-limiter.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

/**
 * Limits that protect accounts (sign-in, password reset, second factor, step-up). Kept apart from {@link RateLimiter}: nothing
 * but an expired window is ever evicted, or a flood of other keys would let a locked-out caller try again.
 */
export abstract class SecurityRateLimiter extends RateLimiter {}

const MAX_KEYS_PER_LIMIT = 20_000;
const FULL_RETRY_SECONDS = 60;
const SWEEP_INTERVAL_MS = 1_000;
const WARNING_INTERVAL_MS = MINUTE_MS;
const FULL: RateVerdict = { allowed: false, retryAfterSeconds: FULL_RETRY_SECONDS };

/** The keys of one limit. */
interface Partition {
  windows: Map<string, Window>;
  sweptAt: number;
}

/**
 * In this process. Each limit (the key up to its first `|`) has its own capacity, so that flooding one does not affect others.
 * While a limit is full, unknown keys are refused.
 */
export class MemorySecurityRateLimiter extends SecurityRateLimiter {
  private readonly logger = new Logger('SecurityRateLimiter');
  private readonly partitions = new Map<string, Partition>();
  private warnedAt = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly maxKeys = MAX_KEYS_PER_LIMIT,
  ) {
    super();
  }

  async consume(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    const now = this.clock.now().getTime();
    const partition = this.partitionOf(key);
    if (!this.hasRoom(partition, key, now)) return FULL;
    const window = advanced(partition.windows.get(key), now, windowMs);
    const verdict = verdictOn(window, limit, now);
    if (!verdict.allowed) return verdict;
    window.current += 1;
    partition.windows.set(key, window);
    return verdict;
  }

  async peek(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    const now = this.clock.now().getTime();
    const partition = this.partitionOf(key);
    if (!this.hasRoom(partition, key, now)) return FULL;
    return verdictOn(advanced(partition.windows.get(key), now, windowMs), limit, now);
  }

  async reset(key: string): Promise<void> {
    this.partitionOf(key).windows.delete(key);
  }

  knows(key: string): boolean {
    return this.partitionOf(key).windows.has(key);
  }

  private partitionOf(key: string): Partition {
    const [name = ''] = key.split('|', 1);
    const known = this.partitions.get(name);
    if (known) return known;
    const partition: Partition = { windows: new Map(), sweptAt: -Infinity };
    this.partitions.set(name, partition);
    return partition;
  }

  private hasRoom(partition: Partition, key: string, now: number): boolean {
    const { windows } = partition;
    if (windows.size < this.maxKeys || windows.has(key)) return true;
    if (Math.abs(now - partition.sweptAt) >= SWEEP_INTERVAL_MS) {
      partition.sweptAt = now;
      for (const [each, window] of windows) if (isExpired(window, now)) windows.delete(each);
    }
    if (windows.size < this.maxKeys) return true;
    this.warn(key, now);
    return false;
  }

  private warn(key: string, now: number): void {
    if (Math.abs(now - this.warnedAt) < WARNING_INTERVAL_MS) return;
    this.warnedAt = now;
    this.logger.warn({ msg: 'security rate limit store is full: new keys are refused', limit: key.split('|', 1)[0] });
  }
}

/** A window counts for its length and, weighted, for another one. Restarts when the clock was set back. */
function isExpired({ startedAt, lengthMs }: Window, now: number): boolean {
  return now < startedAt || now - startedAt >= 2 * lengthMs;
}

/** Shared by all instances; what could not be written there is counted locally, and both counts apply. */
export class RedisSecurityRateLimiter extends RedisRateLimiter {
  constructor(
    redis: ConstructorParameters<typeof RedisRateLimiter>[0],
    private readonly own: MemorySecurityRateLimiter,
    clock: Clock,
  ) {
    super(redis, own, clock);
  }

  /** A Redis out of memory answers reads and refuses writes, so the local count is included. */
  override async peek(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    const shared = await super.peek(key, limit, windowMs);
    if (!shared.allowed || !this.own.knows(key)) return shared;
    return this.own.peek(key, limit, windowMs);
  }
}
