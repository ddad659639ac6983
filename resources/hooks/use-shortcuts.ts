import { useEffect, useRef } from 'react';
import { shortcutsEnabled } from '../lib/shortcut-setting';

type Shortcuts = Record<string, () => void>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** An open menu takes letters for itself: they find an entry by its beginning. */
const TAKES_KEYS = '[aria-modal="true"], [role="menu"]';

/** Single keys, silent while somebody types, a dialog or menu is open, or the person has switched them off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const action = latest.current[event.key];
      if (!action || !shortcutsEnabled() || document.querySelector(TAKES_KEYS)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
