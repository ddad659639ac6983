import { router } from '@inertiajs/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changeAddress, withAddressAtRest } from '../lib/address';
import { listProblem, type ListProblem } from '../lib/list-problem';

export type ListParams = Record<string, string | number>;

interface ListVisitOptions {
  path: string;
  /** Props asked for again; the rest of the page stays as it is. */
  only: string[];
  /** Said when the server gives no reason. */
  failed: string;
}

interface VisitChoice {
  /** Typing in a search box leaves one entry in the history, not one per word. */
  replace?: boolean;
}

function clean(params: ListParams): ListParams {
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1)),
  );
}

/**
 * Loads a list again, by other filters or quietly as it is. A refusal for too many requests is waited out and the same
 * load is tried again; any other failure stays on the screen until it is retried.
 */
export function useListVisit({ path, only, failed }: ListVisitOptions) {
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ListProblem | null>(null);
  const [refreshedAt, setRefreshedAt] = useState<number | null>(null);
  const repeat = useRef<() => void>(() => undefined);
  const stopRefresh = useRef<() => void>(() => undefined);
  const visitNumber = useRef(0);
  const wanted = only.join();

  const answered = useCallback(() => {
    setProblem(null);
    setRefreshedAt(Date.now());
  }, []);

  const visit = useCallback(
    (params: ListParams, { replace = false }: VisitChoice = {}) => {
      const mine = ++visitNumber.current;
      stopRefresh.current();
      repeat.current = () => visit(params, { replace });
      setLoading(true);
      setProblem(null);
      const address = changeAddress();
      router.get(path, clean(params), {
        only: [...wanted.split(','), 'filters'],
        preserveState: true,
        preserveScroll: true,
        replace,
        onSuccess: answered,
        onHttpException: (response) => {
          setProblem(listProblem(response, failed, false));
          return false;
        },
        onNetworkError: () => {
          setProblem(listProblem(null, failed, false));
          return false;
        },
        onFinish: () => {
          address.done();
          if (mine === visitNumber.current) setLoading(false);
        },
      });
    },
    [path, wanted, failed, answered],
  );

  /** Quiet: the rows stay while it runs. Answers whether it worked. */
  const refresh = useCallback((): Promise<boolean> => {
    repeat.current = () => void refresh();
    const ask = () =>
      new Promise<boolean>((resolve) => {
        router.reload({
          only: wanted.split(','),
          showProgress: false,
          // Nobody has to sit there for it: it must not keep the session alive.
          headers: { 'X-Background': '1' },
          onCancelToken: (token) => {
            stopRefresh.current = token.cancel;
          },
          onSuccess: () => {
            answered();
            resolve(true);
          },
          onHttpException: (response) => {
            setProblem(listProblem(response, failed, true));
            return false;
          },
          onNetworkError: () => {
            setProblem(listProblem(null, failed, true));
            return false;
          },
          // Something newer took its place: that is no failure.
          onCancel: () => resolve(true),
          onFinish: () => resolve(false),
        });
      });
    // It asks for the address that stands there, and its answer writes that address again.
    return withAddressAtRest(ask);
  }, [wanted, failed, answered]);

  const retry = useCallback(() => {
    setProblem(null);
    repeat.current();
  }, []);

  useEffect(() => {
    if (problem?.kind !== 'throttled') return;
    const timer = setTimeout(() => {
      if (problem.seconds > 1) setProblem({ ...problem, seconds: problem.seconds - 1 });
      else retry();
    }, 1000);
    return () => clearTimeout(timer);
  }, [problem, retry]);

  return { loading, problem, refreshedAt, visit, refresh, retry };
}

export type ListVisit = ReturnType<typeof useListVisit>;
