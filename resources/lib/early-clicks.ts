/** The listener that the document's first script has added (src/inertia/root-view.ts), and the last button that was pressed since. */
interface EarlyClick {
  (event: MouseEvent): void;
  button?: HTMLElement | null;
}

/**
 * Presses the button again that was pressed on a page from the server before its own code was there: on a slow network that takes
 * seconds. To be called once the page listens.
 */
export function repeatEarlyClick(): void {
  const { earlyClick } = window as Window & { earlyClick?: EarlyClick };
  if (!earlyClick) return;
  removeEventListener('click', earlyClick, true);
  earlyClick.button?.click();
}
