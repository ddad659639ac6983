import { useCallback, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import type { CheckStatusData } from '../../src/contracts/payments';
import { API } from '../../src/contracts/routes';
import { api, ApiError, wordsOf } from '../lib/api';
import { pause } from '../lib/pause';
import { toast } from '../lib/toasts';

/** The bank is asked at most so often, however many rows wait. */
const BETWEEN_CHECKS_MS = 600;
/** The list is read again a moment after a completion, when its token number has been issued. */
const AFTER_COMPLETION_MS = 1000;

export interface CheckProgress {
  done: number;
  total: number;
  /** Seconds that the server asked to wait. */
  waiting: number | null;
}

function faultText(error: unknown): string {
  return wordsOf(error, MESSAGES.status.checkError);
}

/**
 * Asks the bank about one payment or about all that are shown, one after the other.
 * @param refresh reads the list again
 */
export function useStatusChecks(refresh: () => Promise<boolean>) {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  const stop = useRef<AbortController | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);

  const ask = useCallback(async (paymentId: string): Promise<CheckStatusData> => {
    setBusy((ids) => [...ids, paymentId]);
    setFaults(({ [paymentId]: _gone, ...others }) => others);
    try {
      const options = { signal: stop.current?.signal, fallback: MESSAGES.status.failed };
      return (await api.post<CheckStatusData>(API.checkStatus(paymentId), {}, options)).data;
    } finally {
      setBusy((ids) => ids.filter((id) => id !== paymentId));
    }
  }, []);

  const fail = useCallback((paymentId: string, error: unknown) => {
    if (!stop.current?.signal.aborted) setFaults((all) => ({ ...all, [paymentId]: faultText(error) }));
  }, []);

  const checkOne = useCallback(
    async (paymentId: string) => {
      try {
        const answer = await ask(paymentId);
        const completed = answer.status === 'completed';
        toast(
          completed ? 'success' : 'info',
          completed ? MESSAGES.status.completed : MESSAGES.status.is(answer.statusLabel),
        );
        if (completed) await pause(AFTER_COMPLETION_MS);
        await refresh();
      } catch (error) {
        fail(paymentId, error);
      }
    },
    [ask, fail, refresh],
  );

  const checkAll = useCallback(
    async (paymentIds: string[]) => {
      const total = paymentIds.length;
      let completed = 0;
      let failed = 0;
      for (const [index, paymentId] of paymentIds.entries()) {
        setProgress({ done: index, total, waiting: null });
        if (index > 0) await pause(BETWEEN_CHECKS_MS);
        try {
          const answer = await ask(paymentId).catch(async (error: unknown) => {
            if (!(error instanceof ApiError) || !error.retryAfterSeconds) throw error;
            setProgress({ done: index, total, waiting: error.retryAfterSeconds });
            await pause(error.retryAfterSeconds * 1000);
            return ask(paymentId);
          });
          if (answer.status === 'completed') completed += 1;
        } catch (error) {
          failed += 1;
          fail(paymentId, error);
        }
        if (stop.current?.signal.aborted) return;
      }
      setProgress(null);
      if (failed < total) toast(completed > 0 ? 'success' : 'info', summary(total - failed, completed));
      if (completed > 0) await pause(AFTER_COMPLETION_MS);
      await refresh();
    },
    [ask, fail, refresh],
  );

  return { busy, faults, progress, checkOne, checkAll };
}

export type StatusChecks = ReturnType<typeof useStatusChecks>;

function summary(checked: number, completed: number): string {
  const payments = checked === 1 ? '1 payment' : `${checked} payments`;
  return completed > 0 ? `${payments} checked: ${completed} completed.` : `${payments} checked: none completed yet.`;
}
