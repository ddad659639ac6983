import { useCallback, useEffect, useRef, useState } from 'react';
import { focusAfterwards } from '../lib/row-focus';
import type { RowSubject } from '../lib/row-subject';

export type RowDialog = 'history' | 'refund' | 'upgrade' | 'share' | 'reissue' | 'contact' | 'cancel';

interface Shown {
  dialog: RowDialog;
  subject: RowSubject;
  /** Counts openings: each starts afresh. */
  opening: number;
}

/** The one dialog that is open over a list. Closed ones stay to play their closing. */
export function useRowDialogs() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);

  const open = useCallback((dialog: RowDialog, subject: RowSubject, from: HTMLElement | null) => {
    cameFrom.current = from;
    setShown((last) => ({ dialog, subject, opening: (last?.opening ?? 0) + 1 }));
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);

  const wasOpened = useRef(false);
  useEffect(() => {
    if (wasOpened.current && !opened) focusAfterwards(() => cameFrom.current);
    wasOpened.current = opened;
  }, [opened]);

  return { shown, opened, open, close };
}

export type RowDialogs = ReturnType<typeof useRowDialogs>;
