import { useEffect, useState } from 'react';

/**
 * How far the server's clock is ahead of the device's, in milliseconds, measured once when the page arrives: a tablet
 * with a wrong clock still counts down rightly.
 */
export function useClockLead(serverNow: string): number {
  const [lead] = useState(() => Date.parse(serverNow) - Date.now());
  return lead;
}

/** The time in milliseconds, renewed every so often. */
export function useNow(everyMs: number, clockLead = 0): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + clockLead;
}
