import { router } from '@inertiajs/react';

/**
 * Makes the product installable and gives it an offline page. Without it everything else is the same, so a browser that has none,
 * or may not, goes without.
 */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const done = router.on('navigate', ({ detail }) => {
    done();
    const script = `/build/service-worker.js?v=${encodeURIComponent(detail.page.version ?? '')}`;
    // After the page itself: nothing of it waits for this.
    const register = () => void navigator.serviceWorker.register(script, { scope: '/' }).catch(() => undefined);
    if (document.readyState === 'complete') register();
    else window.addEventListener('load', register, { once: true });
  });
}
