import { isYoungerThan } from './stored-times.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FIRST_CHECK_MS = 10 * SECOND;
const LONGEST_WAIT_MS = 15 * MINUTE;
/** Late authorisations have been seen days later; RBI's limit for debited but unconfirmed money is five days. */
const LATE_WATCH_MS = 7 * DAY;
const LATE_STEPS = [15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** A second less than a run of the poll job, or the check would come due just after the run that should make it. */
const VIEWED_WAIT_MS = 9 * SECOND;
/** A page that is open asks every ten seconds. */
const PRESENT_MS = 30 * SECOND;
const AFTER_VIEW_MS = 120 * SECOND;

/** No open attempt is ever due later than this: the longest backoff, with room for longer ones of other versions. */
export const LONGEST_OPEN_WAIT_MS = HOUR;
/** No attempt at all. */
export const LONGEST_WAIT_OF_ALL_MS = DAY;

/** Somebody waits for the outcome at this moment. @param viewedAt when the last look was; one in the future proves nothing */
export function isViewed(now: Date, viewedAt: Date | null): boolean {
  return viewedAt !== null && isYoungerThan(viewedAt, PRESENT_MS, now);
}

/** The longest wait before the next check while somebody looks, and for two minutes after the last look. */
function viewerWaitMs(now: Date, viewedAt: Date | null): number {
  if (viewedAt === null || !isYoungerThan(viewedAt, AFTER_VIEW_MS, now)) return Infinity;
  if (isViewed(now, viewedAt)) return VIEWED_WAIT_MS;
  return viewedAt.getTime() + AFTER_VIEW_MS - now.getTime();
}

/** When an attempt that somebody looks at is due at the latest: ten seconds after the last question about it. */
export function viewedCheckAt(now: Date, lastCheckedAt: Date | null): Date {
  if (lastCheckedAt === null) return new Date(now.getTime() + VIEWED_WAIT_MS);
  if (!isYoungerThan(lastCheckedAt, VIEWED_WAIT_MS, now)) return now;
  return new Date(lastCheckedAt.getTime() + VIEWED_WAIT_MS);
}

/** Wait before the next question about an open attempt that has been asked about `checks` times: 10 s, doubling to 15 min. */
export function openCheckDelayMs(checks: number): number {
  return Math.min(FIRST_CHECK_MS * 2 ** Math.min(checks, 10), LONGEST_WAIT_MS);
}

/**
 * When an open attempt is asked about next: by the backoff, but never later than the end of its link.
 * @param checks the poll job's own, without those that somebody's looking has brought forward
 * @param atLeastMs what the bank itself asked to wait; heeded up to the longest wait of ours
 */
export function nextOpenCheck(
  now: Date,
  checks: number,
  linkExpiresAt: Date,
  atLeastMs = 0,
  viewedAt: Date | null = null,
): Date {
  const byBackoff = now.getTime() + Math.min(openCheckDelayMs(checks), viewerWaitMs(now, viewedAt));
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
  // Closed by a clock that ran ahead: looked at often, instead of never until that time has come.
  if (age < 0) return new Date(now.getTime() + 15 * MINUTE);
  const step = LATE_STEPS.find((limit) => age < limit);
  if (step !== undefined) return new Date(closedAt.getTime() + step);
  return age + DAY <= LATE_WATCH_MS ? new Date(now.getTime() + DAY) : null;
}
