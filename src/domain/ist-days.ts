const DAY_MS = 24 * 60 * 60 * 1000;
/** India has no summer time. */
const OFFSET_MS = 5.5 * 60 * 60 * 1000;
const DAY = /^(20\d{2})-(\d{2})-(\d{2})$/;

/** The beginning of a day in Asia/Kolkata as an instant (UTC). @param text `2026-11-20` @returns null for what is no day */
export function istDayStart(text: string): Date | null {
  if (!DAY.test(text)) return null;
  const midnight = new Date(`${text}T00:00:00.000Z`);
  // 31 February is read as 3 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== text) return null;
  return new Date(midnight.getTime() - OFFSET_MS);
}

/** The first instant after that day. */
export function istDayEnd(text: string): Date | null {
  const start = istDayStart(text);
  return start && new Date(start.getTime() + DAY_MS);
}

/** The day in Asia/Kolkata, as `2026-11-20`. */
export function istDayOf(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** `2026-11-20 15:04:05`, Asia/Kolkata. */
export function istDateTime(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
