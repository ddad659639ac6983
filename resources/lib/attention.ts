/** Somebody can see the page, and the device is online: only then is the server asked by itself. */
export function isAttended(): boolean {
  return document.visibilityState === 'visible' && navigator.onLine;
}

/** Calls whenever `isAttended` may have changed. @returns a function that ends it */
export function onAttention(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('online', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('online', listener);
  };
}
