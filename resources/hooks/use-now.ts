import { useEffect, useState, useSyncExternalStore } from 'react';

/** The server's clock, as the page brought it. */
export interface ServerClock {
  /** When the page was made, in milliseconds. */
  madeAt: number;
  /** How far it is ahead of the device's, in milliseconds: a tablet with a wrong clock still counts down rightly. */
  lead: number;
}

/** Measured once, when the page arrives. */
export function useServerClock(serverNow: string): ServerClock {
  const [clock] = useState(() => {
    const madeAt = Date.parse(serverNow);
    return { madeAt, lead: madeAt - Date.now() };
  });
  return clock;
}

const nothingChanges = () => () => undefined;

/**
 * The time in milliseconds, renewed every so often. On a page that the server has rendered it is at first the moment when that
 * was: both must say the same words, or React throws the server's away.
 */
export function useNow(everyMs: number, clock?: ServerClock): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  const isAsRendered = useSyncExternalStore(
    nothingChanges,
    () => false,
    () => true,
  );
  if (!clock) return now;
  return isAsRendered ? clock.madeAt : now + clock.lead;
}
