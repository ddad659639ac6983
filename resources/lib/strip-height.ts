import { waitingMark } from './waiting-mark';

const KEY = 'tokendesk.waiting-height';

/** How tall the strip of waiting sales was last: as much room is kept for it until it is there. */
export function rememberStripHeight(pixels: number): void {
  try {
    localStorage.setItem(KEY, String(pixels));
  } catch {
    // Without storage no sale is known to wait before it is read.
  }
}

/** @returns pixels; 0 where no sale of this person waits */
export function stripHeight(personId: string): number {
  try {
    return waitingMark.isSetFor(personId) ? Number(localStorage.getItem(KEY)) || 0 : 0;
  } catch {
    return 0;
  }
}
