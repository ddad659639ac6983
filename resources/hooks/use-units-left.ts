import { router } from '@inertiajs/react';
import { useEffect, useState } from 'react';
import type { LiveUnits, UnitsLeft } from '../../src/contracts/quota';

/** By project and code. */
type ByTier = ReadonlyMap<string, LiveUnits>;
const NONE: ByTier = new Map();

/**
 * How many tokens of each limited tier are left, by its code, as it changes.
 * @param given with the page; empty or undefined: no tier has a limit, and nothing is listened to
 */
export function useUnitsLeft(given: UnitsLeft[] | undefined): ReadonlyMap<string, number> {
  const [heard, setHeard] = useState<ByTier>(NONE);
  const projectId = given?.[0]?.projectId ?? null;
  useEffect(() => {
    if (projectId === null) return undefined;
    let stop: (() => void) | null = null;
    let isLeft = false;
    /** Since what is given was last asked for. */
    let since = NONE;
    const onUnits = (units: LiveUnits) => {
      if (units.projectId !== projectId) return;
      since = newer(since, units);
      setHeard((known) => newer(known, units));
    };
    const onHello = () => {
      since = NONE;
      // What was heard before, such as a limit that has ended since, gives way.
      router.reload({ only: ['unitsLeft'], onSuccess: () => setHeard(since) });
    };
    // Kept out of the form's own code.
    void import('../lib/live-connection')
      .then(({ listenLive }) => {
        if (isLeft) return;
        stop = listenLive({ onPayment: () => undefined, onConnected: () => undefined, onHello, onUnits });
      })
      .catch(() => undefined);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [projectId]);
  let all = heard;
  for (const units of given ?? []) all = newer(all, units);
  return new Map(
    [...all.values()].flatMap(({ left, tierCode, ...of }) =>
      of.projectId === projectId && left !== null ? [[tierCode, left] as const] : [],
    ),
  );
}

/** A limit that was taken away and set again counts from 0, so its end always counts. */
function newer(known: ByTier, units: LiveUnits): ByTier {
  const key = `${units.projectId} ${units.tierCode}`;
  const before = known.get(key);
  if (before && before.left !== null && units.left !== null && units.version < before.version) return known;
  return new Map(known).set(key, units);
}
