import { Injectable } from '@nestjs/common';
import { callerNetwork } from '../../../http/index.js';
import { RateLimiter, TooManyRequests } from '../../../runtime/rate-limits/rate-limiter.js';
import { type Notice, referenceOf } from '../../gateway/index.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/**
 * Callbacks a minute and network without a valid reference: a bank whose key was changed too early is still recorded, a stranger
 * cannot fill the database.
 */
const UNSIGNED_AN_ADDRESS = 120;
/** Different callbacks a minute for one reference: one every two seconds, the most that one payment is checked. */
const DIFFERENT_AN_ATTEMPT = 30;

/** Why a new callback is refused; null while below the limit. `named` applies when it names an attempt. */
export interface Room {
  named: TooManyRequests | null;
  unnamed: TooManyRequests | null;
}

type Rule = [key: string, limit: number, windowMs: number];

/**
 * Limits on new callbacks. One signed message can be re-split and respelt endlessly under a valid hash
 * (docs/bank-protocol.md#hash-weakness); each would be a row and a check. Repetitions are not counted.
 */
@Injectable()
export class CallbackLimits {
  constructor(private readonly limiter: RateLimiter) {}

  /** Reads the limits without counting. @param address undefined where the caller has limits of its own */
  async roomFor(notice: Notice, address: string | undefined): Promise<Room> {
    if (address === undefined) return { named: null, unnamed: null };
    const reference = notice.hashValid ? referenceOf(notice) : undefined;
    const [named, unnamed] = await Promise.all([
      reference === undefined ? null : this.refusalBy(byReference(reference)),
      this.refusalBy(byAddress(address)),
    ]);
    return { named, unnamed };
  }

  /** Counts a stored callback. @param attemptId null: it names no attempt */
  async count(notice: Notice, address: string | undefined, attemptId: number | null): Promise<void> {
    if (address === undefined) return;
    const rule = attemptId === null ? byAddress(address) : byReference(referenceOf(notice) ?? '');
    await this.limiter.consume(...rule);
  }

  private async refusalBy(rule: Rule): Promise<TooManyRequests | null> {
    const { allowed, retryAfterSeconds } = await this.limiter.peek(...rule);
    return allowed ? null : new TooManyRequests(retryAfterSeconds);
  }
}

function byAddress(address: string): Rule {
  return [`notice:address:${callerNetwork(address)}`, UNSIGNED_AN_ADDRESS, MINUTE_MS];
}

function byReference(reference: string): Rule {
  return [`notice:reference:${reference}`, DIFFERENT_AN_ATTEMPT, MINUTE_MS];
}
