import { useEffect } from 'react';

/**
 * These pages are plain HTML with a small script beside them. Only when the server could not render them does React
 * mount them in the browser; the same script is then fetched by hand. Effects never run on the server.
 */
export function useEnhancement(): void {
  useEffect(() => {
    let undo: (() => void) | undefined;
    let gone = false;
    void import('../../public').then(({ enhance }) => {
      if (!gone) undo = enhance(document);
    });
    return () => {
      gone = true;
      undo?.();
    };
  }, []);
}
