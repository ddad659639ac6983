import { router, usePage } from '@inertiajs/react';
import { useCallback, useRef } from 'react';
import type { AdminFilters } from '../../src/contracts/admin';
import { detailsUrl, openPaymentOf } from '../lib/admin-list';

/** Which payment's details are open stands in the address: it can be sent on, reloaded, and left by going back. */
export function usePaymentDetails(filters: AdminFilters) {
  const paymentId = openPaymentOf(usePage().url);
  const openedHere = useRef(false);
  const open = useCallback(
    (id: string) => {
      leaveRefreshes();
      openedHere.current = true;
      router.push({ url: detailsUrl(filters, id), preserveState: true, preserveScroll: true });
    },
    [filters],
  );
  const close = useCallback(() => {
    leaveRefreshes();
    if (openedHere.current) window.history.back();
    else router.replace({ url: detailsUrl(filters, null), preserveState: true, preserveScroll: true });
    openedHere.current = false;
  }, [filters]);
  const urlOf = useCallback((id: string) => detailsUrl(filters, id), [filters]);
  return { paymentId, open, close, urlOf };
}

/** A quiet reload under way belongs to the address before: its answer would bring that address back. */
function leaveRefreshes(): void {
  router.cancelAll({ async: true, prefetch: false, sync: false });
}
