import { useCallback, useState } from 'react';
import { type ApiAnswer, ApiError } from '../lib/api';
import { toast } from '../lib/toasts';

interface Problem {
  message: string;
  details: Record<string, string>;
}

/**
 * One action of the page: while it runs nothing can start it again; its failure stays on the screen.
 * @param refresh reads the page again after a success; stable over renders
 */
export function useRequest<T>(failed: string, refresh: () => Promise<unknown>) {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const start = useCallback(
    async (work: () => Promise<ApiAnswer<T>>, isFine: (data: T) => boolean = () => true) => {
      setRunning(true);
      setProblem(null);
      try {
        const { data, message } = await work();
        if (message) toast(isFine(data) ? 'success' : 'info', message);
        void refresh();
      } catch (error) {
        const known = error instanceof ApiError ? error : null;
        setProblem({ message: known?.message ?? failed, details: known?.details ?? {} });
      } finally {
        setRunning(false);
      }
    },
    [failed, refresh],
  );
  return { running, problem, start };
}
