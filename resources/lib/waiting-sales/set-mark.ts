import { WAITING_KEY } from '../waiting-key';
import { isUnsent, type WaitingSale } from './sale-rules';

/** Writes how many wait to be sent, by the account that made them; nothing once no sale is on the device. */
export function setWaitingMark(sales: readonly WaitingSale[]): void {
  const counts: Record<string, number> = {};
  for (const sale of sales) counts[sale.ownerId] = (counts[sale.ownerId] ?? 0) + (isUnsent(sale) ? 1 : 0);
  const text = sales.length > 0 ? JSON.stringify(counts) : null;
  try {
    if (text === localStorage.getItem(WAITING_KEY)) return;
    if (text !== null) localStorage.setItem(WAITING_KEY, text);
    else localStorage.removeItem(WAITING_KEY);
  } catch {
    // Without storage they are seen on the page where they were made.
    return;
  }
  // Browsers tell the other tabs alone.
  window.dispatchEvent(new Event('storage'));
}
