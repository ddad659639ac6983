import { addDays, type IstDay, istDayOf } from './ist-day.js';

/** Bank holidays besides Sundays and the second and fourth Saturday. */
export type Holidays = ReadonlySet<IstDay>;

const SUNDAY = 0;
const SATURDAY = 6;
/** A refund without an outcome is overdue after this many bank days. */
const REFUND_OVERDUE_AFTER = 5;

/**
 * Bank days (docs/product.md#bank-days): Monday to Saturday without the second and the fourth Saturday of a month (RBI, since
 * September 2015), and without the listed holidays.
 */
export function isBankDay(day: IstDay, holidays: Holidays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === SUNDAY || holidays.has(day)) return false;
  const saturday = Math.ceil(Number(day.slice(8)) / 7);
  return weekday !== SATURDAY || (saturday !== 2 && saturday !== 4);
}

/** The n-th bank day after this day; the day itself for none. */
export function addBankDays(day: IstDay, days: number, holidays: Holidays): IstDay {
  let at = day;
  for (let left = days; left > 0;) {
    at = addDays(at, 1);
    if (isBankDay(at, holidays)) left -= 1;
  }
  return at;
}

export interface ExpectedDays {
  /** IST days, `YYYY-MM-DD`. */
  from: IstDay;
  to: IstDay;
}

/** When refunded money reaches the customer: 3 to 5 bank days after the bank accepted the refund. */
export function refundExpectedDays(acceptedAt: Date, holidays: Holidays): ExpectedDays {
  const day = istDayOf(acceptedAt);
  return { from: addBankDays(day, 3, holidays), to: addBankDays(day, 5, holidays) };
}

/** Under way for more than five bank days; a review is opened. */
export function isRefundOverdue(now: Date, createdAt: Date, holidays: Holidays): boolean {
  return istDayOf(now) > addBankDays(istDayOf(createdAt), REFUND_OVERDUE_AFTER, holidays);
}
