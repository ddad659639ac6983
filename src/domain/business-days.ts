const DAY_MS = 24 * 3_600_000;
const IST_OFFSET_MS = 5.5 * 3_600_000;
const SUNDAY = 0;
const SATURDAY = 6;

/**
 * The Indian calendar day that lies `days` business days, Monday to Friday, after the day of an instant. Bank holidays differ
 * by state and bank and are not known here.
 * @returns `yyyy-mm-dd`
 */
export function businessDayAfter(instant: Date, days: number): string {
  // Shifted so that the UTC fields read as the Indian ones.
  let day = Math.floor((instant.getTime() + IST_OFFSET_MS) / DAY_MS) * DAY_MS;
  for (let left = days; left > 0;) {
    day += DAY_MS;
    if (!isWeekend(day)) left -= 1;
  }
  return new Date(day).toISOString().slice(0, 10);
}

function isWeekend(day: number): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday === SUNDAY || weekday === SATURDAY;
}

export interface ExpectedDays {
  /** Indian calendar days, `yyyy-mm-dd`. */
  from: string;
  to: string;
}

/** When refunded money usually is in the customer's account: 3 to 5 business days after the bank has accepted it. */
export function refundExpectedDays(acceptedAt: Date): ExpectedDays {
  return { from: businessDayAfter(acceptedAt, 3), to: businessDayAfter(acceptedAt, 5) };
}
