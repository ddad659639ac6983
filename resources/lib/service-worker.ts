import { router } from '@inertiajs/react';
import { ROUTES } from '../../src/contracts/routes';

/**
 * Makes the product installable and gives it an offline page. Without it everything else is the same, so a browser that has none,
 * or may not, goes without.
 */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  router.on('networkError', ({ detail }) => {
    // The form for a sale opens without a network too: as a document, which the service worker has, where the visit fails.
    const { url } = detail.error as { url?: string };
    if (url?.endsWith(ROUTES.customerForm) && navigator.serviceWorker.controller) window.location.assign(url);
  });
  const done = router.on('navigate', ({ detail }) => {
    done();
    const script = `/build/service-worker.js?v=${encodeURIComponent(detail.page.version ?? '')}`;
    // After the page itself: nothing of it waits for this.
    const register = () => void navigator.serviceWorker.register(script, { scope: '/' }).catch(() => undefined);
    if (document.readyState === 'complete') register();
    else window.addEventListener('load', register, { once: true });
  });
}
