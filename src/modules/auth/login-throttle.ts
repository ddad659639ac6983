import { Injectable } from '@nestjs/common';
import {
  callerNetwork,
  SecurityRateLimiter,
  Tally,
  type Tallied,
  type TallyKey,
  type TallyKind,
} from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { recordSecurityEvent } from '../../runtime/security-log.js';
import { WorkQueue } from '../../runtime/work-queue.js';
import { LoginThrottled } from './auth.errors.js';

export interface Attempt {
  /** Normal form where there is one, else what was typed: an account that does not exist is throttled like any other. */
  account: string;
  ip: string;
  /** Of a browser that this account trusts (trusted-devices.service.ts); null for a stranger. */
  device?: string | null;
}

/**
 * `open`: nothing is wrong, and nothing is proven yet. A right password whose code is still to come must not wipe out the
 * wrong codes that came before it.
 */
export interface Verdict {
  verdict: 'right' | 'wrong' | 'open';
  /** False: there is no such account. Its failures are counted alike, where they take no room from those of accounts. */
  accountExists?: boolean;
}

const FREE_FAILURES = 4;
const MAX_DELAY_SECONDS = 900;
/** From here on the account is shut to strangers for the longest delay after each failure, wherever they come from. */
const ACCOUNT_LIMIT = 100;
const IP_LIMIT = { count: 200, windowMs: 10 * 60 * 1000 };
const GLOBAL_LIMIT = { count: 1200, windowMs: 60 * 1000 };
const HOUR_MS = 60 * 60 * 1000;
/** A guesser who waits for the expiry gets fewer tries a day than one who takes the longest delay after each. */
const FAILURES_TTL_MS = 24 * HOUR_MS;
const FAMILIAR_TTL_MS = 30 * 24 * HOUR_MS;
const FULL_RETRY_SECONDS = 60;

const failuresKind = (name: string, maxEntries: number, evicts: TallyKind['evicts'] = 'nothing'): TallyKind => ({
  name: `login|${name}`,
  ttlMs: FAILURES_TTL_MS,
  maxEntries,
  evicts,
});
const DEVICE_FAILURES = failuresKind('device', 20_000);
const PAIR_FAILURES = failuresKind('pair', 50_000);
const ACCOUNT_FAILURES = failuresKind('account', 10_000);
/** Of accounts that do not exist: they keep an address list from being checked, and protect nothing else. */
const UNKNOWN_PAIR_FAILURES = failuresKind('unknown-pair', 20_000, 'oldest');
const UNKNOWN_ACCOUNT_FAILURES = failuresKind('unknown-account', 20_000, 'oldest');
const FAMILIAR: TallyKind = { name: 'login|known', ttlMs: FAMILIAR_TTL_MS, maxEntries: 60_000, evicts: 'oldest' };

/** Whose wrong tries are counted together and run one after the other. */
interface Guesser {
  account: string;
  /** The caller's network with the account. */
  pair: string;
  /** The trusted device with the account; null for a stranger. */
  device: string | null;
}

/**
 * Slows guessing down: per account and address with a delay that doubles, per account over all addresses, per address over
 * all accounts, and over everything. An address from which the account was used before is spared the last three, so that
 * nobody can lock out somebody else; a device that the account trusts is judged by its own wrong tries alone. Addresses are
 * networks: an IPv6 /64 is one. Instances that share a Redis count together.
 */
@Injectable()
export class LoginThrottle {
  private readonly turns = new Map<string, WorkQueue>();

  constructor(
    private readonly limiter: SecurityRateLimiter,
    private readonly tally: Tally,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs one try. Tries for one account from one address wait for each other, or a burst would be judged before the first
   * of its failures is counted.
   * @throws LoginThrottled, Overloaded
   */
  async attempt<T extends Verdict>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const guesser = guesserOf(attempt);
    return this.inTurn(guesser.device ?? guesser.pair, async () => {
      const isFamiliar = guesser.device !== null || (await this.tally.read(familiar(guesser))) !== null;
      this.assertCountable(guesser);
      await this.assertOpen(guesser, isFamiliar);
      if (!isFamiliar) await this.assertRoom(attempt.ip);
      const result = await work();
      if (result.verdict === 'wrong') await this.failed(guesser, attempt.ip, result.accountExists ?? true);
      else if (result.verdict === 'right') await this.succeeded(guesser);
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

  /** A failure that there is no room to count must not be possible. */
  private assertCountable(guesser: Guesser): void {
    const keys = [failuresFrom(guesser, true), failuresOf(guesser, true)];
    if (!keys.every((key) => this.tally.hasRoomFor(key))) throw throttled(FULL_RETRY_SECONDS);
  }

  /** @param isFamiliar the limit of the account over all addresses does not apply */
  private async assertOpen(guesser: Guesser, isFamiliar: boolean): Promise<void> {
    const now = this.clock.now().getTime();
    const own = await this.readEither(failuresFrom, guesser);
    const all = isFamiliar ? null : await this.readEither(failuresOf, guesser);
    const ownUntil = own ? own.lastAt + delaySeconds(own.count) * 1000 : 0;
    const allUntil = all && all.count >= ACCOUNT_LIMIT ? all.lastAt + MAX_DELAY_SECONDS * 1000 : 0;
    // Never longer than the longest delay, also after a clock was set back.
    const seconds = Math.min(MAX_DELAY_SECONDS, Math.ceil((Math.max(ownUntil, allUntil) - now) / 1000));
    if (seconds > 0) throw throttled(seconds, Math.max(own?.count ?? 0, all?.count ?? 0));
  }

  /** Whether the account exists is not known before the try, and must not show in the time it takes. */
  private async readEither(keyOf: KeyOf, guesser: Guesser): Promise<Tallied | null> {
    const [known, unknown] = await Promise.all([
      this.tally.read(keyOf(guesser, true)),
      this.tally.read(keyOf(guesser, false)),
    ]);
    return known ?? unknown;
  }

  /** Looks without counting: only failures count. */
  private async assertRoom(ip: string): Promise<void> {
    for (const [key, limit] of limitsFor(ip)) {
      const verdict = await this.limiter.peek(key, limit.count, limit.windowMs);
      if (!verdict.allowed) throw throttled(verdict.retryAfterSeconds);
    }
  }

  private async failed(guesser: Guesser, ip: string, accountExists: boolean): Promise<void> {
    await this.tally.add(failuresFrom(guesser, accountExists));
    await this.tally.add(failuresOf(guesser, accountExists));
    for (const [key, limit] of limitsFor(ip)) await this.limiter.consume(key, limit.count, limit.windowMs);
  }

  private async succeeded(guesser: Guesser): Promise<void> {
    await this.tally.clear(failuresFrom(guesser, true));
    await this.tally.clear(failuresOf(guesser, true));
    await this.tally.add(familiar(guesser));
  }
}

/** Pages catch it to show it, so it is written down here. @param failures in a row, where they are the cause */
function throttled(seconds: number, failures: number | null = null): LoginThrottled {
  recordSecurityEvent('sign-in.throttled', { seconds, failures });
  return new LoginThrottled(seconds);
}

type KeyOf = (guesser: Guesser, accountExists: boolean) => TallyKey;

const failuresFrom: KeyOf = ({ device, pair }, accountExists) =>
  device !== null
    ? { kind: DEVICE_FAILURES, subject: device }
    : { kind: accountExists ? PAIR_FAILURES : UNKNOWN_PAIR_FAILURES, subject: pair };
const failuresOf: KeyOf = ({ account }, accountExists) => ({
  kind: accountExists ? ACCOUNT_FAILURES : UNKNOWN_ACCOUNT_FAILURES,
  subject: account,
});
const familiar = ({ pair }: Guesser): TallyKey => ({ kind: FAMILIAR, subject: pair });

function delaySeconds(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(MAX_DELAY_SECONDS, 2 ** Math.min(20, failures - FREE_FAILURES - 1));
}

function limitsFor(ip: string): [string, { count: number; windowMs: number }][] {
  return [
    [`login-address|${callerNetwork(ip)}`, IP_LIMIT],
    ['login-all|', GLOBAL_LIMIT],
  ];
}

function guesserOf({ account, ip, device = null }: Attempt): Guesser {
  return {
    account,
    pair: `${callerNetwork(ip)}|${account}`,
    device: device === null ? null : `device|${device}|${account}`,
  };
}
