import type { IstDay } from './ist-day.js';

/** Date formats for people, in IST: pages, emails, documents, commands. */
export interface DateFormats {
  /** `25 Nov 2026`. */
  date: (iso: string) => string;
  /** `25 Nov 2026, 6:53 pm`. */
  moment: (iso: string) => string;
  /** `Wed 25 Nov 2026`, for promised days. */
  weekday: (day: IstDay) => string;
}

/** @param locale with its digits, such as `hi-IN-u-nu-latn` */
export function dateFormatsIn(locale: string): DateFormats {
  const timeZone = 'Asia/Kolkata';
  const day = { timeZone, day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
  const date = new Intl.DateTimeFormat(locale, day);
  const moment = new Intl.DateTimeFormat(locale, { ...day, ...time });
  const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' });
  const plain = (text: string) => text.replace(/\u202f/g, ' ');
  return {
    date: (iso) => plain(date.format(new Date(iso))),
    moment: (iso) => plain(moment.format(new Date(iso))),
    // Not in one format: several locales would put a comma behind the weekday.
    weekday: (text) => {
      const noon = new Date(`${text}T12:00:00+05:30`);
      return plain(`${weekday.format(noon)} ${date.format(noon)}`);
    },
  };
}

const ENGLISH = dateFormatsIn('en-IN-u-nu-latn');

/** `25 Nov 2026`, Asia/Kolkata. @param iso an instant in UTC */
export const istDate = ENGLISH.date;

/** `Wed 25 Nov 2026`. */
export const istWeekday = ENGLISH.weekday;

/** `25 Nov 2026, 6:53 pm IST`, whatever the server's time zone. @param iso an instant in UTC */
export function istMoment(iso: string): string {
  return `${ENGLISH.moment(iso)} IST`;
}
