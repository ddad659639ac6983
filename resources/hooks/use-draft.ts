import { useCallback, useEffect, useRef, useState } from 'react';

/** Every draft's key begins so. */
const PREFIX = 'tokendesk.draft.';

function read<T>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return stored && typeof stored === 'object' ? (stored as Partial<T>) : {};
  } catch {
    return {};
  }
}

function clearDrafts(): void {
  try {
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX))
      .forEach((key) => sessionStorage.removeItem(key));
  } catch {
    // A browser without storage keeps no drafts.
  }
}

/**
 * A form's values that outlive a reload of this tab.
 * @param isWanted whether what was kept may come back into a new form
 */
export function useDraft<T extends object>(name: string, initial: T, isWanted: (kept: Partial<T>) => boolean) {
  const key = PREFIX + name;
  const [values, setValues] = useState<T>(() => {
    const kept = read<T>(key);
    return isWanted(kept) ? { ...initial, ...kept } : initial;
  });
  const finished = useRef(false);

  useEffect(() => {
    if (finished.current) return;
    try {
      sessionStorage.setItem(key, JSON.stringify(values));
    } catch {
      // Full or forbidden storage: the form itself still works.
    }
  }, [key, values]);

  const clear = useCallback(() => {
    finished.current = true;
    clearDrafts();
  }, []);
  /** The stored copy goes, the form stays; its next change is stored again. */
  const unstore = useCallback(() => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  }, [key]);
  return { values, setValues, clear, unstore };
}
