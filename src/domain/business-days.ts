import { addDays, type IstDay, istDayOf } from './ist-day.js';

const SUNDAY = 0;
const SATURDAY = 6;

/**
 * The Indian calendar day that lies `days` business days, Monday to Friday, after the day of an instant. Bank holidays differ
 * by state and bank and are not known here.
 */
export function businessDayAfter(instant: Date, days: number): IstDay {
  let day = istDayOf(instant);
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

function isWeekend(day: IstDay): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === SUNDAY || weekday === SATURDAY;
}

export interface ExpectedDays {
  /** Indian calendar days, `yyyy-mm-dd`. */
  from: IstDay;
  to: IstDay;
}

/** When refunded money usually is in the customer's account: 3 to 5 business days after the bank has accepted it. */
export function refundExpectedDays(acceptedAt: Date): ExpectedDays {
  return { from: businessDayAfter(acceptedAt, 3), to: businessDayAfter(acceptedAt, 5) };
}
