import type { IstDay } from '../domain/calendar/ist-day.js';

/** A day on which banks are closed beside Sundays and the second and fourth Saturday of a month. */
export interface BankHoliday {
  /** `YYYY-MM-DD`, Indian calendar. */
  day: IstDay;
  name: string;
}

/** GET /api/bank-holidays, and the answer to each change. By day. */
export interface BankHolidayList {
  holidays: BankHoliday[];
}
