import { router } from '@inertiajs/react';
import { API } from '../../src/contracts/routes';
import { xsrfToken } from './cookies';

export interface AnalyticsProvider {
  name: string;
  /** Called after each change of page with the path alone: searches hold people's names. */
  pageView: (path: string) => void;
}

/** First party: the server's own call. It outlives the page and nobody waits for it. */
const ownServer: AnalyticsProvider = {
  name: 'own-server',
  pageView: (path) => {
    const token = xsrfToken();
    void fetch(API.pageView, {
      method: 'POST',
      keepalive: true,
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', ...(token ? { 'X-XSRF-TOKEN': token } : {}) },
      body: JSON.stringify({ path }),
    })
      // Read to its end, or the browser holds the connection for an answer that nobody fetches.
      .then((answer) => answer.text())
      .catch(() => undefined);
  },
};

const providers = new Map<string, AnalyticsProvider>([[ownServer.name, ownServer]]);
let started = false;
let lastPath: string | null = null;

/** For an operator's own provider; one of the same name takes the earlier one's place. @public */
export function registerAnalyticsProvider(provider: AnalyticsProvider): void {
  providers.set(provider.name, provider);
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 0);
}

function report(path: string): void {
  if (path === lastPath) return;
  lastPath = path;
  whenIdle(() => {
    for (const provider of providers.values()) {
      try {
        provider.pageView(path);
      } catch {
        // Counting visits never disturbs a sale.
      }
    }
  });
}

/** Starts once; the page already shown counts, later ones are told by the router. */
export function initAnalytics(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  report(window.location.pathname);
  router.on('navigate', (event) => report(new URL(event.detail.page.url, window.location.origin).pathname));
}
