import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { WorkQueue } from '../../runtime/work-queue.js';
import { LoginThrottled } from './auth.errors.js';

export interface Attempt {
  /** Normal form where there is one, else what was typed: an account that does not exist is throttled like any other. */
  account: string;
  ip: string;
}

/**
 * `open`: nothing is wrong, and nothing is proven yet. A right password whose code is still to come must not wipe out the
 * wrong codes that came before it.
 */
export interface Verdict {
  verdict: 'right' | 'wrong' | 'open';
}

interface Failures {
  count: number;
  blockedUntil: number;
}

const FREE_FAILURES = 4;
const MAX_DELAY_SECONDS = 900;
/** From here on the account is shut to strangers for the longest delay after each failure, wherever they come from. */
const ACCOUNT_LIMIT = 100;
const MAX_ENTRIES = 20_000;
const IP_LIMIT = { count: 200, windowMs: 10 * 60 * 1000 };
const GLOBAL_LIMIT = { count: 1200, windowMs: 60 * 1000 };

/**
 * Slows guessing down: per account and address with a delay that doubles, per account over all addresses, per address over
 * all accounts, and over everything. An address from which the account was used before is spared the last three, so that
 * nobody can lock out somebody else.
 */
@Injectable()
export class LoginThrottle {
  private readonly byPair = new Map<string, Failures>();
  private readonly byAccount = new Map<string, Failures>();
  private readonly familiar = new Set<string>();
  private readonly turns = new Map<string, WorkQueue>();

  constructor(
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs one try. Tries for one account from one address wait for each other, or a burst would be judged before the first
   * of its failures is counted.
   * @throws LoginThrottled, Overloaded
   */
  async attempt<T extends Verdict>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const pair = pairOf(attempt);
    return this.inTurn(pair, async () => {
      this.assertOpen(pair, attempt.account);
      if (!this.familiar.has(pair)) await this.assertRoom(attempt.ip);
      const result = await work();
      if (result.verdict === 'wrong') await this.failed(pair, attempt);
      else if (result.verdict === 'right') this.succeeded(pair, attempt.account);
      return result;
    });
  }

  private async inTurn<T>(pair: string, work: () => Promise<T>): Promise<T> {
    const queue = this.turns.get(pair) ?? new WorkQueue('logins', { running: 1, waiting: 60 });
    this.turns.set(pair, queue);
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle) this.turns.delete(pair);
    }
  }

  private assertOpen(pair: string, account: string): void {
    const now = this.clock.now().getTime();
    const strangers = this.familiar.has(pair) ? undefined : this.byAccount.get(account);
    const until = Math.max(this.byPair.get(pair)?.blockedUntil ?? 0, strangers?.blockedUntil ?? 0);
    // Never longer than the longest delay, also after a clock was set back.
    const seconds = Math.min(MAX_DELAY_SECONDS, Math.ceil((until - now) / 1000));
    if (seconds > 0) throw new LoginThrottled(seconds);
  }

  /** Looks without counting: only failures count. */
  private async assertRoom(ip: string): Promise<void> {
    for (const [key, limit] of limitsFor(ip)) {
      const verdict = await this.limiter.peek(key, limit.count, limit.windowMs);
      if (!verdict.allowed) throw new LoginThrottled(verdict.retryAfterSeconds);
    }
  }

  private async failed(pair: string, { account, ip }: Attempt): Promise<void> {
    const now = this.clock.now().getTime();
    const own = (this.byPair.get(pair)?.count ?? 0) + 1;
    const all = (this.byAccount.get(account)?.count ?? 0) + 1;
    remember(this.byPair, pair, { count: own, blockedUntil: now + delaySeconds(own) * 1000 });
    remember(this.byAccount, account, {
      count: all,
      blockedUntil: all >= ACCOUNT_LIMIT ? now + MAX_DELAY_SECONDS * 1000 : 0,
    });
    for (const [key, limit] of limitsFor(ip)) await this.limiter.consume(key, limit.count, limit.windowMs);
  }

  private succeeded(pair: string, account: string): void {
    this.byPair.delete(pair);
    this.byAccount.delete(account);
    this.familiar.delete(pair);
    this.familiar.add(pair);
    if (this.familiar.size > MAX_ENTRIES) this.familiar.delete(this.familiar.values().next().value!);
  }
}

function delaySeconds(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(MAX_DELAY_SECONDS, 2 ** Math.min(20, failures - FREE_FAILURES - 1));
}

function limitsFor(ip: string): [string, { count: number; windowMs: number }][] {
  return [
    [`login|ip:${ip}`, IP_LIMIT],
    ['login|all', GLOBAL_LIMIT],
  ];
}

function pairOf({ account, ip }: Attempt): string {
  return `${ip}|${account}`;
}

/** The oldest go first; whoever makes 20,000 others to be forgotten has met the limit of his address long before. */
function remember(map: Map<string, Failures>, key: string, value: Failures): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_ENTRIES) map.delete(map.keys().next().value!);
}
