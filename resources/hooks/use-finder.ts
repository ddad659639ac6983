import { useEffect, useState } from 'react';
import { type FindData, MIN_FOUND_BY } from '../../src/contracts/finding';
import { LIST_MESSAGES } from '../../src/contracts/messages-list';
import { LIST_API } from '../../src/contracts/routes-list';
import { api, errorText } from '../lib/api';
import { useDebouncedValue } from './use-debounced-value';

const DEBOUNCE_MS = 250;

interface Found {
  /** The text that it was found by. */
  of: string;
  data: FindData | null;
  problem: string | null;
}

/** Looks a text up once the typing rests; an older answer never replaces a newer one. */
export function useFinder(typed: string) {
  const text = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const [found, setFound] = useState<Found | null>(null);
  const isAskable = [...text].length >= MIN_FOUND_BY;

  useEffect(() => {
    if (!isAskable) return;
    const controller = new AbortController();
    const { signal } = controller;
    api
      .get<FindData>(`${LIST_API.find}?${new URLSearchParams({ search: text })}`, { signal })
      .then(({ data }) => setFound({ of: text, data, problem: null }))
      .catch((error: unknown) => {
        const problem = errorText(error, LIST_MESSAGES.finder.failed);
        if (!signal.aborted) setFound({ of: text, data: null, problem });
      });
    return () => controller.abort();
  }, [text, isAskable]);

  const current = isAskable && found?.of === text ? found : null;
  /** What was found is of the text that stands there now. */
  const isCurrent = typed.trim() === text && !(isAskable && current === null);
  return {
    data: current?.data ?? null,
    problem: current?.problem ?? null,
    isAsking: isAskable && current === null,
    isCurrent,
  };
}
