import { Injectable } from '@nestjs/common';
import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../refusal.js';
import { Clock } from '../clock.js';

export interface RateVerdict {
  allowed: boolean;
  /** Whole seconds, at least 1 when refused. */
  retryAfterSeconds: number;
}

/** Rate limiter by key: in this process, or shared with other instances (redis-rate-limiter). */
export abstract class RateLimiter {
  /** Counts one event, unless the limit is reached. */
  abstract consume(key: string, limit: number, windowMs: number): Promise<RateVerdict>;
  /** Whether one more would be allowed, without counting it. */
  abstract peek(key: string, limit: number, windowMs: number): Promise<RateVerdict>;
  abstract reset(key: string): Promise<void>;

  /** Counts one event. @throws TooManyRequests once the limit is reached */
  async require(key: string, limit: number, windowMs: number): Promise<void> {
    const verdict = await this.consume(key, limit, windowMs);
    if (!verdict.allowed) throw new TooManyRequests(verdict.retryAfterSeconds);
  }
}

export class TooManyRequests extends Refusal {
  constructor(seconds: number) {
    super('THROTTLED', { message: MESSAGES.general.throttled(seconds), retryAfterSeconds: seconds });
  }
}

export interface Window {
  startedAt: number;
  current: number;
  previous: number;
  lengthMs: number;
}

const MAX_KEYS = 20_000;

/**
 * Sliding window approximated by two windows per key, the older one weighted; constant size. Evicts the least recently used key
 * when full, so it is for limits that protect capacity; limits that protect accounts use {@link MemorySecurityRateLimiter}, in
 * security-rate-limiter.ts.
 */
@Injectable()
export class MemoryRateLimiter extends RateLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {
    super();
  }

  get size(): number {
    return this.windows.size;
  }

  async consume(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    const now = this.clock.now().getTime();
    const window = advanced(this.windows.get(key), now, windowMs);
    const verdict = verdictOn(window, limit, now);
    if (!verdict.allowed) return verdict;
    window.current += 1;
    this.store(key, window);
    return verdict;
  }

  async peek(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    const now = this.clock.now().getTime();
    return verdictOn(advanced(this.windows.get(key), now, windowMs), limit, now);
  }

  async reset(key: string): Promise<void> {
    this.windows.delete(key);
  }

  /** Reinserted, so that the map stays in order of last use. */
  private store(key: string, window: Window): void {
    this.windows.delete(key);
    this.windows.set(key, window);
    if (this.windows.size > MAX_KEYS) this.windows.delete(this.windows.keys().next().value!);
  }
}

/** In whole numbers, so that the moment told is the one at which the next use is taken. @param now within the window */
export function verdictOn({ startedAt, current, previous, lengthMs }: Window, limit: number, now: number): RateVerdict {
  const leftMs = lengthMs - (now - startedAt);
  const room = limit - 1 - current;
  if (previous * leftMs <= room * lengthMs) return { allowed: true, retryAfterSeconds: 0 };
  // What is full by itself ends first, and then weighs as the older one.
  const waitMs = room >= 0 ? leftMs - weighsMs(previous, room, lengthMs) : leftMs + opensMs(current, limit, lengthMs);
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Restarts when the clock was set back. */
export function advanced(known: Window | undefined, now: number, lengthMs: number): Window {
  const fresh = { startedAt: now, current: 0, previous: 0, lengthMs };
  if (!known || known.lengthMs !== lengthMs || now < known.startedAt) return fresh;
  const passed = Math.floor((now - known.startedAt) / lengthMs);
  if (passed === 0) return known;
  if (passed > 1) return fresh;
  return { startedAt: known.startedAt + lengthMs, current: 0, previous: known.current, lengthMs };
}

/** How much of a window may be left for the older one to weigh no more than there is room. */
function weighsMs(older: number, room: number, lengthMs: number): number {
  return Math.floor((room * lengthMs) / older);
}

/** How much of the next window passes until there is room for one. A limit of none never has any. */
function opensMs(older: number, limit: number, lengthMs: number): number {
  return limit < 1 ? 0 : lengthMs - weighsMs(older, limit - 1, lengthMs);
}
