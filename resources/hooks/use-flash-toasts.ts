import { usePage } from '@inertiajs/react';
import { useEffect } from 'react';
import type { PageFlash } from '../../src/contracts/pages';
import { toast } from '../lib/toasts';

/** What the server said once with a redirect. */
export function useFlashToasts(): void {
  const flash = usePage().flash as PageFlash | undefined;
  useEffect(() => {
    if (flash?.success) toast('success', flash.success);
    if (flash?.info) toast('info', flash.info);
    // Nothing else on the page says it, so it stays until it has been read.
    if (flash?.error) toast('error', flash.error, { autoClose: false });
  }, [flash]);
}
