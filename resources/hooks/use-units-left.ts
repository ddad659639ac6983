import { router } from '@inertiajs/react';
import { useEffect, useState } from 'react';
import type { LiveUnits, UnitsLeft } from '../../src/contracts/quota';

/** By code. */
type ByTier = ReadonlyMap<string, LiveUnits>;

/**
 * How many tokens of each limited tier are left, by its code, as it changes.
 * @param given with the page; undefined: no tier has a limit, and nothing is listened to
 */
export function useUnitsLeft(given: UnitsLeft[] | undefined): ReadonlyMap<string, number> {
  const [heard, setHeard] = useState<ByTier>(new Map());
  const projectId = given?.[0]?.projectId ?? null;
  useEffect(() => {
    if (projectId === null) return undefined;
    let stop: (() => void) | null = null;
    let isLeft = false;
    const note = (units: LiveUnits) => {
      if (units.projectId === projectId) setHeard((known) => newer(known, units));
    };
    // Kept out of the form's own code.
    void import('../lib/live-connection')
      .then(({ listenLive }) => {
        if (isLeft) return;
        let isFirst = true;
        const onHello = () => {
          // The page was made a moment ago; later, changes may have been missed.
          if (!isFirst) router.reload({ only: ['unitsLeft'] });
          isFirst = false;
        };
        stop = listenLive({ onPayment: () => undefined, onConnected: () => undefined, onHello, onUnits: note });
      })
      .catch(() => undefined);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [projectId]);
  let all = heard;
  for (const units of given ?? []) all = newer(all, units);
  return new Map([...all].flatMap(([code, { left }]) => (left === null ? [] : [[code, left] as const])));
}

/** A limit that was taken away and set again counts from 0, so its end always counts. */
function newer(known: ByTier, units: LiveUnits): ByTier {
  const before = known.get(units.tierCode);
  if (before && before.left !== null && units.left !== null && units.version < before.version) return known;
  return new Map(known).set(units.tierCode, units);
}
