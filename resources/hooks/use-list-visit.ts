import { router } from '@inertiajs/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changeAddress, withAddressAtRest } from '../lib/address';
import { BACKGROUND } from '../lib/background';
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
  /** The filters that the parameters stand for, where they are named otherwise. */
  filters?: object;
}

function clean(params: ListParams): ListParams {
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1)),
  );
}

/** What was asked for and has no answer yet. */
interface Unanswered {
  /** The list's filters as they were asked for. */
  filters: object;
  /** Asks once more, with what is on the screen left as it is meanwhile. */
  repeat: () => Promise<boolean>;
}

/**
 * Loads a list again, by other filters or quietly as it is. A refusal for too many requests is waited out and the same
 * load is tried again; any other failure stays on the screen until it is retried, or a refresh has got through.
 */
export function useListVisit({ path, only, failed }: ListVisitOptions) {
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ListProblem | null>(null);
  const [refreshedAt, setRefreshedAt] = useState<number | null>(null);
  const repeat = useRef<() => void>(() => undefined);
  const stopRefresh = useRef<() => void>(() => undefined);
  const visitNumber = useRef(0);
  const unanswered = useRef<Unanswered | null>(null);
  const wanted = only.join();

  const answered = useCallback(() => {
    setProblem(null);
    setRefreshedAt(Date.now());
  }, []);

  const ask = useCallback(
    (params: ListParams, { replace = false, filters = params, quiet = false }: VisitChoice & { quiet?: boolean }) =>
      new Promise<boolean>((resolve) => {
        const mine = ++visitNumber.current;
        const isLast = () => mine === visitNumber.current;
        stopRefresh.current();
        unanswered.current = { filters, repeat: () => ask(params, { replace, filters, quiet: true }) };
        const address = changeAddress();
        router.get(path, clean(params), {
          only: [...wanted.split(','), 'filters'],
          preserveState: true,
          preserveScroll: true,
          replace,
          ...(quiet && { showProgress: false, headers: BACKGROUND }),
          onSuccess: () => {
            if (isLast()) unanswered.current = null;
            answered();
            resolve(true);
          },
          onHttpException: (response) => {
            setProblem(listProblem(response, failed, false));
            return false;
          },
          onNetworkError: () => {
            setProblem(listProblem(null, failed, false));
            return false;
          },
          // The page was left, or gone back on.
          onCancel: () => {
            if (isLast()) unanswered.current = null;
          },
          onFinish: () => {
            address.done();
            if (isLast()) setLoading(false);
            resolve(false);
          },
        });
      }),
    [path, wanted, failed, answered],
  );

  const visit = useCallback(
    (params: ListParams, choice: VisitChoice = {}) => {
      repeat.current = () => visit(params, choice);
      setLoading(true);
      setProblem(null);
      void ask(params, choice);
    },
    [ask],
  );

  // Whoever has left the list is not led back to it by what it asked for.
  useEffect(() => () => void (unanswered.current = null), []);

  /** Which filters a change is made to. @param shown those of the list on the screen */
  const wantedFilters = useCallback(
    <F extends object>(shown: F): F => (unanswered.current?.filters as F | undefined) ?? shown,
    [],
  );

  /** Quiet: the rows stay while it runs. Filters that were not answered are asked for again. Answers whether it worked. */
  const refresh = useCallback((): Promise<boolean> => {
    const reload = () =>
      new Promise<boolean>((resolve) => {
        repeat.current = () => void refresh();
        router.reload({
          only: wanted.split(','),
          showProgress: false,
          headers: BACKGROUND,
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
    return withAddressAtRest(() => (unanswered.current ? unanswered.current.repeat() : reload()));
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

  return { loading, problem, refreshedAt, visit, refresh, retry, wantedFilters };
}

export type ListVisit = ReturnType<typeof useListVisit>;
