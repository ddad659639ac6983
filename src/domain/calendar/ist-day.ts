import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.js';

/** India has one time zone and no summer time: an IST day is 24 hours that begin at 18:30 UTC. */
export const IST_OFFSET_MS = 5 * HOUR_MS + 30 * MINUTE_MS;
const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** An IST day, `YYYY-MM-DD`. */
export type IstDay = string;

/** Instants from `from` on and before `before`; null is open. */
export interface Span {
  from: Date | null;
  before: Date | null;
}

/** True for a day that exists, in the years 2000 to 2099, written exactly as `YYYY-MM-DD`. */
export function isIstDay(text: unknown): text is IstDay {
  const found = typeof text === 'string' ? SHAPE.exec(text) : null;
  if (!found || !text) return false;
  const year = Number(found[1]);
  const midnight = new Date(Date.UTC(year, Number(found[2]) - 1, Number(found[3])));
  return year >= 2000 && year <= 2099 && midnight.toISOString().slice(0, 10) === text;
}

export function istDayOf(instant: Date): IstDay {
  return istWallTime(instant).toISOString().slice(0, 10);
}

/** The instant's IST wall time in the UTC fields, for formats without a time zone. */
export function istWallTime(instant: Date): Date {
  return new Date(instant.getTime() + IST_OFFSET_MS);
}

/** `2026-11-20 15:04:05`, Asia/Kolkata. */
export function istDateTime(instant: Date): string {
  return istWallTime(instant).toISOString().slice(0, 19).replace('T', ' ');
}

export function addDays(day: IstDay, days: number): IstDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first instant of the day. */
export function startOfIstDay(day: IstDay): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - IST_OFFSET_MS);
}

/** The first instant of a day given as text; null for an invalid day. */
export function istDayStart(text: string): Date | null {
  return isIstDay(text) ? startOfIstDay(text) : null;
}

/** The first instant after the day; null for an invalid day. */
export function istDayEnd(text: string): Date | null {
  return isIstDay(text) ? startOfIstDay(addDays(text, 1)) : null;
}

/** From the first day to the last, both included; an empty text leaves that side open. */
export function spanOf(startDay: string, endDay: string): Span {
  return {
    from: startDay === '' ? null : startOfIstDay(startDay),
    before: endDay === '' ? null : startOfIstDay(addDays(endDay, 1)),
  };
}
