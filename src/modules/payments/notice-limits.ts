import { Injectable } from '@nestjs/common';
import { callerNetwork, RateLimiter, TooManyRequests } from '../../http/index.js';
import { type Notice, referenceOf } from '../gateway/index.js';

const MINUTE_MS = 60_000;
/** A bank whose key was changed too early keeps being written down; a stranger does not fill the database. */
const UNSIGNED_AN_ADDRESS = 120;
/** One for each two seconds, as often as the bank is asked about one payment at the most. */
const DIFFERENT_AN_ATTEMPT = 30;

/** Why a new message is not kept; null while there is room. It is told once it is known whether the message names an attempt. */
export interface Room {
  named: TooManyRequests | null;
  unnamed: TooManyRequests | null;
}

type Rule = [key: string, limit: number, windowMs: number];

/**
 * How many new messages are kept. Whoever holds one signed message can cut and spell it differently without end and the hash
 * goes on fitting; each would be a row, and a question to the bank. The same message again is never counted.
 */
@Injectable()
export class NoticeLimits {
  constructor(private readonly limiter: RateLimiter) {}

  /** Looks without counting. @param address not given where the caller has limits of its own */
  async roomFor(notice: Notice, address: string | undefined): Promise<Room> {
    if (address === undefined) return { named: null, unnamed: null };
    const reference = notice.hashValid ? referenceOf(notice) : undefined;
    const [named, unnamed] = await Promise.all([
      reference === undefined ? null : this.refusalBy(byReference(reference)),
      this.refusalBy(byAddress(address)),
    ]);
    return { named, unnamed };
  }

  /** Counts one that was kept. @param attemptId null: it names none, or proves nothing */
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
