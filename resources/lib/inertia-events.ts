import { router } from '@inertiajs/react';

export const HTTP_ERROR_EVENT = 'tokendesk:http-error';

export interface HttpErrorDetail {
  /** 0 when no answer came. */
  status: number;
  /** Seconds, from the answer's Retry-After. */
  retryAfter: number | null;
}

const PAGE_EXPIRED = 419;

/** In place of the client's own error dialog: answers that are no pages become an event for toasts. */
export function listenToInertia(): void {
  router.on('httpException', (event) => {
    const { status, headers } = event.detail.response;
    if (status === PAGE_EXPIRED) {
      event.preventDefault();
      window.location.reload();
      return;
    }
    // An error page of ours is shown by the client; preventing it here would leave the old page standing.
    if (headers['x-inertia'] !== undefined) return;
    event.preventDefault();
    announce({ status, retryAfter: seconds(headers['retry-after']) });
  });
  router.on('networkError', (event) => {
    event.preventDefault();
    announce({ status: 0, retryAfter: null });
  });
}

function announce(detail: HttpErrorDetail): void {
  window.dispatchEvent(new CustomEvent<HttpErrorDetail>(HTTP_ERROR_EVENT, { detail }));
}

function seconds(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
