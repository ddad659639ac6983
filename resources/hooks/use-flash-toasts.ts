import { usePage } from '@inertiajs/react';
import { useEffect } from 'react';
import type { PageFlash } from '../../src/contracts/pages';
import { SESSION_END_WORDS, takeSessionEnd } from '../lib/session-end';
import { toast } from '../lib/toasts';
import { useSharedProps } from './use-shared-props';

/** What the server said once with a redirect, and why the login page has come. */
export function useFlashToasts(): void {
  const flash = usePage().flash as PageFlash | undefined;
  const { auth } = useSharedProps();
  useEffect(() => {
    if (flash?.success) toast('success', flash.success);
    if (flash?.info) toast('info', flash.info);
    // Nothing else on the page says it, so it stays until it has been read.
    if (flash?.error) toast('error', flash.error, { autoClose: false });
  }, [flash]);
  useEffect(() => {
    const end = takeSessionEnd();
    // Whoever has signed in again meanwhile, in another tab, need not be told.
    const isOver = end === 'expired' && auth.user !== null;
    if (end !== null && !isOver) toast('error', SESSION_END_WORDS[end], { autoClose: false });
  }, [auth.user]);
}
