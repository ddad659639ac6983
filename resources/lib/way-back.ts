import { router } from '@inertiajs/react';
import { useEffect } from 'react';
import { ROUTES } from '../../src/contracts/routes';
import { focusAfterwards, rowOpener } from './row-focus';

/** Kept by the browser for this tab alone, so that a reload of the sale does not lose the way back. */
const KEY = 'td-list';

interface CameFrom {
  /** Address of the list, its filters with it. */
  list: string;
  paymentId: string;
}

/** The sale that was looked at last in this document, and whether the browser went back since. */
let leftSale: string | null = null;
let wentBack = false;
if (typeof window !== 'undefined') window.addEventListener('popstate', () => (wentBack = true));

/** Before a list leads to a sale. */
export function rememberList(paymentId: string): void {
  const from: CameFrom = { list: window.location.pathname + window.location.search, paymentId };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(from));
  } catch {
    // A browser that keeps nothing: the way back is the home page.
  }
}

export function openSale(paymentId: string): void {
  rememberList(paymentId);
  router.visit(ROUTES.sale(paymentId));
}

function cameFrom(paymentId: string): CameFrom | null {
  try {
    const from = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as CameFrom | null;
    return from?.paymentId === paymentId && from.list.startsWith('/') ? from : null;
  } catch {
    return null;
  }
}

/**
 * Back to the list that led to this sale: by the browser's history, which knows its filters and its scroll.
 * @returns false where no list of this tab led here
 */
export function goBackToList(paymentId: string): boolean {
  if (cameFrom(paymentId) === null || window.history.length < 2) return false;
  window.history.back();
  return true;
}

/** On the page of a sale. */
export function useLeavesSale(paymentId: string): void {
  useEffect(() => {
    wentBack = false;
    return () => {
      leftSale = paymentId;
    };
  }, [paymentId]);
}

/** On a list: whoever comes back from a sale finds the focus on its row. */
export function useReturnToRow(): void {
  useEffect(() => {
    const sale = leftSale;
    leftSale = null;
    if (sale !== null && wentBack) focusAfterwards(() => rowOpener(sale));
  }, []);
}
