import { useEffect } from 'react';

/** Both the component library and our own colours go by it. */
const SCHEME = 'data-mantine-color-scheme';

/** Paper is white: what is printed takes the light colours, whatever the screen shows. */
export function useLightPaper(): void {
  useEffect(() => {
    const root = document.documentElement;
    const paper = window.matchMedia('print');
    let onScreen: string | null = null;
    const toPaper = () => {
      onScreen ??= root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    };
    const toScreen = () => {
      if (onScreen !== null) root.setAttribute(SCHEME, onScreen);
      onScreen = null;
    };
    const turn = () => (paper.matches ? toPaper() : toScreen());
    // Not every browser tells both ways.
    paper.addEventListener('change', turn);
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      paper.removeEventListener('change', turn);
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, []);
}
