/** A longer wait is told in minutes. */
export const MAX_WAIT_IN_SECONDS = 90;

type WaitUnit = 'seconds' | 'minutes';

/** A wait as people are told it: in seconds up to 90, else in minutes, rounded up so that nobody is asked to come back too early. */
export function waitOf(seconds: number): { count: number; unit: WaitUnit } {
  if (seconds <= MAX_WAIT_IN_SECONDS) return { count: seconds, unit: 'seconds' };
  return { count: Math.ceil(seconds / 60), unit: 'minutes' };
}

/** In the language of a page, whose texts for both units it is given. */
export function waitIn(texts: Readonly<Record<WaitUnit, (count: string) => string>>, seconds: number): string {
  const { count, unit } = waitOf(seconds);
  return texts[unit](String(count));
}

/** In English, for staff: `1 second`, `90 seconds`, `10 minutes`. */
export function waitWords(seconds: number): string {
  const { count, unit } = waitOf(seconds);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
