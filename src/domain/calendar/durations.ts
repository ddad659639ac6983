/**
 * Lengths of time in milliseconds, for differences between instants (UTC). IST has no summer time, so an IST day is as long as a
 * UTC day; where it begins is in ist-day.ts.
 */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
