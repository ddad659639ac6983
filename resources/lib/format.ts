import { dayNumber } from '../../src/domain/calendar/day-tree';
import { istDayOf } from '../../src/domain/calendar/ist-day';
import { istDate, istTime, istWeekday, noonOf } from '../../src/domain/calendar/ist-time';
import { formatInr } from '../../src/domain/money/money';

/* Made once: a formatter costs far more than its use. */
const NUMBER = new Intl.NumberFormat('en-IN');
const RELATIVE = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' });

const DAY_SECONDS = 86_400;
const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
];
/** A unit is used from this part of one on. */
const ALMOST = 0.95;
const JUST_NOW_SECONDS = 45;

/** Rupees as `₹1,00,000`; paise only when they are not zero. */
export function formatRupees(rupees: number): string {
  return formatInr(Math.round(rupees * 100));
}

/** Rupees as they are typed into a field: `47499.50`, and `47500` without paise. */
export function typedRupees(rupees: number): string {
  const paise = Math.round(rupees * 100);
  return (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2);
}

export function formatCount(count: number): string {
  return NUMBER.format(count);
}

/** A date or a time is not broken over two lines: its spaces do not break. */
const whole = (text: string) => text.replace(/\s/g, '\u00A0');

/** `20 Nov 2026`, Asia/Kolkata; its spaces do not break. */
export function formatDate(iso: string): string {
  return whole(istDate(iso));
}

/** `20 Nov 2026` of a day written as `2026-11-20`, whatever the zone of the reader. */
export function formatDay(day: string): string {
  return formatDate(noonOf(day));
}

/** `Wed 25 Nov 2026` of a day written as `2026-11-25`, where the weekday helps; its spaces do not break. */
export function formatWeekday(day: string): string {
  return whole(istWeekday(day));
}

/** `2026-11-20`: the day in Asia/Kolkata, to group by. */
export function dayOf(iso: string): string {
  return istDayOf(new Date(iso));
}

/** `6:05 pm`, Asia/Kolkata; its space does not break. */
export function formatTime(iso: string): string {
  return whole(istTime(iso));
}

/** `20 Nov 2026, 6:05 pm`, Asia/Kolkata. */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`;
}

/** The time alone when it is today, else with its date. */
export function formatMoment(iso: string): string {
  return dayOf(iso) === istDayOf(new Date()) ? formatTime(iso) : formatDateTime(iso);
}

/** Days are counted by the calendar in Asia/Kolkata: "tomorrow" is never the day after. */
function daysApart(iso: string, nowMs: number): number {
  return dayNumber(new Date(iso)) - dayNumber(new Date(nowMs));
}

/** `just now`, `3 minutes ago`, `in 2 days`. */
export function formatRelative(iso: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(iso) - nowMs) / 1000);
  if (Math.abs(seconds) < JUST_NOW_SECONDS) return seconds > 0 ? 'in a moment' : 'just now';
  const reaches = (size: number) => Math.abs(seconds) >= size * ALMOST;
  const days = reaches(DAY_SECONDS) ? daysApart(iso, nowMs) : 0;
  if (days !== 0) return RELATIVE.format(days, 'day');
  const step = STEPS.find(({ seconds: size }) => reaches(size)) ?? STEPS[STEPS.length - 1];
  return step ? RELATIVE.format(Math.round(seconds / step.seconds), step.unit) : '';
}

/** `+91 98765 43210` from `+919876543210`. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3');
}

/** The address that dials a telephone number. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
}
