/** Clocks of several instances differ by this much at the most; beyond it a stored time comes from a clock that was wrong. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * The last instant at which a due time or the end of a lease can lie that was written with a right clock. One that is stored
 * beyond it was written by a clock that ran ahead, and does not count: the work is due, the lease is free.
 * @param longestMs the longest distance that the rules ever write
 */
export function farthestLegal(now: Date, longestMs: number): Date {
  return new Date(now.getTime() + longestMs + CLOCK_SKEW_MS);
}

/** Something was done at `at` and is younger than `ms`. A time in the future proves nothing. */
export function isYoungerThan(at: Date, ms: number, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age >= 0 && age < ms;
}
