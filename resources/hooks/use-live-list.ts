import { useCallback, useEffect, useRef } from 'react';
import { isInProgress, type PaymentStatus } from '../../src/domain/payment/payment-status';
import { isAttended, onAttention } from '../lib/attention';
import type { ListVisit } from './use-list-visit';
import { useLivePayments } from './use-live-payments';
import { usePoll } from './use-poll';
import { MINUTE_MS } from '../../src/domain/calendar/durations';

/** What changes together is read together. */
const SETTLE_MS = 300;
/** By how much the clocks of two servers may differ, and a page may be older than what it says. */
const DOUBT_MS = 5_000;
const POLL_MS = 10_000;
/** With a live connection the list is only read again in case something was missed. */
const SAFETY_POLL_MS = MINUTE_MS;

export interface LiveListOptions {
  list: ListVisit;
  rows: readonly { paymentId: string; status: PaymentStatus }[];
  /** When the server began to read what the page shows, ISO 8601 UTC. */
  madeAt: string;
  /** Something else is at work on the rows; the list waits for it. */
  held: boolean;
  /** Whatever changes may come into the list: it is read again after every change, not only of its rows. */
  joins?: boolean;
}

/** Keeps a list of payments up to date: at once while the connection lives, else every ten seconds. */
export function useLiveList({ list, rows, madeAt, held, joins = false }: LiveListOptions) {
  const { refresh, loading } = list;
  const busy = held || loading;
  const latest = useRef({ busy, refresh, read: refresh });
  /** Something changed that has not been read yet. */
  const due = useRef(false);
  const running = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const plan = useCallback(() => {
    due.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!latest.current.busy && !running.current && isAttended()) void latest.current.read();
    }, SETTLE_MS);
  }, []);
  /** Not two at a time, or the older answer might come last. */
  const read = useCallback(async (): Promise<boolean> => {
    if (running.current) return true;
    due.current = false;
    running.current = true;
    try {
      return await latest.current.refresh();
    } finally {
      running.current = false;
      if (due.current) plan();
    }
  }, [plan]);
  useEffect(() => {
    latest.current = { busy, refresh, read };
    if (!busy && due.current) plan();
  }, [busy, refresh, read, plan]);
  useEffect(() => {
    const stop = onAttention(() => {
      if (due.current) plan();
    });
    return () => {
      stop();
      due.current = false;
      clearTimeout(timer.current);
    };
  }, [plan]);

  /** What the page was made with stands as long as nothing has changed since. */
  const onHello = (changedAt: string | undefined) => {
    if (changedAt === undefined || Date.parse(changedAt) >= Date.parse(madeAt) - DOUBT_MS) plan();
  };
  const { connected } = useLivePayments(({ paymentId }) => {
    if (joins || rows.some((row) => row.paymentId === paymentId)) plan();
  }, onHello);
  const live = rows.some((row) => isInProgress(row.status));
  usePoll(read, { enabled: live && !busy, intervalMs: connected ? SAFETY_POLL_MS : POLL_MS });
  return { live, connected };
}
