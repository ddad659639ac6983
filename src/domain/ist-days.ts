const IST_OFFSET_MS = 5.5 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * The instant at which a day begins in Asia/Kolkata, whatever the time zone of the machine. India has had one offset and no
 * summer time since 1945.
 * @param text `YYYY-MM-DD`
 * @returns null for anything that is no day of the calendar between 2000 and 2199
 */
export function istDayStart(text: string): Date | null {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 31 February would silently become a day in March.
  if (year < '2000' || year > '2199' || midnight.toISOString().slice(0, 10) !== text) return null;
  return new Date(midnight.getTime() - IST_OFFSET_MS);
}

/** The instant at which the day is over: the first one that no longer belongs to it. */
export function istDayEnd(text: string): Date | null {
  const start = istDayStart(text);
  return start && new Date(start.getTime() + DAY_MS);
}

/** `YYYY-MM-DD` of the day in Asia/Kolkata. */
export function istDayOf(instant: Date): string {
  return istWallTime(instant).toISOString().slice(0, 10);
}

/** The same instant as the clocks in India show it, written into the UTC fields: for formats that know no time zone. */
export function istWallTime(instant: Date): Date {
  return new Date(instant.getTime() + IST_OFFSET_MS);
}

/** `2026-11-20 15:04:05`, Asia/Kolkata. */
export function istDateTime(instant: Date): string {
  return istWallTime(instant).toISOString().slice(0, 19).replace('T', ' ');
}
