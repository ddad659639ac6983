import { createHash } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { RedisLink } from '../redis-link.js';
import { farthestLegal } from '../../domain/calendar/stored-times.js';

export interface Tallied {
  count: number;
  /** Time of the last addition; milliseconds since 1970. Read as 0 where a clock that ran ahead wrote it: the count stays. */
  lastAt: number;
}

/** A kind of entries. */
export interface TallyKind {
  name: string;
  /** An entry without additions expires after this time. */
  ttlMs: number;
  /** Capacity of this kind in one process. */
  maxEntries: number;
  /**
   * What gives way when there is no room: `oldest` for entries that protect nothing; `nothing` for those that protect an
   * account, where {@link Tally.hasRoomFor} says no instead.
   */
  evicts: 'oldest' | 'nothing';
}

export interface TallyKey {
  kind: TallyKind;
  subject: string;
}

/** Counts consecutive events until cleared, such as wrong passwords. Each kind has its own capacity. */
export abstract class Tally {
  abstract read(key: TallyKey): Promise<Tallied | null>;
  /** @returns the count including this one */
  abstract add(key: TallyKey): Promise<Tallied>;
  abstract clear(key: TallyKey): Promise<void>;
  /** Call before the work whose failure would be added. A key with an entry always has room. */
  abstract hasRoomFor(key: TallyKey): boolean | Promise<boolean>;
}

const SWEEP_INTERVAL_MS = 1_000;

interface Partition {
  /** By time of the last addition. */
  entries: Map<string, Tallied>;
  sweptAt: number;
}

export class MemoryTally extends Tally {
  private readonly partitions = new Map<string, Partition>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async read({ kind, subject }: TallyKey): Promise<Tallied | null> {
    const entry = this.partitionOf(kind).entries.get(subject);
    return entry && !isExpired(entry, kind, this.now()) ? withLegalTime(entry, this.clock.now()) : null;
  }

  async add(key: TallyKey): Promise<Tallied> {
    const { entries } = this.partitionOf(key.kind);
    const count = ((await this.read(key))?.count ?? 0) + 1;
    const tallied = { count, lastAt: this.now() };
    entries.delete(key.subject);
    entries.set(key.subject, tallied);
    if (key.kind.evicts === 'oldest' && entries.size > key.kind.maxEntries)
      entries.delete(entries.keys().next().value!);
    return tallied;
  }

  async clear({ kind, subject }: TallyKey): Promise<void> {
    this.partitionOf(kind).entries.delete(subject);
  }

  hasRoomFor({ kind, subject }: TallyKey): boolean {
    const partition = this.partitionOf(kind);
    const { entries } = partition;
    if (kind.evicts === 'oldest' || entries.size < kind.maxEntries || entries.has(subject)) return true;
    const now = this.now();
    if (Math.abs(now - partition.sweptAt) >= SWEEP_INTERVAL_MS) {
      partition.sweptAt = now;
      for (const [each, entry] of entries) if (isExpired(entry, kind, now)) entries.delete(each);
    }
    return entries.size < kind.maxEntries;
  }

  private partitionOf({ name }: TallyKind): Partition {
    const known = this.partitions.get(name);
    if (known) return known;
    const partition: Partition = { entries: new Map(), sweptAt: -Infinity };
    this.partitions.set(name, partition);
    return partition;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function isExpired({ lastAt }: Tallied, { ttlMs }: TallyKind, now: number): boolean {
  return now - lastAt >= ttlMs;
}

function withLegalTime({ count, lastAt }: Tallied, now: Date): Tallied {
  return { count, lastAt: lastAt > farthestLegal(now, 0).getTime() ? 0 : lastAt };
}

const ADD = `
local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
redis.call('HSET', KEYS[1], 'at', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return count`;

/** Shared by all instances; `local` while Redis does not answer or refuses writes. */
export class RedisTally extends Tally {
  constructor(
    private readonly redis: RedisLink,
    private readonly local: MemoryTally,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Includes the local count. */
  async read(key: TallyKey): Promise<Tallied | null> {
    const row = await this.redis.ask((redis) => redis.hmget(this.keyOf(key), 'count', 'at'));
    const own = await this.local.read(key);
    const [count, at] = row ?? [];
    if (!count || !at) return own;
    const shared = withLegalTime({ count: Number(count), lastAt: Number(at) }, this.clock.now());
    if (!own) return shared;
    return { count: own.count + shared.count, lastAt: Math.max(own.lastAt, shared.lastAt) };
  }

  async add(key: TallyKey): Promise<Tallied> {
    const lastAt = this.clock.now().getTime();
    const count = await this.redis.ask((redis) => redis.eval(ADD, 1, this.keyOf(key), lastAt, key.kind.ttlMs));
    return count === null ? this.local.add(key) : { count: count as number, lastAt };
  }

  async clear(key: TallyKey): Promise<void> {
    await this.redis.ask((redis) => redis.del(this.keyOf(key)));
    await this.local.clear(key);
  }

  /** Redis frees room by expiry and refuses writes when full; this instance then counts locally. */
  hasRoomFor(key: TallyKey): boolean {
    return this.local.hasRoomFor(key);
  }

  private keyOf({ kind, subject }: TallyKey): string {
    const digest = createHash('sha256').update(`${kind.name}|${subject}`).digest('base64url');
    return `${this.redis.prefix}tally:${digest}`;
  }
}
