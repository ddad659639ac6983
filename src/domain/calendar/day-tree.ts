import { IST_OFFSET_MS, type IstDay, type Span } from './ist-day.js';
import { DAY_MS, HOUR_MS } from './durations.js';

/** Days from 1970 to 2149; a power of two. */
export const DAYS = 65_536;

/** IST days since 1 January 1970. */
export function dayNumber(instant: Date): number {
  return Math.floor((instant.getTime() + IST_OFFSET_MS) / DAY_MS);
}

/** The IST day with that number. */
export function istDayOfNumber(day: number): IstDay {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** True for the first instant of an IST day. */
export function isDayStart(instant: Date): boolean {
  return (instant.getTime() + IST_OFFSET_MS) % DAY_MS === 0;
}

/** The hour of the IST day, `00` to `23`. */
export function istHour(instant: Date): string {
  const hour = Math.floor((instant.getTime() + IST_OFFSET_MS) / HOUR_MS) % 24;
  return String(hour).padStart(2, '0');
}

/**
 * Sums of days are stored in a binary tree: node 1 covers all time, node n covers nodes 2n and 2n + 1, and the days are the
 * nodes from {@link DAYS} on. @returns a day's own node and all above it, the root last
 */
export function nodesAbove(day: number): number[] {
  const nodes: number[] = [];
  for (let node = DAYS + clamped(day); node >= 1; node >>= 1) nodes.push(node);
  return nodes;
}

/** The fewest nodes that cover a span of whole IST days: at most two on each level. */
export function nodesOf({ from, before }: Span): number[] {
  const nodes: number[] = [];
  let low = DAYS + (from === null ? 0 : clamped(dayNumber(from)));
  let high = DAYS + (before === null ? DAYS : Math.max(0, Math.min(DAYS, dayNumber(before))));
  for (; low < high; low >>= 1, high >>= 1) {
    if (low & 1) nodes.push(low++);
    if (high & 1) nodes.push(--high);
  }
  return nodes;
}

function clamped(day: number): number {
  return Math.max(0, Math.min(DAYS - 1, day));
}
