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

function clearDrafts(group: string): void {
  try {
    Object.keys(sessionStorage)
      .filter((key) => `${key}.`.startsWith(`${PREFIX}${group}.`))
      .forEach((key) => sessionStorage.removeItem(key));
  } catch {
    // A browser without storage keeps no drafts.
  }
}

/**
 * A form's values that outlive a reload of this tab, and a session that ends.
 * @param name says whose they are: the next person on the device does not get them
 * @param restored what comes back into a new form of what was kept; null: nothing
 * @param group what is cleared takes all drafts with it whose names are this, or go on after it with a dot
 */
export function useDraft<T extends object>(
  name: string,
  initial: T,
  restored: (kept: Partial<T>) => Partial<T> | null,
  group = name,
) {
  const key = PREFIX + name;
  const [values, setValues] = useState<T>(() => ({ ...initial, ...restored(read<T>(key)) }));
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
    clearDrafts(group);
  }, [group]);
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
