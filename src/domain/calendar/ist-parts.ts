import type { IstDay } from './ist-day.js';
import { ENGLISH_LOCALE, istDate, istFormatter, noonOf } from './ist-time.js';

/* Parts of a date, for calendars and charts, and a time where a second matters. */
const CLOCK = istFormatter(ENGLISH_LOCALE, { timeStyle: 'medium', hourCycle: 'h23' });
const MONTH = istFormatter(ENGLISH_LOCALE, { month: 'long', year: 'numeric' });
const SHORT_DAY = istFormatter(ENGLISH_LOCALE, { day: 'numeric', month: 'short' });
const SHORT_MONTH = istFormatter(ENGLISH_LOCALE, { month: 'short', year: 'numeric' });

/** `25 Nov`, where the year is clear. */
export function istShortDay(day: IstDay): string {
  return SHORT_DAY(noonOf(day));
}

/** `November 2026`: the month of a day. */
export function istMonth(day: IstDay): string {
  return MONTH(noonOf(day));
}

/** `Nov 2026`: the month of a day. */
export function istShortMonth(day: IstDay): string {
  return SHORT_MONTH(noonOf(day));
}

/** `25 Nov 2026`, of a day. */
export function istDayText(day: IstDay): string {
  return istDate(noonOf(day));
}

/** `14:05:07`, Asia/Kolkata. @param iso an instant in UTC */
export const istClockTime = CLOCK;
