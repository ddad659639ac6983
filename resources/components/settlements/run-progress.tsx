import { useEffect, useState } from 'react';
import { API } from '../../../src/contracts/routes';
import { PROGRESS_WORDS, type LastSettlementRun, type SettlementProgress } from '../../../src/contracts/settlements';
import { api } from '../../lib/api';
import { formatCount } from '../../lib/format';
import classes from './settlements.module.css';

const ASK_EVERY_MS = 1000;

interface Props {
  day: string;
  isOwn: boolean;
  /** Called when another's run has ended; stable over renders. */
  onEnd: () => unknown;
}

/** How far the reconciliation of a day is, whoever has started it. */
export function RunProgress({ day, isOwn, onEnd }: Props) {
  const [progress, setProgress] = useState<SettlementProgress | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      try {
        const { data } = await api.get<LastSettlementRun>(API.lastReconciliation(day), { signal, isBackground: true });
        if (data.run?.status === 'running') setProgress(data.run.progress);
        else if (!isOwn) onEnd();
      } catch {
        // The next question may be answered.
      }
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [day, isOwn, onEnd]);
  return (
    <p className={classes.note} role="status">
      {progress
        ? `${PROGRESS_WORDS[progress.step]}: ${formatCount(progress.done)} of ${formatCount(progress.total)}`
        : 'The reconciliation is running'}
    </p>
  );
}
