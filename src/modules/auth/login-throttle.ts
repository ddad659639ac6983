import { Injectable } from '@nestjs/common';
import { RateLimiter, Tally } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { recordSecurityEvent } from '../../runtime/security-log.js';
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

const FREE_FAILURES = 4;
const MAX_DELAY_SECONDS = 900;
/** From here on the account is shut to strangers for the longest delay after each failure, wherever they come from. */
const ACCOUNT_LIMIT = 100;
const IP_LIMIT = { count: 200, windowMs: 10 * 60 * 1000 };
const GLOBAL_LIMIT = { count: 1200, windowMs: 60 * 1000 };

/**
 * Slows guessing down: per account and address with a delay that doubles, per account over all addresses, per address over
 * all accounts, and over everything. An address from which the account was used before is spared the last three, so that
 * nobody can lock out somebody else. Instances that share a Redis count together.
 */
@Injectable()
export class LoginThrottle {
  private readonly turns = new Map<string, WorkQueue>();

  constructor(
    private readonly limiter: RateLimiter,
    private readonly tally: Tally,
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
      const isFamiliar = (await this.tally.read(familiar(pair))) !== null;
      await this.assertOpen(pair, isFamiliar ? null : attempt.account);
      if (!isFamiliar) await this.assertRoom(attempt.ip);
      const result = await work();
      if (result.verdict === 'wrong') await this.failed(pair, attempt);
      else if (result.verdict === 'right') await this.succeeded(pair, attempt.account);
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

  /** @param account null: its limit does not count */
  private async assertOpen(pair: string, account: string | null): Promise<void> {
    const now = this.clock.now().getTime();
    const own = await this.tally.read(failuresFrom(pair));
    const all = account === null ? null : await this.tally.read(failuresOf(account));
    const ownUntil = own ? own.lastAt + delaySeconds(own.count) * 1000 : 0;
    const allUntil = all && all.count >= ACCOUNT_LIMIT ? all.lastAt + MAX_DELAY_SECONDS * 1000 : 0;
    // Never longer than the longest delay, also after a clock was set back.
    const seconds = Math.min(MAX_DELAY_SECONDS, Math.ceil((Math.max(ownUntil, allUntil) - now) / 1000));
    if (seconds > 0) throw throttled(seconds, Math.max(own?.count ?? 0, all?.count ?? 0));
  }

  /** Looks without counting: only failures count. */
  private async assertRoom(ip: string): Promise<void> {
    for (const [key, limit] of limitsFor(ip)) {
      const verdict = await this.limiter.peek(key, limit.count, limit.windowMs);
      if (!verdict.allowed) throw throttled(verdict.retryAfterSeconds);
    }
  }

  private async failed(pair: string, { account, ip }: Attempt): Promise<void> {
    await this.tally.add(failuresFrom(pair));
    await this.tally.add(failuresOf(account));
    for (const [key, limit] of limitsFor(ip)) await this.limiter.consume(key, limit.count, limit.windowMs);
  }

  private async succeeded(pair: string, account: string): Promise<void> {
    await this.tally.clear(failuresFrom(pair));
    await this.tally.clear(failuresOf(account));
    await this.tally.add(familiar(pair));
  }
}

/** Pages catch it to show it, so it is written down here. @param failures in a row, where they are the cause */
function throttled(seconds: number, failures: number | null = null): LoginThrottled {
  recordSecurityEvent('sign-in.throttled', { seconds, failures });
  return new LoginThrottled(seconds);
}

const failuresFrom = (pair: string) => `login|pair|${pair}`;
const failuresOf = (account: string) => `login|account|${account}`;
const familiar = (pair: string) => `login|known|${pair}`;

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
