const CHANNEL = 'tokendesk-sales';

/** Of this tab, where the browser has no locks that all tabs share. */
const queues = new Map<string, Promise<unknown>>();

/**
 * One at a time, in all tabs. Where the browser cannot do that, in this tab; two tabs then may send the same sale, and its
 * idempotency key makes one of it.
 */
export function exclusively<T>(name: string, act: () => Promise<T>): Promise<T> {
  // Not there on an address without TLS, nor in older browsers.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks) return locks.request(`${CHANNEL}-${name}`, act) as Promise<T>;
  const before = queues.get(name) ?? Promise.resolve();
  const run = before.then(act, act);
  queues.set(name, run);
  return run;
}

/** Tells the other tabs that what is kept has changed. @param onChange when another tab says so */
export function otherTabs(onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  return () => channel.postMessage('changed');
}
