/** The listener that the document's first script has added (src/inertia/root-view.ts), and the last button that was pressed since. */
interface EarlyClick {
  (event: MouseEvent): void;
  button?: HTMLElement | null;
}

/** The same for keys. */
interface EarlyKeys {
  (event: KeyboardEvent): void;
  pressed?: KeyboardEvent[];
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

/** @returns what was pressed since the document came, beside all fields; from now on the page itself listens */
export function takeEarlyKeys(): KeyboardEvent[] {
  const page = window as Window & { earlyKeys?: EarlyKeys };
  const { earlyKeys } = page;
  if (!earlyKeys) return [];
  removeEventListener('keydown', earlyKeys, true);
  delete page.earlyKeys;
  return earlyKeys.pressed ?? [];
}

/**
 * The same for the keys of shortcuts; what went into a field stands there already. Once a shortcut has led into a field, the keys
 * after it are text for that field.
 */
export function repeatEarlyKeys(): void {
  const pressed = takeEarlyKeys();
  const before = document.activeElement;
  const ledIntoField = () => document.activeElement !== before && document.activeElement instanceof HTMLInputElement;
  let text = '';
  for (const { key, ctrlKey, metaKey, altKey } of pressed) {
    if (ctrlKey || metaKey || altKey) continue;
    if (!ledIntoField())
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    else if (key.length === 1) text += key;
  }
  // In one piece: React puts a field back to its state after each change while effects run. No other way is heard as typing.
  if (text) document.execCommand('insertText', false, text);
}
