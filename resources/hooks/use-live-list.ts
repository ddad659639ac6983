import { useCallback, useEffect, useRef } from 'react';
import { isInProgress, type PaymentStatus } from '../../src/domain/payment-status';
import type { ListVisit } from './use-list-visit';
import { useLivePayments } from './use-live-payments';
import { usePoll } from './use-poll';

/** What changes together is read together. */
const SETTLE_MS = 300;
const POLL_MS = 10_000;
/** With a live connection the list is only read again in case something was missed. */
const SAFETY_POLL_MS = 60_000;

interface LiveListOptions {
  list: ListVisit;
  rows: readonly { paymentId: string; status: PaymentStatus }[];
  /** Something else is at work on the rows; the list waits for it. */
  held: boolean;
}

/** Keeps a list of payments up to date: at once while the connection lives, else every ten seconds. */
export function useLiveList({ list, rows, held }: LiveListOptions) {
  const { refresh, loading } = list;
  const busy = held || loading;
  const latest = useRef({ busy, refresh });
  const due = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const running = useRef(false);

  const plan = useCallback(() => {
    due.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Not two at a time, or the older answer might come last.
      if (latest.current.busy || running.current) return;
      due.current = false;
      running.current = true;
      void latest.current.refresh().then(() => {
        running.current = false;
        if (due.current) plan();
      });
    }, SETTLE_MS);
  }, []);
  useEffect(() => {
    latest.current = { busy, refresh };
    if (!busy && due.current) plan();
  }, [busy, refresh, plan]);
  useEffect(
    () => () => {
      due.current = false;
      clearTimeout(timer.current);
    },
    [],
  );

  const { connected } = useLivePayments(({ paymentId }) => {
    if (rows.some((row) => row.paymentId === paymentId)) plan();
  }, plan);
  const live = rows.some((row) => isInProgress(row.status));
  usePoll(refresh, { enabled: live && !busy, intervalMs: connected ? SAFETY_POLL_MS : POLL_MS });
  return { live, connected };
}
