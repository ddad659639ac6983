import { DAY_MS } from './durations.js';
import { addDays, type IstDay } from './ist-day.js';

/** IST days, both included; an empty text leaves that side open. */
export interface IstDays {
  startDate: IstDay;
  endDate: IstDay;
}

export interface DayPreset {
  label: string;
  days: IstDays;
}

export const ALL_DAYS: IstDays = { startDate: '', endDate: '' };

export function monthStart(day: IstDay): IstDay {
  return `${day.slice(0, 7)}-01`;
}

export function monthEnd(day: IstDay): IstDay {
  return addDays(monthStart(addDays(monthStart(day), 31)), -1);
}

/** The same day of another month, or its last one where the month is shorter. */
export function addMonths(day: IstDay, months: number): IstDay {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
  const wanted = `${first.slice(0, 8)}${day.slice(8)}`;
  const last = monthEnd(first);
  return wanted < last ? wanted : last;
}

/** Days from the first to the last, both counted. */
export function lengthOf({ startDate, endDate }: IstDays): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1;
}

/** The ranges that are asked for most. This month ends today: what comes is not there yet. */
export function dayPresets(today: IstDay): DayPreset[] {
  const yesterday = addDays(today, -1);
  const lastMonth = addDays(monthStart(today), -1);
  return [
    { label: 'Today', days: { startDate: today, endDate: today } },
    { label: 'Yesterday', days: { startDate: yesterday, endDate: yesterday } },
    { label: 'Last 7 days', days: { startDate: addDays(today, -6), endDate: today } },
    { label: 'Last 30 days', days: { startDate: addDays(today, -29), endDate: today } },
    { label: 'This month', days: { startDate: monthStart(today), endDate: today } },
    { label: 'Last month', days: { startDate: monthStart(lastMonth), endDate: lastMonth } },
    { label: 'All days', days: ALL_DAYS },
  ];
}

/**
 * The range that figures are compared with. A month, or its first days, is compared with the same days of the month before;
 * any other range, and a single day, with as many days right before it. Pure.
 * @returns null without a first day: nothing comes before it
 */
export function rangeBefore({ startDate, endDate }: IstDays, today: IstDay): IstDays | null {
  const end = endDate || today;
  if (startDate === '' || startDate > end) return null;
  if (startDate === monthStart(end) && startDate !== end) {
    const start = addMonths(startDate, -1);
    return { startDate: start, endDate: end === monthEnd(end) ? monthEnd(start) : addMonths(end, -1) };
  }
  const length = lengthOf({ startDate, endDate: end });
  return { startDate: addDays(startDate, -length), endDate: addDays(startDate, -1) };
}

/** Beyond so many days a trend is told by months. */
const MAX_TREND_DAYS = 92;

/**
 * The days of a trend, or its months, cut to the range; without gaps, up to today. Pure.
 * @param firstDay the first day with any figure, where the range has no start; null without one
 */
export function trendSteps(
  { startDate, endDate }: IstDays,
  today: IstDay,
  firstDay: IstDay | null,
): { unit: 'day' | 'month'; steps: IstDays[] } {
  const end = endDate !== '' && endDate < today ? endDate : today;
  const start = startDate || firstDay || end;
  if (start > end) return { unit: 'day', steps: [] };
  const unit = lengthOf({ startDate: start, endDate: end }) <= MAX_TREND_DAYS ? 'day' : 'month';
  const steps: IstDays[] = [];
  for (let at = start; at <= end;) {
    const last = unit === 'day' ? at : monthEnd(at);
    steps.push({ startDate: at, endDate: last < end ? last : end });
    at = addDays(last, 1);
  }
  return { unit, steps };
}
