import { router } from '@inertiajs/react';

/** Whether the server answers, as seen by every request of this tab. */
let reachable = true;
let lastAnswerAt = Date.now();
/** The server runs another version than this page, and refreshes of it are dropped. */
let outdated = false;
const listeners = new Set<() => void>();

function tell(now: boolean): void {
  if (now) lastAnswerAt = Date.now();
  if (now === reachable) return;
  reachable = now;
  listeners.forEach((changed) => changed());
}

export const connection = {
  /** An answer came, whatever it said. */
  answered: () => tell(true),
  /** No answer came at all. */
  silent: () => tell(false),
  isReachable: () => reachable,
  isOutdated: () => outdated,
  /** When the server was last heard of, in milliseconds. */
  lastAnswerAt: () => lastAnswerAt,
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
};

/** Page visits and refreshes count like every other request. */
export function listenToConnection(): void {
  router.on('success', connection.answered);
  router.on('httpException', connection.answered);
  router.on('networkError', connection.silent);
  // A visit loads the document anew by itself.
  router.on('location', ({ detail }) => {
    outdated ||= detail.versionChange;
    listeners.forEach((changed) => changed());
  });
}
