import { useCallback, useEffect, useRef, useState } from 'react';
import type { Selection } from '../../src/contracts/bulk';
import { LIST_MESSAGES } from '../../src/contracts/messages-list';
import type { BulkAction } from '../../src/domain/payment/bulk-actions';
import { errorText } from '../lib/api';
import { type Results, type RowResult, runActions, selectPayments } from '../lib/bulk-run';
import { forgetRun, keepRun } from '../lib/kept-run';
import { newKey } from '../lib/keys';

/** Results are shown together, not one drawing of a thousand rows for each. */
const SHOWN_EVERY_MS = 150;

interface Counted {
  runId: string;
  selection: Selection;
  params: URLSearchParams;
}

/**
 * Counts the payments of an action, then calls it for each that it may be done to.
 * @param personId of the person who is signed in
 * @param onChanged at the end of a run
 */
export function useBulkRun(personId: string, onChanged: () => void) {
  const [counted, setCounted] = useState<Counted | null>(null);
  const [counting, setCounting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [results, setResults] = useState<Results>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);
  /** Number of the last count: one that was overtaken says nothing any more. */
  const asked = useRef(0);
  const changed = useRef(onChanged);
  useEffect(() => {
    changed.current = onChanged;
  });
  // A page that goes away begins nothing more; what was called is finished by the server.
  useEffect(() => () => void (stopped.current = true), []);

  const reset = useCallback(() => {
    asked.current += 1;
    setCounting(false);
    setCounted(null);
    setProblem(null);
    setResults(new Map());
  }, []);

  /** @param runId of an earlier run that is gone on with */
  const count = useCallback(async (action: BulkAction, parts: URLSearchParams[], runId = newKey()) => {
    const mine = ++asked.current;
    setCounting(true);
    // What was counted for another action is not shown, and not done, under the name of this one.
    setCounted(null);
    setProblem(null);
    setResults(new Map());
    try {
      const found: Selection[] = [];
      for (const part of parts) found.push(await selectPayments(action, part));
      const [first] = found;
      if (!first || mine !== asked.current) return;
      const payments = found.flatMap((each) => each.payments);
      const total = found.reduce((sum, each) => sum + each.total, 0);
      setCounted({ runId, selection: { ...first, payments, total }, params: parts[0]! });
    } catch (error) {
      if (mine === asked.current) setProblem(errorText(error, LIST_MESSAGES.bulk.countFailed));
    } finally {
      if (mine === asked.current) setCounting(false);
    }
  }, []);

  const start = useCallback(
    async (paymentIds: readonly string[]) => {
      if (!counted) return;
      const { runId, selection } = counted;
      const known = new Map<string, RowResult>();
      const left = new Set(paymentIds);
      stopped.current = false;
      setRunning(true);
      const keep = () => keepRun({ personId, runId, action: selection.action, left: [...left] });
      keep();
      const show = () => setResults((last) => new Map([...last, ...known]));
      const timer = setInterval(() => {
        show();
        keep();
      }, SHOWN_EVERY_MS);
      try {
        await runActions(selection.action, paymentIds, runId, {
          isOver: () => stopped.current,
          onResult: (paymentId, result) => {
            known.set(paymentId, result);
            // A call that a reload cuts off fails as well: it is left to do.
            if (result.outcome !== 'failed') left.delete(paymentId);
          },
        });
      } finally {
        clearInterval(timer);
        show();
        setRunning(false);
        if (left.size === 0) forgetRun();
        else keep();
        changed.current();
      }
    },
    [counted, personId],
  );

  const stop = useCallback(() => {
    stopped.current = true;
  }, []);

  return { counted, counting, problem, results, running, count, start, stop, reset };
}

export type BulkRun = ReturnType<typeof useBulkRun>;
