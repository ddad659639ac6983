import { usePage } from '@inertiajs/react';
import { useEffect } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import type { PageFlash } from '../../src/contracts/pages';
import { takeSessionExpiry } from '../lib/session-expiry';
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
    // Whoever has signed in again meanwhile, in another tab, need not be told.
    if (takeSessionExpiry() && !auth.user) toast('error', MESSAGES.auth.expired, { autoClose: false });
  }, [auth.user]);
}
