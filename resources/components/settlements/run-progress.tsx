import { router } from '@inertiajs/react';
import { useEffect, useState } from 'react';
import { API } from '../../../src/contracts/routes';
import { PROGRESS_WORDS, type LastSettlementRun, type SettlementProgress } from '../../../src/contracts/settlements';
import { api } from '../../lib/api';
import { formatCount } from '../../lib/format';
import classes from './settlements.module.css';

const ASK_EVERY_MS = 1000;

/** How far the reconciliation of a day is, whoever has started it. The page is read again when another's run ends. */
export function RunProgress({ day, isOwn }: { day: string; isOwn: boolean }) {
  const [progress, setProgress] = useState<SettlementProgress | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      try {
        const { data } = await api.get<LastSettlementRun>(API.lastReconciliation(day), { signal });
        if (data.run?.status === 'running') setProgress(data.run.progress);
        else if (!isOwn) router.reload();
      } catch {
        // The next question may be answered.
      }
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [day, isOwn]);
  return (
    <p className={classes.note} role="status">
      {progress
        ? `${PROGRESS_WORDS[progress.step]}: ${formatCount(progress.done)} of ${formatCount(progress.total)}`
        : 'The reconciliation is running'}
    </p>
  );
}
