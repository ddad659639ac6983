import { addDays, isIstDay, type IstDay } from './ist-day.js';

const MONTHS = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december',
]; // prettier-ignore

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** Day, month, year, as people write it in India; never the month first. */
const NUMBERS = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})$/;
/** `22 Nov 2026`, `Sun 22-nov-26`, `22nd November`. */
const WORDS = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ -]?([a-z]{3,9})\.?,?(?:[ -]?(\d{4}|\d{2}))?$/;

/**
 * Reads a day as people write it: `22 Nov 2026`, `22/11/2026`, `22-11-26`, `2026-11-22`, `22 nov`, `today`, `yesterday`. Pure.
 * @param today the IST day; its year stands for one that is left out
 * @returns null for what is no day in the years 2000 to 2099
 */
export function readTypedDay(text: string, today: IstDay): IstDay | null {
  const typed = text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (typed === 'today') return today;
  if (typed === 'yesterday') return addDays(today, -1);
  const iso = ISO.exec(typed);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const numbers = NUMBERS.exec(typed);
  if (numbers) return dayOf(numbers[4], numbers[3], numbers[1]);
  const words = WORDS.exec(typed);
  if (!words) return null;
  const [, day, name = '', year = today.slice(0, 4)] = words;
  const month = MONTHS.findIndex((each) => each.startsWith(name)) + 1;
  return month === 0 ? null : dayOf(year, String(month), day);
}

/** True when no further digit can make it another day: the year has its four. */
export function isWholeTypedDay(text: string): boolean {
  return /(?:^\s*\d{4}-\d{2}-\d{2}|[^\d]\d{4})\s*$/.test(text);
}

function dayOf(year = '', month = '', day = ''): IstDay | null {
  const whole = year.length === 2 ? `20${year}` : year;
  const text = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIstDay(text) ? text : null;
}
