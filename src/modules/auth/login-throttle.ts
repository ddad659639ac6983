import { Injectable } from '@nestjs/common';
import { callerNetwork } from '../../http/index.js';
import { SecurityRateLimiter } from '../../runtime/rate-limits/security-rate-limiter.js';
import { Tally, type Tallied, type TallyKey, type TallyKind } from '../../runtime/rate-limits/tally.js';
import { Clock } from '../../runtime/clock.js';
import { recordSecurityEvent } from '../../runtime/security-log.js';
import { WorkQueue } from '../../runtime/work-queue.js';
import { Refusal } from '../../runtime/refusal.js';
import { MESSAGES } from '../../contracts/messages.js';
import { DAY_MS, MINUTE_MS } from '../../domain/calendar/durations.js';

export interface Attempt {
  /** Normal form if valid, else the text typed: unknown accounts are throttled alike. */
  account: string;
  ip: string;
  /** Id of a device that the account trusts (trusted-devices.service.ts); null for a stranger. */
  device?: string | null;
}

/** `open`: neither success nor failure. A right password whose code is still missing must not reset the wrong codes before it. */
export interface Verdict {
  verdict: 'right' | 'wrong' | 'open';
  /** False: no such account. Its failures are counted alike, in a store of their own. */
  accountExists?: boolean;
}

const FREE_FAILURES = 4;
const MAX_DELAY_SECONDS = 900;
/** From this number on every failure locks the account to strangers for the longest delay, on all addresses. */
const ACCOUNT_LIMIT = 100;
const IP_LIMIT = { count: 200, windowMs: 10 * MINUTE_MS };
const GLOBAL_LIMIT = { count: 1200, windowMs: MINUTE_MS };
/** Longer than the delays: waiting for the expiry allows fewer guesses a day. */
const FAILURES_TTL_MS = DAY_MS;
const FAMILIAR_TTL_MS = 30 * DAY_MS;
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
/** For unknown accounts: makes them indistinguishable from existing ones, protects nothing else. */
const UNKNOWN_PAIR_FAILURES = failuresKind('unknown-pair', 20_000, 'oldest');
const UNKNOWN_ACCOUNT_FAILURES = failuresKind('unknown-account', 20_000, 'oldest');
const FAMILIAR: TallyKind = { name: 'login|known', ttlMs: FAMILIAR_TTL_MS, maxEntries: 60_000, evicts: 'oldest' };

/** Failures of one guesser are counted together, and attempts are serialised. */
interface Guesser {
  account: string;
  /** The caller's network with the account. */
  pair: string;
  /** The trusted device with the account; null for a stranger. */
  device: string | null;
}

/**
 * Throttles guessing: per account and address with a doubling delay, per account over all addresses, per address over all
 * accounts, and in total. An address from which the account was used before is exempt from the last three, so nobody can lock out
 * somebody else; a trusted device is judged by its own failures alone (docs/product.md#access). Addresses are networks: an IPv6
 * /64 is one. Instances with a shared Redis count together.
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
   * Runs one attempt. Attempts for one account from one address are serialised, or a burst would be checked before its first
   * failure is counted.
   * @throws LOGIN_THROTTLED, Overloaded
   */
  async attempt<T extends Verdict>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const guesser = guesserOf(attempt);
    return this.inTurn(guesser.device ?? guesser.pair, async () => {
      const isFamiliar = guesser.device !== null || (await this.tally.read(familiar(guesser))) !== null;
      await this.assertCountable(guesser);
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

  /** Refuses an attempt whose failure could not be counted. */
  private async assertCountable(guesser: Guesser): Promise<void> {
    const keys = [failuresFrom(guesser, true), failuresOf(guesser, true)];
    for (const key of keys) if (!(await this.tally.hasRoomFor(key))) throw throttled(FULL_RETRY_SECONDS);
  }

  /** @param isFamiliar the limit of the account over all addresses does not apply */
  private async assertOpen(guesser: Guesser, isFamiliar: boolean): Promise<void> {
    const now = this.clock.now().getTime();
    const own = await this.readEither(failuresFrom, guesser);
    const all = isFamiliar ? null : await this.readEither(failuresOf, guesser);
    const ownUntil = own ? waitsUntil(own, delaySeconds(own.count)) : 0;
    const allUntil = all ? waitsUntil(all, all.count >= ACCOUNT_LIMIT ? MAX_DELAY_SECONDS : 0) : 0;
    // Capped at the longest delay: the time may be that of an instance whose clock is a little ahead.
    const seconds = Math.min(MAX_DELAY_SECONDS, Math.ceil((Math.max(ownUntil, allUntil) - now) / 1000));
    if (seconds > 0) throw throttled(seconds, Math.max(own?.count ?? 0, all?.count ?? 0));
  }

  /** Reads both stores: whether the account exists must not show in the time. */
  private async readEither(keyOf: KeyOf, guesser: Guesser): Promise<Tallied | null> {
    const [known, unknown] = await Promise.all([
      this.tally.read(keyOf(guesser, true)),
      this.tally.read(keyOf(guesser, false)),
    ]);
    return known ?? unknown;
  }

  /** Checks without counting: only failures count. */
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

/** Logged here, since pages catch it. @param failures in a row, where they are the cause */
function throttled(seconds: number, failures: number | null = null): Refusal {
  recordSecurityEvent('sign-in.throttled', { seconds, failures });
  return new Refusal('LOGIN_THROTTLED', { message: MESSAGES.login.throttled(seconds), retryAfterSeconds: seconds });
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

/** Where the count has no delay there is no wait, whatever another instance's clock says. */
function waitsUntil({ lastAt }: Tallied, seconds: number): number {
  return seconds === 0 ? 0 : lastAt + seconds * 1000;
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
