import { router } from '@inertiajs/react';
import { ROUTES } from '../../src/contracts/routes';

const EVENT = 'tokendesk:mend-sale';

/**
 * Brings a waiting sale that needs an answer back into the form, where it is on the screen, or else opens it. The sale stays on the
 * device until the form is sent.
 */
export function mendSale(key: string): void {
  const isOnScreen = !window.dispatchEvent(new CustomEvent(EVENT, { detail: key, cancelable: true }));
  if (!isOnScreen) router.visit(`${ROUTES.customerForm}#${key}`);
}

/** For the form on the screen. @returns a function that ends it */
export function onMend(mend: (key: string) => void): () => void {
  const listener = (event: Event) => {
    event.preventDefault();
    mend((event as CustomEvent<string>).detail);
  };
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}

/** The sale that the address of the form names. */
export function mendKeyOfAddress(): string | null {
  const key = window.location.hash.slice(1);
  return /^[0-9a-f]{32}$/.test(key) ? key : null;
}
