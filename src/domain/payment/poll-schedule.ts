import { isYoungerThan } from '../calendar/stored-times.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../calendar/durations.js';

const FIRST_CHECK_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** docs/bank-protocol.md#clocks: late authorisations come days later; RBI's limit for debited, unconfirmed money is five days. */
const LATE_WATCH_MS = 7 * DAY_MS;
const LATE_STEPS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS];

/** Of the check before the last one, which is a day earlier. */
const LATE_BEFORE_MS = LATE_WATCH_MS - 2 * DAY_MS - HOUR_MS;

/** One second less than the poll job's interval, so that the check is due when the next run starts. */
const VIEWED_WAIT_MS = 9 * SECOND_MS;
/** An open page polls every ten seconds; three missed polls mean that nobody is there. */
const PRESENT_MS = 30 * SECOND_MS;
const AFTER_VIEW_MS = 120 * SECOND_MS;

/** The longest delay of an open attempt's check, with room for longer ones of other versions. */
export const LONGEST_OPEN_WAIT_MS = HOUR_MS;
/** The longest delay of any attempt's check. */
export const LONGEST_WAIT_OF_ALL_MS = DAY_MS;

/** Somebody has the payment open. @param viewedAt last view; a time in the future is ignored */
export function isViewed(now: Date, viewedAt: Date | null): boolean {
  return viewedAt !== null && isYoungerThan(viewedAt, PRESENT_MS, now);
}

/** The longest wait before the next check while somebody views the payment, and for two minutes afterwards. */
function viewerWaitMs(now: Date, viewedAt: Date | null): number {
  if (viewedAt === null || !isYoungerThan(viewedAt, AFTER_VIEW_MS, now)) return Infinity;
  if (isViewed(now, viewedAt)) return VIEWED_WAIT_MS;
  return viewedAt.getTime() + AFTER_VIEW_MS - now.getTime();
}

/** Latest next check of an attempt that is being viewed: about ten seconds after the previous check. */
export function viewedCheckAt(now: Date, lastCheckedAt: Date | null): Date {
  if (lastCheckedAt === null) return new Date(now.getTime() + VIEWED_WAIT_MS);
  if (!isYoungerThan(lastCheckedAt, VIEWED_WAIT_MS, now)) return now;
  return new Date(lastCheckedAt.getTime() + VIEWED_WAIT_MS);
}

/** Delay before the next check of an open attempt after `checks` checks: 10 s, doubling to 15 min. */
export function openCheckDelayMs(checks: number): number {
  return Math.min(FIRST_CHECK_MS * 2 ** Math.min(checks, 10), LONGEST_WAIT_MS);
}

/**
 * Next check of an open attempt (docs/product.md#polling): by the backoff, and at the latest when its link expires.
 * @param checks the poll job's own checks, without those that a viewer caused
 * @param atLeastMs the bank's `Retry-After`; 15 minutes at most count
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

/** True seven days after the link's expiry: the poll job stops asking and a review is opened. */
export function isOverdue(now: Date, linkExpiresAt: Date): boolean {
  return now.getTime() - linkExpiresAt.getTime() > LATE_WATCH_MS;
}

/** True for seven days after a callback or an admin's decision about a closed attempt: a question without an answer is repeated until then. */
export function isWatched(now: Date, since: Date): boolean {
  return now.getTime() - since.getTime() <= LATE_WATCH_MS;
}

/**
 * Next check of a capture about which a callback came later: STATUS may bear it out with a delay.
 * @param lastCallbackAt when the newest one came in @returns null a day later
 */
export function nextCheckAfterCallback(now: Date, lastCallbackAt: Date): Date | null {
  const age = now.getTime() - lastCallbackAt.getTime();
  const step = LATE_STEPS.find((limit) => age < limit);
  return step === undefined || age < 0 ? null : new Date(lastCallbackAt.getTime() + step);
}

/**
 * Next check of an attempt that was closed without money, in case the bank captures late.
 * @param checkedBefore the check before the one of now
 * @returns null once seven days have passed, by two checks: a clock that ran ahead for one of them ends nothing
 */
export function nextLateCheck(now: Date, closedAt: Date, checkedBefore: Date | null): Date | null {
  const age = now.getTime() - closedAt.getTime();
  // `closedAt` lies in the future (clock ran ahead): check at the shortest step instead of waiting for that time.
  if (age < 0) return new Date(now.getTime() + 15 * MINUTE_MS);
  const step = LATE_STEPS.find((limit) => age < limit);
  if (step !== undefined) return new Date(closedAt.getTime() + step);
  const isLast = age + DAY_MS > LATE_WATCH_MS;
  const isLate = checkedBefore !== null && checkedBefore.getTime() - closedAt.getTime() >= LATE_BEFORE_MS;
  return isLast && isLate ? null : new Date(now.getTime() + DAY_MS);
}
