import { useEffect } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import { HTTP_ERROR_EVENT, type HttpErrorDetail } from '../lib/inertia-events';
import { retryAfterSeconds } from '../lib/retry-after';
import { toast } from '../lib/toasts';

function words({ status, retryAfter }: HttpErrorDetail): string {
  if (status === 0) return MESSAGES.general.unreachable;
  if (status === 429) return MESSAGES.general.throttled(retryAfter ?? retryAfterSeconds(null));
  return MESSAGES.general.internal;
}

/** Failed page visits that no list or form answers for. */
export function useHttpErrorToasts(): void {
  useEffect(() => {
    const onError = (event: Event) => toast('error', words((event as CustomEvent<HttpErrorDetail>).detail));
    window.addEventListener(HTTP_ERROR_EVENT, onError);
    return () => window.removeEventListener(HTTP_ERROR_EVENT, onError);
  }, []);
}
