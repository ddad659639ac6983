import { useCallback, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import type { CheckStatusData } from '../../src/contracts/payments';
import { API } from '../../src/contracts/routes';
import { api, ApiError, errorText } from '../lib/api';
import { pause } from '../lib/pause';
import { toast } from '../lib/toasts';

/** The list is read again a moment after a completion, when its token number has been issued. */
const AFTER_COMPLETION_MS = 1000;

function faultText(error: unknown): string {
  return errorText(error, MESSAGES.status.checkError);
}

/**
 * Asks the bank about one payment of the list.
 * @param refresh reads the list again
 */
export function useStatusChecks(refresh: () => Promise<boolean>) {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
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
        // When the bank is asked next stands in the row.
        if (error instanceof ApiError && error.code === 'BANK_NO_ANSWER') await refresh();
      }
    },
    [ask, fail, refresh],
  );

  return { busy, faults, checkOne };
}

export type StatusChecks = ReturnType<typeof useStatusChecks>;
