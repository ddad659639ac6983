import { useState } from 'react';

/** True from the first time on: what was fetched for it stays, to play its closing. */
export function useWanted(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
