import { useSyncExternalStore } from 'react';
import { waitingMark } from '../../lib/waiting-mark';
import { late } from '../ui/late';

const WaitingStrip = late(() => import('./waiting-strip'));

/** Sales that wait on this device; without any not even their code is fetched. */
export function WaitingSlot({ personId }: { personId: string }) {
  const isMarked = useSyncExternalStore(waitingMark.subscribe, waitingMark.isSet, () => false);
  return isMarked ? <WaitingStrip personId={personId} /> : null;
}
