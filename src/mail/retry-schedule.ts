const MINUTE_MS = 60_000;
/** Together 22 hours and 21 minutes: a mail server that is down for a day is somebody's known problem by then. */
const STEPS_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** Wait before the next try of a mail that has been tried `attempts` times in vain. @returns null: give up */
export function mailRetryDelayMs(attempts: number): number | null {
  const minutes = STEPS_MINUTES[attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE_MS;
}

/** By the number of tries so far, how long a mail waits at the most: none yet, one, two and so on. */
export function mailRetryDelaysMs(): number[] {
  return [0, ...STEPS_MINUTES.map((minutes) => minutes * MINUTE_MS)];
}
