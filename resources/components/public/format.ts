import { formatInr } from '../../../src/domain/money';

/** Rupees as `₹1,00,000`; paise only when they are not zero. */
export function rupees(amount: number): string {
  return formatInr(Math.round(amount * 100));
}

// Made once: a formatter made per call costs more than the rest of the page.
const DATE_TIME = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** `20 Nov 2026, 6:53 pm IST`; the parts of the time stay on one line. */
export function istText(iso: string): string {
  return `${DATE_TIME.format(new Date(iso)).replace(/\s(?=[ap]m$)/i, '\u00a0')}\u00a0IST`;
}

const DAY = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** `Wed, 25 Nov 2026`. @param day an Indian calendar day, `yyyy-mm-dd` */
export function dayText(day: string): string {
  return DAY.format(new Date(day));
}
