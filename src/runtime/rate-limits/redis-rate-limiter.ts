import { createHash } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { RedisLink } from '../redis-link.js';
import { RateLimiter, type RateVerdict, verdictOn, type Window } from './rate-limiter.js';

/**
 * Advances the two windows of a key, counts if there is room, and returns the state before. Atomic, so that of two instances only
 * one takes the last place. Clocks differ a little: an instance that lags behind the window's start counts at its start and must
 * not clear it.
 */
const SCRIPT = `
local now, length, limit, counts = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local row = redis.call('HMGET', KEYS[1], 'start', 'current', 'previous', 'length')
local start, current, previous = tonumber(row[1]), tonumber(row[2]), tonumber(row[3])
if not start or tonumber(row[4]) ~= length or start - now > length then
  start, current, previous = now, 0, 0
else
  if now < start then now = start end
  local passed = math.floor((now - start) / length)
  if passed == 1 then start, previous, current = start + length, current, 0
  elseif passed > 1 then start, previous, current = now, 0, 0 end
end
local allowed = previous * (length - (now - start)) <= (limit - 1 - current) * length
if counts then
  local number = function(value) return string.format('%.0f', value) end
  redis.call('HSET', KEYS[1], 'start', number(start), 'previous', number(previous), 'length', number(length),
    'current', number(allowed and current + 1 or current))
  redis.call('PEXPIRE', KEYS[1], number(2 * length + 60000))
end
return { start, current, previous, now }`;

/** Shared by all instances. While Redis does not answer, `local` counts: neither unlimited nor closed. */
export class RedisRateLimiter extends RateLimiter {
  constructor(
    private readonly redis: RedisLink,
    private readonly local: RateLimiter,
    private readonly clock: Clock,
  ) {
    super();
  }

  async consume(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    return (await this.judged(key, limit, windowMs, true)) ?? this.local.consume(key, limit, windowMs);
  }

  async peek(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    return (await this.judged(key, limit, windowMs, false)) ?? this.local.peek(key, limit, windowMs);
  }

  async reset(key: string): Promise<void> {
    await this.redis.ask((redis) => redis.del(this.keyOf(key)));
    await this.local.reset(key);
  }

  private async judged(key: string, limit: number, lengthMs: number, counts: boolean): Promise<RateVerdict | null> {
    const at = this.clock.now().getTime();
    const row = await this.redis.ask((redis) =>
      redis.eval(SCRIPT, 1, this.keyOf(key), at, lengthMs, limit, counts ? '1' : '0'),
    );
    if (row === null) return null;
    const [startedAt = 0, current = 0, previous = 0, now = 0] = row as number[];
    const window: Window = { startedAt, current, previous, lengthMs };
    return verdictOn(window, limit, now);
  }

  /** Keys contain typed text, so they are hashed: short, and without personal data. */
  private keyOf(key: string): string {
    return `${this.redis.prefix}limit:${createHash('sha256').update(key).digest('base64url')}`;
  }
}
