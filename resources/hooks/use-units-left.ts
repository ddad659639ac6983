import { router } from '@inertiajs/react';
import { useEffect, useState } from 'react';
import type { LiveUnits, UnitsLeft } from '../../src/contracts/quota';
import { BACKGROUND, KEEPS_PAGE } from '../lib/background';

/** By project and code. */
type ByTier = ReadonlyMap<string, LiveUnits>;
const NONE: ByTier = new Map();

/**
 * How many tokens of each limited tier are left, by its code, as it changes.
 * @param given with the page; empty or undefined: no tier has a limit, and nothing is listened to
 */
export function useUnitsLeft(given: UnitsLeft[] | undefined): ReadonlyMap<string, number> {
  const [received, setReceived] = useState<ByTier>(NONE);
  const projectId = given?.[0]?.projectId ?? null;
  useEffect(() => {
    if (projectId === null) return undefined;
    let stop: (() => void) | null = null;
    let isLeft = false;
    /** Received since the last reload was requested: at least as new as its answer. */
    let sinceReload = NONE;
    const reload = () => {
      sinceReload = NONE;
      const onSuccess = () => setReceived(sinceReload);
      router.reload({ only: ['unitsLeft'], headers: BACKGROUND, onSuccess, ...KEEPS_PAGE });
    };
    const onUnits = (units: LiveUnits) => {
      if (units.projectId !== projectId) return;
      sinceReload = newer(sinceReload, units);
      setReceived((known) => newer(known, units));
      // A limit that is set again counts its versions from 0: none of the old ones may stay.
      if (units.left === null) reload();
    };
    // Kept out of the form's own code.
    void import('../lib/live-connection')
      .then(({ listenLive }) => {
        if (isLeft) return;
        stop = listenLive({ onPayment: () => undefined, onConnected: () => undefined, onHello: reload, onUnits });
      })
      .catch(() => undefined);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [projectId]);
  let all = NONE;
  for (const units of [...(given ?? []), ...received.values()]) all = newer(all, units);
  return new Map(
    [...all.values()].flatMap(({ left, tierCode, ...of }) =>
      of.projectId === projectId && left !== null ? [[tierCode, left] as const] : [],
    ),
  );
}

/** The end of a limit always counts, and so does what follows it: the versions of a limit that is set again begin at 0. */
function newer(known: ByTier, units: LiveUnits): ByTier {
  const key = `${units.projectId} ${units.tierCode}`;
  const before = known.get(key);
  if (before && before.left !== null && units.left !== null && units.version < before.version) return known;
  return new Map(known).set(key, units);
}
