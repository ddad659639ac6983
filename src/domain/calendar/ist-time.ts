import type { IstDay } from './ist-day.js';

/** Date formats for people, in IST: pages, emails, documents, commands. The only place that makes them. */
export interface DateFormats {
  /** `25 Nov 2026`. */
  date: (iso: string) => string;
  /** `6:53 pm`. */
  time: (iso: string) => string;
  /** `25 Nov 2026, 6:53 pm`. */
  moment: (iso: string) => string;
  /** `Wed 25 Nov 2026`, for promised days. */
  weekday: (day: IstDay) => string;
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
/** Later engines put a narrow space into a time, which few fonts of documents hold. */
const plain = (text: string) => text.replace(/\u202f/g, ' ');

/**
 * A formatter of instants in Asia/Kolkata, made when it is first used: it costs far more than its use.
 * @param locale with its digits, such as `hi-IN-u-nu-latn`
 */
export function istFormatter(locale: string, options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (iso) =>
    plain((made ??= new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', ...options })).format(new Date(iso)));
}

/** An instant of the day, far from either end of it. */
export function noonOf(day: IstDay): string {
  return `${day}T12:00:00+05:30`;
}

/** @param locale with its digits, such as `hi-IN-u-nu-latn` */
export function dateFormatsIn(locale: string): DateFormats {
  const date = istFormatter(locale, DAY);
  const weekday = istFormatter(locale, { weekday: 'short' });
  return {
    date,
    time: istFormatter(locale, TIME),
    moment: istFormatter(locale, { ...DAY, ...TIME }),
    // Not in one format: several locales would put a comma behind the weekday.
    weekday: (day) => `${weekday(noonOf(day))} ${date(noonOf(day))}`,
  };
}

export const ENGLISH_LOCALE = 'en-IN-u-nu-latn';
const ENGLISH = dateFormatsIn(ENGLISH_LOCALE);

/** `25 Nov 2026`, Asia/Kolkata. @param iso an instant in UTC */
export const istDate = ENGLISH.date;

/** `6:53 pm`, Asia/Kolkata. @param iso an instant in UTC */
export const istTime = ENGLISH.time;

/** `Wed 25 Nov 2026`. */
export const istWeekday = ENGLISH.weekday;

/** `25 Nov 2026, 6:53 pm IST`, whatever the server's time zone. @param iso an instant in UTC */
export function istMoment(iso: string): string {
  return `${ENGLISH.moment(iso)} IST`;
}
