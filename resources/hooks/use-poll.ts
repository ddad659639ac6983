import { useEffect, useRef } from 'react';
import { isAttended, onAttention } from '../lib/attention';
import { connection } from '../lib/connection';

interface PollOptions {
  enabled: boolean;
  intervalMs: number;
  /** The longest pause after failures. */
  maxIntervalMs?: number;
}

/**
 * Repeats a task while it is wanted. Each failure doubles the pause; nothing is asked while the tab is hidden or the
 * device offline, and the first moment back asks at once, as does the first word from a server that was silent.
 * @param task answers whether it worked
 */
export function usePoll(task: () => Promise<boolean>, options: PollOptions): void {
  const { enabled, intervalMs, maxIntervalMs = 120_000 } = options;
  const latest = useRef(task);
  useEffect(() => {
    latest.current = task;
  });

  useEffect(() => {
    if (!enabled) return;
    let stopped = false;
    let running = false;
    let failures = 0;
    let dueAt = Date.now() + intervalMs;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const plan = () => {
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(tick, Math.max(0, dueAt - Date.now()));
    };
    const tick = () => {
      if (stopped || running || !isAttended()) return;
      running = true;
      void latest
        .current()
        .catch(() => false)
        .then((worked) => {
          running = false;
          failures = worked ? 0 : failures + 1;
          dueAt = Date.now() + Math.min(maxIntervalMs, intervalMs * 2 ** failures);
          plan();
        });
    };

    plan();
    const heardAgain = () => {
      if (!connection.isReachable()) return;
      failures = 0;
      dueAt = Date.now();
      plan();
    };
    const unsubscribe = connection.subscribe(heardAgain);
    const stopAttending = onAttention(plan);
    return () => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      stopAttending();
    };
  }, [enabled, intervalMs, maxIntervalMs]);
}
