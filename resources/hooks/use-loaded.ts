import { useCallback, useEffect, useState } from 'react';
import { api, errorText } from '../lib/api';

interface Answer<T> {
  data: T | null;
  problem: string | null;
}

/**
 * What an address answers, read when the component appears and on wish. What was read last stays while it is read again.
 * @param path null: there is nothing to ask for
 * @param failed said when the server gives no reason
 */
export function useLoaded<T>(path: string | null, failed: string) {
  const [answer, setAnswer] = useState<Answer<T>>({ data: null, problem: null });
  const [round, setRound] = useState({ number: 0, isBackground: false });
  const [loading, setLoading] = useState(path !== null);

  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    api
      .get<T>(path, { signal, fallback: failed, isBackground: round.isBackground })
      .then(({ data }) => setAnswer({ data, problem: null }))
      .catch((error: unknown) => {
        const problem = errorText(error, failed);
        if (!signal.aborted) setAnswer((last) => ({ ...last, problem }));
      })
      .finally(() => {
        if (!signal.aborted) setLoading(false);
      });
    return () => controller.abort();
  }, [path, failed, round]);

  const readAgain = useCallback(
    (isBackground: boolean) => {
      setLoading(path !== null);
      setRound(({ number }) => ({ number: number + 1, isBackground }));
    },
    [path],
  );
  const reload = useCallback(() => readAgain(false), [readAgain]);
  /** By itself: it does not keep the session alive. */
  const reloadInBackground = useCallback(() => readAgain(true), [readAgain]);
  return { ...answer, loading, reload, reloadInBackground };
}
