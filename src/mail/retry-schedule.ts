import { MINUTE_MS } from '../domain/calendar/durations.js';

/** 22 hours and 21 minutes in total. */
const STEPS_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** Delay before the next attempt after `attempts` failures. @returns null: give up */
export function mailRetryDelayMs(attempts: number): number | null {
  const minutes = STEPS_MINUTES[attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE_MS;
}

/** The longest delay by number of attempts: none, one, two and so on. */
export function mailRetryDelaysMs(): number[] {
  return [0, ...STEPS_MINUTES.map((minutes) => minutes * MINUTE_MS)];
}
