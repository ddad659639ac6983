/** Whatever gives the focus a place of its own, a closing dialog or a menu, has done so by then. */
const PATIENCE_MS = 50;
const REGION = '[role="dialog"], section, nav, [role="group"], main';

let focused: HTMLElement | null = null;
/** Around what has the focus, from the inside out. */
let regions: HTMLElement[] = [];
/** Came to stand in for it, and gives the focus back. */
let standIn: HTMLElement | null = null;

/**
 * A button that is pressed and then goes, or cannot be pressed while it works, would drop the focus to the beginning of
 * the page, and out of a dialog. It goes to what was around the button, and back to the button once it can be pressed.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === standIn) return;
    focused = target;
    regions = regionsAround(target);
    standIn = null;
  });
  // Left on purpose, by a click beside everything.
  document.addEventListener('focusout', ({ target }) => {
    setTimeout(() => {
      if (target === focused && isLost() && canHaveFocus()) focused = null;
    });
  });
  new MutationObserver(() => {
    if (standIn && document.activeElement === standIn && canHaveFocus()) focused?.focus({ preventScroll: true });
    // A disabled element keeps the focus until the browser draws again, so that is judged later.
    else if (focused && !canHaveFocus()) setTimeout(bringBack, PATIENCE_MS);
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
}

function bringBack(): void {
  if (!focused || !isLost()) return;
  if (canHaveFocus()) return focused.focus({ preventScroll: true });
  standIn = regions.find(({ isConnected }) => isConnected) ?? document.querySelector('main');
  if (standIn && standIn.tabIndex < 0) standIn.tabIndex = -1;
  standIn?.focus({ preventScroll: true });
}

function regionsAround(element: HTMLElement): HTMLElement[] {
  const region = element.parentElement?.closest<HTMLElement>(REGION);
  return region ? [region, ...regionsAround(region)] : [];
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canHaveFocus(): boolean {
  return focused !== null && focused.isConnected && !focused.matches(':disabled');
}
