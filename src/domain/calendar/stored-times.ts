import { MINUTE_MS } from './durations.js';

/** Assumed maximum clock skew between instances; a stored time beyond it was written by a wrong clock. */
export const CLOCK_SKEW_MS = MINUTE_MS;

/**
 * The latest plausible due time or end of a lease. A stored time beyond it was written by a clock that ran ahead and is
 * ignored: the work is due, the lease is free.
 * @param longestMs the longest delay that the rules write
 */
export function farthestLegal(now: Date, longestMs: number): Date {
  return new Date(now.getTime() + longestMs + CLOCK_SKEW_MS);
}

/** True when `at` lies in the past, by less than `ms`. */
export function isYoungerThan(at: Date, ms: number, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age >= 0 && age < ms;
}
