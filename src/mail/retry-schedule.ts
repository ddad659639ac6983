const MINUTE_MS = 60_000;
/** Together 22 hours and 21 minutes: a mail server that is down for a day is somebody's known problem by then. */
const STEPS_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** Wait before the next try of a mail that has been tried `attempts` times in vain. @returns null: give up */
export function mailRetryDelayMs(attempts: number): number | null {
  const minutes = STEPS_MINUTES[attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE_MS;
}
