import { dateFormatsIn } from '../../../src/domain/calendar/ist-time';
import { formatInr } from '../../../src/domain/money/money';
import type { Language } from '../../../src/contracts/words/languages';

export interface Formats {
  /** `20 Nov 2026, 6:53 pm IST`; the parts of the time stay on one line. */
  moment: (iso: string) => string;
  /** `Wed 25 Nov 2026`, of an Indian calendar day `yyyy-mm-dd`. */
  day: (day: string) => string;
}

/** Rupees as `₹1,00,000`; paise only when they are not zero. The same in every language of the pages. */
export function rupees(amount: number): string {
  return formatInr(Math.round(amount * 100));
}

// Made once: a formatter made per call costs more than the rest of the page. Numbers are read out of SMS and bank apps, so
// their digits are the same there and here.
const FORMATS: Readonly<Record<Language, Formats>> = {
  en: formatsIn('en-IN-u-nu-latn'),
  hi: formatsIn('hi-IN-u-nu-latn'),
};

export function formatsOf(language: Language): Formats {
  return FORMATS[language];
}

function formatsIn(locale: string): Formats {
  const { moment, weekday } = dateFormatsIn(locale);
  return {
    moment: (iso) => `${moment(iso).replace(/\s(?=[ap]m$)/i, '\u00a0')}\u00a0IST`,
    day: weekday,
  };
}
