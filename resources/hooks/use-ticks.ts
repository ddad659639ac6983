import { useCallback, useState } from 'react';
import { MAX_CHOSEN } from '../../src/domain/payment/bulk-actions';

interface Ticked {
  /** The filters under which they were ticked. */
  of: string;
  ids: readonly string[];
}

/**
 * Payments ticked in a list, on whichever of its pages; other filters begin anew, since what is not seen is not meant.
 * @param of identity of the list's filters
 */
export function useTicks(of: string) {
  const [ticked, setTicked] = useState<Ticked>({ of, ids: [] });
  const ids = ticked.of === of ? ticked.ids : [];

  const set = useCallback(
    (changed: readonly string[], isTicked: boolean) =>
      setTicked((last) => {
        const known = (last.of === of ? last.ids : []).filter((id) => !changed.includes(id));
        return { of, ids: isTicked ? [...known, ...changed].slice(0, MAX_CHOSEN) : known };
      }),
    [of],
  );
  const clear = useCallback(() => setTicked({ of, ids: [] }), [of]);
  return { ids, has: (id: string) => ids.includes(id), set, clear };
}

export type Ticks = ReturnType<typeof useTicks>;

/** Ticks the row in which the focus is. */
export function tickFocusedRow(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input[data-tick]')?.click();
}
