import { router } from '@inertiajs/react';
import { useCallback, useState } from 'react';
import { type ApiAnswer, ApiError } from '../lib/api';
import { toast } from '../lib/toasts';

interface Problem {
  message: string;
  details: Record<string, string>;
}

/** One deed of the page: while it runs nothing can start it again; its failure stays on the screen. */
export function useRequest<T>(failed: string) {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const start = useCallback(
    async (work: () => Promise<ApiAnswer<T>>, isFine: (data: T) => boolean = () => true) => {
      setRunning(true);
      setProblem(null);
      try {
        const { data, message } = await work();
        if (message) toast(isFine(data) ? 'success' : 'info', message);
        router.reload();
      } catch (error) {
        const known = error instanceof ApiError ? error : null;
        setProblem({ message: known?.message ?? failed, details: known?.details ?? {} });
      } finally {
        setRunning(false);
      }
    },
    [failed],
  );
  return { running, problem, start };
}
