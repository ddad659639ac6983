import { useEffect, useState, useSyncExternalStore } from 'react';
import { connection } from '../lib/connection';
import { useOnline } from './use-online';

const PROBE_MS = 5000;
const PROBE = '/healthz';

async function probe(): Promise<void> {
  try {
    const answer = await fetch(PROBE, { cache: 'no-store' });
    await answer.text();
    connection.answered();
  } catch {
    connection.silent();
  }
}

export interface Connection {
  state: 'fine' | 'offline' | 'unreachable' | 'outdated';
  /** When the server was last heard of before that, in milliseconds. */
  since: number;
}

/** Once a refresh has met another version of the product than the page's own: it shows no more changes. */
export function useOutdated(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOutdated, () => false);
}

/** Asks the server by itself while it is silent, so that whatever waits for it can go on. */
export function useConnection(): Connection {
  const online = useOnline();
  const reachable = useSyncExternalStore(connection.subscribe, connection.isReachable, () => true);
  const outdated = useOutdated();
  const state = !online ? 'offline' : !reachable ? 'unreachable' : outdated ? 'outdated' : 'fine';
  const [since, setSince] = useState(0);
  const [shown, setShown] = useState(state);
  if (shown !== state) {
    // From offline to unreachable is still the same silence.
    if (shown === 'fine' || shown === 'outdated') setSince(connection.lastAnswerAt());
    setShown(state);
  }

  useEffect(() => {
    if (state !== 'unreachable') return;
    const timer = setInterval(() => void probe(), PROBE_MS);
    return () => clearInterval(timer);
  }, [state]);

  return { state, since };
}
