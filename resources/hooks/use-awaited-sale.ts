import { useEffect } from 'react';
import { showDesk } from '../lib/show-desk';
import { loadWaitingSales } from '../lib/waiting-mark';

/**
 * Opens the sale that was made last as soon as it is sent, unless the next customer's form is being filled in.
 * @param isFree whether the screen may change
 */
export function useAwaitedSale(awaitedKey: string | null, isFree: () => boolean): void {
  useEffect(() => {
    if (awaitedKey === null) return;
    let isOver = false;
    let unsubscribe: (() => void) | undefined;
    void loadWaitingSales().then(({ waitingSales }) => {
      if (isOver) return;
      const look = () => {
        const state = waitingSales.current().sales.find(({ key }) => key === awaitedKey)?.state;
        if (isOver || state?.kind !== 'sent') return;
        isOver = true;
        if (isFree())
          void showDesk(state.paymentId, { replace: true }).then((isShown) => {
            if (isShown) void waitingSales.dismiss(awaitedKey);
          });
      };
      unsubscribe = waitingSales.subscribe(look);
      look();
    });
    return () => {
      isOver = true;
      unsubscribe?.();
    };
  }, [awaitedKey, isFree]);
}
