import { useCallback, useSyncExternalStore } from 'react';

/** The columns of the admin's list that a person may choose; the customer and the actions are always there. */
export const COLUMN_CHOICES = [
  { key: 'token', label: 'Token' },
  { key: 'amount', label: 'Amount' },
  { key: 'status', label: 'Status' },
  { key: 'seller', label: 'Sales manager' },
  { key: 'place', label: 'Project / event' },
  { key: 'paid', label: 'Paid' },
  { key: 'ends', label: 'Link ends' },
  { key: 'date', label: 'Created' },
] as const;
export type ColumnKey = (typeof COLUMN_CHOICES)[number]['key'];

export const USUAL_COLUMNS: readonly ColumnKey[] = ['token', 'amount', 'status', 'seller', 'date'];

const CHANGED = 'tokendesk:columns';

const keyOf = (userId: string) => `tokendesk.columns.${userId}`;

/** Where storage is switched off, the choice lasts as long as the page. */
const unstored = new Map<string, string>();

function read(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? unstored.get(userId) ?? '';
  } catch {
    return unstored.get(userId) ?? '';
  }
}

function write(userId: string, value: string): void {
  unstored.set(userId, value);
  try {
    if (value === '') localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), value);
  } catch {
    // It lasts no longer than the page.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', changed);
  };
}

/** `none` stands for a list without any of them; unknown names are of another version. */
export function columnsOf(stored: string): readonly ColumnKey[] {
  if (stored === '') return USUAL_COLUMNS;
  const names = stored.split(' ');
  return COLUMN_CHOICES.flatMap(({ key }) => (names.includes(key) ? [key] : []));
}

/** The columns that a person wants to see on this device. */
export function useColumnChoice(userId: string) {
  const stored = useSyncExternalStore(
    subscribe,
    () => read(userId),
    () => '',
  );
  const choose = useCallback(
    (columns: readonly ColumnKey[]) => {
      const isUsual = columns.length === USUAL_COLUMNS.length && USUAL_COLUMNS.every((key) => columns.includes(key));
      write(userId, isUsual ? '' : columns.join(' ') || 'none');
    },
    [userId],
  );
  return { columns: columnsOf(stored), choose };
}

export type ColumnChoice = ReturnType<typeof useColumnChoice>;
