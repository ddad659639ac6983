import { router, usePage } from '@inertiajs/react';
import { useCallback, useEffect, useRef } from 'react';
import type { AdminFilters } from '../../src/contracts/admin';
import { ROUTES } from '../../src/contracts/routes';
import { changeAddress } from '../lib/address';
import { detailsUrl, openPaymentOf } from '../lib/admin-list';
import { focusAfterwards, rowOpener } from '../lib/row-focus';

/** Going back draws the page anew, so the page itself cannot know what was open before. */
let lastShown: string | null = null;

/** Which payment's details are open stands in the address: it can be sent on, reloaded, and left by going back. */
export function usePaymentDetails(filters: AdminFilters) {
  const paymentId = openPaymentOf(usePage().url);
  const openedHere = useRef(false);
  const shown = useRef<AdminFilters | null>(null);
  useEffect(() => {
    shown.current = filters;
    return () => {
      shown.current = null;
    };
  }, [filters]);
  useFocusReturn(paymentId);
  const open = useCallback(async (id: string) => {
    const { before, done } = changeAddress();
    // Other filters on their way come first: their answer would take the dialog away again.
    await before;
    if (!shown.current) return done();
    openedHere.current = true;
    write('push', detailsUrl(shown.current, id), done);
  }, []);
  const close = useCallback(() => {
    leaveRefreshes();
    if (openedHere.current) window.history.back();
    else write('replace', detailsUrl(filters, null), changeAddress().done);
    openedHere.current = false;
  }, [filters]);
  const urlOf = useCallback((id: string) => detailsUrl(filters, id), [filters]);
  return { paymentId, open, close, urlOf };
}

/** The focus goes back to the row whose details were closed, however they were. */
function useFocusReturn(paymentId: string | null): void {
  useEffect(() => {
    const before = lastShown;
    lastShown = paymentId;
    if (before !== null && paymentId === null) focusAfterwards(() => rowOpener(before));
    return () => {
      if (window.location.pathname !== ROUTES.adminDashboard) lastShown = null;
    };
  }, [paymentId]);
}

function write(how: 'push' | 'replace', url: string, onFinish: () => void): void {
  leaveRefreshes();
  router[how]({ url, preserveState: true, preserveScroll: true, onFinish });
}

/** A quiet reload under way belongs to the address before: its answer would bring that address back. */
function leaveRefreshes(): void {
  router.cancelAll({ async: true, prefetch: false, sync: false });
}
