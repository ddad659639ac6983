import { RateLimiter, type RateVerdict } from '../rate-limits/rate-limiter.js';
import { Tally, type Tallied, type TallyKey } from '../rate-limits/tally.js';
import type { PrimaryLink } from './primary-link.js';

/** Shared by the workers of one machine. While the primary does not answer, `local` counts: neither unlimited nor closed. */
export class LinkedRateLimiter extends RateLimiter {
  constructor(
    private readonly link: PrimaryLink,
    private readonly about: 'capacity' | 'security',
    private readonly local: RateLimiter,
  ) {
    super();
  }

  async consume(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    return (await this.judged('consume', key, limit, windowMs)) ?? this.local.consume(key, limit, windowMs);
  }

  async peek(key: string, limit: number, windowMs: number): Promise<RateVerdict> {
    return (await this.judged('peek', key, limit, windowMs)) ?? this.local.peek(key, limit, windowMs);
  }

  async reset(key: string): Promise<void> {
    await this.link.askLimit({ about: this.about, ask: 'reset', key });
    await this.local.reset(key);
  }

  private async judged(ask: 'consume' | 'peek', key: string, limit: number, windowMs: number) {
    const reply = await this.link.askLimit({ about: this.about, ask, key, limit, windowMs });
    return reply?.answer as RateVerdict | undefined;
  }
}

export class LinkedTally extends Tally {
  constructor(
    private readonly link: PrimaryLink,
    private readonly local: Tally,
  ) {
    super();
  }

  async read(key: TallyKey): Promise<Tallied | null> {
    const reply = await this.link.askLimit({ about: 'tally', ask: 'read', key });
    return reply ? (reply.answer as Tallied | null) : this.local.read(key);
  }

  async add(key: TallyKey): Promise<Tallied> {
    const reply = await this.link.askLimit({ about: 'tally', ask: 'add', key });
    return reply ? (reply.answer as Tallied) : this.local.add(key);
  }

  async clear(key: TallyKey): Promise<void> {
    await this.link.askLimit({ about: 'tally', ask: 'clear', key });
    await this.local.clear(key);
  }

  async hasRoomFor(key: TallyKey): Promise<boolean> {
    const reply = await this.link.askLimit({ about: 'tally', ask: 'hasRoomFor', key });
    return reply ? reply.answer === true : this.local.hasRoomFor(key);
  }
}
