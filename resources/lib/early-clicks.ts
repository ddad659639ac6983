const BUTTON = 'button:not([type="submit"])';

/**
 * Remembers the last button that was pressed on a page from the server before the page's own code was there: nothing listens to it yet,
 * and on a slow network that takes seconds. Forms and links work without code.
 * @returns presses it again, to be called once the page listens
 */
export function rememberEarlyClicks(): () => void {
  let pressed: HTMLElement | null = null;
  const remember = ({ target }: MouseEvent) => {
    pressed = (target as Element).closest<HTMLElement>(BUTTON);
  };
  addEventListener('click', remember, true);
  return () => {
    removeEventListener('click', remember, true);
    pressed?.click();
  };
}
