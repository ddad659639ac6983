import { WAITING_KEY } from './waiting-key';

/** Whether sales on this device are to be sent or told, known without the code that keeps them. */
export const waitingMark = {
  isSet: (): boolean => {
    try {
      return localStorage.getItem(WAITING_KEY) !== null;
    } catch {
      return false;
    }
  },
  /** Whether one of them is this person's. */
  isSetFor: (personId: string): boolean => {
    try {
      return personId in (JSON.parse(localStorage.getItem(WAITING_KEY) ?? '{}') as object);
    } catch {
      return false;
    }
  },
  /** Of all tabs: this one fires the event itself. */
  subscribe: (changed: () => void) => {
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  },
};

/** The code that keeps and sends them; fetched when a sale is made or waits. */
export const loadWaitingSales = () => import('./waiting-sales');

/** On every page, the login page too: no sale outlives its day, whoever opens the product next. */
export function endOverdueSales(): void {
  // It looks at once when it comes.
  if (waitingMark.isSet()) loadWaitingSales().catch(() => undefined);
}
