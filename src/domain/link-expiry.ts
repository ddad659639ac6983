import { addDays, istDayOf, startOfIstDay } from './ist-day.js';

const HOUR_MS = 3_600_000;

/** How long a new or reissued link lives. `today`: until the end of the day in Asia/Kolkata. */
export const LINK_LIFETIMES = ['4h', 'today', '24h', '72h', '7d'] as const;
export type LinkLifetime = (typeof LINK_LIFETIMES)[number];

const HOURS: Readonly<Record<Exclude<LinkLifetime, 'today'>, number>> = { '4h': 4, '24h': 24, '72h': 72, '7d': 168 };

/** A link for today has to leave the customer this long to pay. */
const SHORTEST_TODAY_MS = 30 * 60_000;
/** A link with less than this left is nearly over: the shortest lifetime that can be chosen. */
const NEARLY_OVER_MS = HOURS['4h'] * HOUR_MS;

export function linkExpiry(createdAt: Date, ttlHours: number): Date {
  return new Date(createdAt.getTime() + ttlHours * HOUR_MS);
}

/**
 * @param lifetime undefined: the installation's usual one
 * @returns null when too little is left of today
 */
export function chosenExpiry(lifetime: LinkLifetime | undefined, now: Date, ttlHours: number): Date | null {
  if (lifetime === undefined) return linkExpiry(now, ttlHours);
  if (lifetime !== 'today') return linkExpiry(now, HOURS[lifetime]);
  const end = endOfIstDay(now);
  return end.getTime() - now.getTime() < SHORTEST_TODAY_MS ? null : end;
}

/** What is left of the old link; one that has ended, or nearly, is given the usual time again. */
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

/** The Indian calendar day of an instant as the bank writes due dates: `dd/MM/yyyy`. A UTC clock would be a day early at night. */
export function istDueDate(instant: Date): string {
  const [year, month, day] = istDayOf(instant).split('-');
  return `${day}/${month}/${year}`;
}
