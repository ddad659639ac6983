import { createHash } from 'node:crypto';
import type { Clock } from '../runtime/clock.js';
import type { RedisLink } from '../runtime/redis-link.js';

export interface Tallied {
  count: number;
  /** When the last one was added; milliseconds since 1970. */
  lastAt: number;
}

/** Counts something in a row until it is cleared, such as wrong passwords; an entry that nobody adds to is forgotten in time. */
export abstract class Tally {
  abstract read(key: string): Promise<Tallied | null>;
  /** @returns with the one that was added */
  abstract add(key: string): Promise<Tallied>;
  abstract clear(key: string): Promise<void>;
}

const MAX_ENTRIES = 60_000;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export class MemoryTally extends Tally {
  private readonly entries = new Map<string, Tallied>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async read(key: string): Promise<Tallied | null> {
    return this.entries.get(key) ?? null;
  }

  /** The oldest go first; whoever makes so many others to be forgotten has met the limit of his address long before. */
  async add(key: string): Promise<Tallied> {
    const count = (this.entries.get(key)?.count ?? 0) + 1;
    const tallied = { count, lastAt: this.clock.now().getTime() };
    this.entries.delete(key);
    this.entries.set(key, tallied);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return tallied;
  }

  async clear(key: string): Promise<void> {
    this.entries.delete(key);
  }
}

const ADD = `
local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
redis.call('HSET', KEYS[1], 'at', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return count`;

/** Shared by all instances; `local` where Redis does not answer. */
export class RedisTally extends Tally {
  constructor(
    private readonly redis: RedisLink,
    private readonly local: Tally,
    private readonly clock: Clock,
  ) {
    super();
  }

  async read(key: string): Promise<Tallied | null> {
    const row = await this.redis.ask((redis) => redis.hmget(this.keyOf(key), 'count', 'at'));
    if (row === null) return this.local.read(key);
    const [count, at] = row;
    return count && at ? { count: Number(count), lastAt: Number(at) } : null;
  }

  async add(key: string): Promise<Tallied> {
    const lastAt = this.clock.now().getTime();
    const count = await this.redis.ask((redis) => redis.eval(ADD, 1, this.keyOf(key), lastAt, KEPT_MS));
    return count === null ? this.local.add(key) : { count: count as number, lastAt };
  }

  async clear(key: string): Promise<void> {
    await this.redis.ask((redis) => redis.del(this.keyOf(key)));
    await this.local.clear(key);
  }

  private keyOf(key: string): string {
    return `${this.redis.prefix}tally:${createHash('sha256').update(key).digest('base64url')}`;
  }
}
