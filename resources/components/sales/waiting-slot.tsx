import { useCallback, useState, useSyncExternalStore } from 'react';
import { stripHeight } from '../../lib/strip-height';
import { waitingMark } from '../../lib/waiting-mark';
import { late } from '../ui/late';

const WaitingStrip = late(() => import('./waiting-strip'));

/** Sales that wait on this device; without any not even their code is fetched. */
export function WaitingSlot({ personId }: { personId: string }) {
  const isMarked = useSyncExternalStore(waitingMark.subscribe, waitingMark.isSet, () => false);
  return isMarked ? <Room personId={personId} /> : null;
}

/** Keeps the room of the strip until it is read: whoever taps meanwhile taps what they see. */
function Room({ personId }: { personId: string }) {
  const [minHeight, setHeight] = useState(() => stripHeight(personId));
  const onRead = useCallback(() => setHeight(0), []);
  return (
    <div style={minHeight > 0 ? { minHeight } : { display: 'contents' }}>
      <WaitingStrip personId={personId} onRead={onRead} />
    </div>
  );
}
