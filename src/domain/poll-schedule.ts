const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FIRST_CHECK_MS = 10 * SECOND;
const LONGEST_WAIT_MS = 15 * MINUTE;
/** Late authorisations have been seen days later; RBI's limit for debited but unconfirmed money is five days. */
const LATE_WATCH_MS = 7 * DAY;
const LATE_STEPS = [15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** Wait before the next question about an open attempt that has been asked about `checks` times: 10 s, doubling to 15 min. */
export function openCheckDelayMs(checks: number): number {
  return Math.min(FIRST_CHECK_MS * 2 ** Math.min(checks, 10), LONGEST_WAIT_MS);
}

/**
 * When an open attempt is asked about next: by the backoff, but never later than the end of its link.
 * @param atLeastMs what the bank itself asked to wait; heeded up to the longest wait of ours
 */
export function nextOpenCheck(now: Date, checks: number, linkExpiresAt: Date, atLeastMs = 0): Date {
  const byBackoff = now.getTime() + openCheckDelayMs(checks);
  const expiry = linkExpiresAt.getTime();
  const ours = expiry > now.getTime() ? Math.min(byBackoff, expiry) : byBackoff;
  return new Date(Math.max(ours, now.getTime() + Math.min(atLeastMs, LONGEST_WAIT_MS)));
}

/** An attempt still open this long after its link's end is not asked about any more by itself; a person is shown it. */
export function isOverdue(now: Date, linkExpiresAt: Date): boolean {
  return now.getTime() - linkExpiresAt.getTime() > LATE_WATCH_MS;
}

/**
 * When an attempt that was closed without money is looked at again, in case the bank captures late.
 * @returns null once seven days have passed
 */
export function nextLateCheck(now: Date, closedAt: Date): Date | null {
  const age = now.getTime() - closedAt.getTime();
  const step = LATE_STEPS.find((limit) => age < limit);
  if (step !== undefined) return new Date(closedAt.getTime() + step);
  return age + DAY <= LATE_WATCH_MS ? new Date(now.getTime() + DAY) : null;
}
