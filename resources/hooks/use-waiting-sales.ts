import { useEffect, useSyncExternalStore } from 'react';
import { type WaitingSales, waitingSales } from '../lib/waiting-sales';

const { subscribe, current } = waitingSales;

/** The sales of this person that wait on the device, sent by themselves while the component is there. */
export function useWaitingSales(personId: string, isSignedIn: boolean): WaitingSales {
  useEffect(() => {
    waitingSales.open(personId, { isSignedIn }).catch(() => undefined);
  }, [personId, isSignedIn]);
  return useSyncExternalStore(subscribe, current, current);
}
