type ColourScheme = 'light' | 'dark';
export type ChosenScheme = ColourScheme | 'auto';

/** On the root element: our colours and those of the component library go by it. */
const ATTRIBUTE = 'data-mantine-color-scheme';
const DARK_DEVICE = '(prefers-color-scheme: dark)';

let chosen: ChosenScheme = 'auto';

function apply(): void {
  const device = window.matchMedia(DARK_DEVICE).matches ? 'dark' : 'light';
  document.documentElement.setAttribute(ATTRIBUTE, chosen === 'auto' ? device : chosen);
}

/** The document's first script has set it (src/inertia/root-view.ts); from now on it follows the device. */
export function followDeviceScheme(): void {
  window.matchMedia(DARK_DEVICE).addEventListener('change', apply);
}

/** Until the page is left: every one starts as the device is. */
export function chooseScheme(scheme: ChosenScheme): void {
  chosen = scheme;
  apply();
}
