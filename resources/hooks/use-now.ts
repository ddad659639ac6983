import { useEffect, useState } from 'react';

/** The server's clock, as the page brought it. */
export interface ServerClock {
  /** When the page was made, in milliseconds. */
  madeAt: number;
  /** How far it is ahead of the device's, in milliseconds: a tablet with a wrong clock still counts down rightly. */
  lead: number;
}

/** Of the newest page that this document has had from the server. */
let newest: ServerClock = { madeAt: -Infinity, lead: 0 };

/** Measured when a page arrives. One that the browser brings back from its history is old, and tells nothing about the clocks. */
export function useServerClock(serverNow: string): ServerClock {
  const [clock] = useState(() => {
    const madeAt = Date.parse(serverNow);
    if (madeAt > newest.madeAt) newest = { madeAt, lead: madeAt - Date.now() };
    return { madeAt, lead: newest.lead };
  });
  return clock;
}

/** Until the document's page has been taken over. */
let isStarting = true;

export function useStartOfPages(): void {
  useEffect(() => {
    isStarting = false;
  }, []);
}

/**
 * The time in milliseconds, renewed every so often. While the document's page is taken over it is the moment when that was made: the
 * server has rendered it, and both must say the same words, or React throws the server's away.
 */
export function useNow(everyMs: number, clock?: ServerClock): number {
  const lead = clock?.lead ?? 0;
  const [now, setNow] = useState(() => (clock && isStarting ? clock.madeAt : Date.now() + lead));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + lead), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, lead]);
  return now;
}
