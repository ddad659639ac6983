import type { IstDay } from '../domain/calendar/ist-day.js';

/** A day on which banks are closed, beside Sundays and the second and fourth Saturday of a month. */
export interface BankHoliday {
  /** The IST day, `YYYY-MM-DD`. */
  day: IstDay;
  /** Name of the holiday. */
  name: string;
}

/** GET /api/bank-holidays, and the answer to each change. */
export interface BankHolidayList {
  /** Bank holidays, earliest first. */
  holidays: BankHoliday[];
}
