import { addDays, istDayOf, startOfIstDay } from '../calendar/ist-day.js';
import { HOUR_MS, MINUTE_MS } from '../calendar/durations.js';

/** Lifetimes that staff can choose (docs/product.md#links). `today`: until the end of the IST day. */
export const LINK_LIFETIMES = ['4h', 'today', '24h', '72h', '7d'] as const;
export type LinkLifetime = (typeof LINK_LIFETIMES)[number];

const HOURS: Readonly<Record<Exclude<LinkLifetime, 'today'>, number>> = { '4h': 4, '24h': 24, '72h': 72, '7d': 168 };

/** The least time that a `today` link must have. */
const SHORTEST_TODAY_MS = 30 * MINUTE_MS;
/** A replacement of a link with less than this left gets the default lifetime. */
const NEARLY_OVER_MS = HOURS['4h'] * HOUR_MS;

export function linkExpiry(createdAt: Date, ttlHours: number): Date {
  return new Date(createdAt.getTime() + ttlHours * HOUR_MS);
}

/**
 * @param lifetime undefined: `LINK_TTL_HOURS`
 * @returns null when too little is left of today
 */
export function chosenExpiry(lifetime: LinkLifetime | undefined, now: Date, ttlHours: number): Date | null {
  if (lifetime === undefined) return linkExpiry(now, ttlHours);
  if (lifetime !== 'today') return linkExpiry(now, HOURS[lifetime]);
  const end = endOfIstDay(now);
  return end.getTime() - now.getTime() < SHORTEST_TODAY_MS ? null : end;
}

/** The remaining time of the old link, or the default lifetime when less than four hours are left. */
export function replacementExpiry(oldExpiry: Date, now: Date, ttlHours: number): Date {
  const usual = linkExpiry(now, ttlHours);
  const isNearlyOver = oldExpiry.getTime() - now.getTime() < NEARLY_OVER_MS;
  return isNearlyOver && usual > oldExpiry ? usual : oldExpiry;
}

export function isLinkExpired(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() <= now.getTime();
}

/** The last millisecond of an instant's day in Asia/Kolkata. */
export function endOfIstDay(instant: Date): Date {
  return new Date(startOfIstDay(addDays(istDayOf(instant), 1)).getTime() - 1);
}

/** The IST day of an instant as `dd/MM/yyyy`, the bank's format of due dates (docs/bank-protocol.md#formats). */
export function istDueDate(instant: Date): string {
  const [year, month, day] = istDayOf(instant).split('-');
  return `${day}/${month}/${year}`;
}
