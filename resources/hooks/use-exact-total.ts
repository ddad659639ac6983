import { router } from '@inertiajs/react';
import { useEffect, useRef } from 'react';
import { type ExactTotal, filtersKey } from '../../src/contracts/pages';
import { withAddressAtRest } from '../lib/address';
import { BACKGROUND, KEEPS_PAGE } from '../lib/background';

interface ListLength {
  total: number;
  pages: number;
  isCapped: boolean;
}

/**
 * The length of a list: as its first answer said, then exactly. A visit of the page brings the exact total by itself, as a
 * deferred prop; after a change of the filters it is asked for here.
 */
export function useExactTotal(shown: ListLength, filters: object, exactTotal?: ExactTotal | null): ListLength {
  const key = filtersKey(filters);
  const isMissing = shown.isCapped && exactTotal?.of !== key;
  const arrivedWith = useRef(key);

  useEffect(() => {
    if (!isMissing || arrivedWith.current === key) return;
    void withAddressAtRest(async () => {
      router.reload({ only: ['exactTotal'], showProgress: false, headers: BACKGROUND, ...KEEPS_PAGE });
    });
  }, [isMissing, key]);

  if (!shown.isCapped || !exactTotal || isMissing) return shown;
  return { total: exactTotal.totalCount, pages: exactTotal.totalPages, isCapped: false };
}
