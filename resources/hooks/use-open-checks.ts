import { useCallback, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import type { CheckOpenData } from '../../src/contracts/open-checks';
import { API } from '../../src/contracts/routes';
import { api, ApiError, errorText } from '../lib/api';
import { pause } from '../lib/pause';
import { toast } from '../lib/toasts';
import { MINUTE_MS } from '../../src/domain/calendar/durations';

/** A call asks the bank five questions, and thirty calls a minute are allowed. */
const BETWEEN_CALLS_MS = 2000;
/** The list is read again a moment after a completion, when its token number has been issued. */
const AFTER_COMPLETION_MS = 1000;
const TICK_MS = 1000;
/** A run that was cut off longer ago is not taken up again. */
const RESUMED_WITHIN_MS = 10 * MINUTE_MS;
const KEPT_AS = 'td-open-checks';

/** Those of the dashboard's list. */
export interface OpenFilters {
  search: string;
  expires: string;
  status: string;
  /** Internal id; missing where there is one event. */
  event?: string;
}

interface Run {
  /** Whose run it is: whoever signs in next in the same tab does not go on with it. */
  personId: string;
  filters: OpenFilters;
  after: string | null;
  done: number;
  total: number;
  completed: number;
  failed: number;
}

export interface CheckProgress {
  done: number;
  /** Null before the first answer. */
  total: number | null;
  /** Seconds that the server asked to wait. */
  waiting: number | null;
}

/**
 * Checks all open payments of the dashboard's list with the bank, a few with each call, until the last, or until it is
 * stopped. What is left to do is kept with the tab, so that a reload goes on with it.
 * @param personId of the person who is signed in
 * @param refresh reads the list again
 */
export function useOpenChecks(personId: string, refresh: () => Promise<boolean>) {
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  const running = useRef<AbortController | null>(null);

  const walk = useCallback(
    async (from: Run) => {
      const controller = new AbortController();
      const { signal } = controller;
      running.current?.abort();
      running.current = controller;
      let run = from;
      const show = (waiting: number | null) =>
        setProgress({ done: run.done, total: run.total === 0 ? null : run.total, waiting });
      try {
        for (let isOver = false; !isOver && !signal.aborted;) {
          keep(run);
          show(null);
          run = await step(run, signal, show);
          isOver = run.after === null;
          if (!isOver) {
            keep(run);
            show(null);
            await pause(BETWEEN_CALLS_MS);
          }
        }
        if (signal.aborted) return;
        toast(run.completed > 0 ? 'success' : 'info', summary(run));
      } catch (error) {
        if (signal.aborted) return;
        toast('error', errorText(error, MESSAGES.status.pendingError));
      }
      keep(null);
      setProgress(null);
      if (run.completed > 0) await pause(AFTER_COMPLETION_MS);
      await refresh();
    },
    [refresh],
  );

  const start = useCallback(
    (filters: OpenFilters) => walk({ personId, filters, after: null, done: 0, total: 0, completed: 0, failed: 0 }),
    [walk, personId],
  );

  const stop = useCallback(() => {
    running.current?.abort();
    keep(null);
    setProgress(null);
    void refresh();
  }, [refresh]);

  const resume = useRef(walk);
  useEffect(() => {
    const cut = kept(personId);
    if (cut) void resume.current(cut);
    return () => running.current?.abort();
  }, [personId]);

  return { progress, start, stop };
}

export type OpenPaymentChecks = ReturnType<typeof useOpenChecks>;

async function step(run: Run, signal: AbortSignal, onWait: (seconds: number) => void): Promise<Run> {
  const query = new URLSearchParams({ ...run.filters, ...(run.after !== null && { after: run.after }) });
  for (;;) {
    try {
      const options = { signal, fallback: MESSAGES.status.pendingError };
      const { data } = await api.post<CheckOpenData>(`${API.checkOpen}?${query.toString()}`, {}, options);
      const done = run.done + data.passed;
      return {
        ...run,
        after: data.next,
        done,
        total: Math.max(run.total, done + data.remaining),
        completed: run.completed + data.completed,
        failed: run.failed + data.failed,
      };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || !error.retryAfterSeconds || signal.aborted)
        throw error;
      for (let seconds = error.retryAfterSeconds; seconds > 0 && !signal.aborted; seconds -= 1) {
        onWait(seconds);
        await pause(TICK_MS);
      }
      signal.throwIfAborted();
    }
  }
}

function summary({ done, completed, failed }: Run): string {
  if (done === 0) return MESSAGES.status.noneOpen;
  return MESSAGES.status.openChecked(done, completed, failed);
}

/** Storage may be full, or switched off: then a reload forgets the run. */
function keep(run: Run | null): void {
  try {
    if (run) sessionStorage.setItem(KEPT_AS, JSON.stringify({ ...run, at: Date.now() }));
    else sessionStorage.removeItem(KEPT_AS);
  } catch {
    // Nothing is lost but the way back.
  }
}

function kept(personId: string): Run | null {
  try {
    const { at, ...run } = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null') as Run & { at: number };
    return run.personId === personId && Date.now() - at < RESUMED_WITHIN_MS ? run : null;
  } catch {
    return null;
  }
}
