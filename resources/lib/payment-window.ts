const WIDEST = 800;
const TALLEST = 600;
const SHARE = 0.9;
const LOOK_MS = 500;
const PHONE = '(max-width: 767px) and (pointer: coarse)';

export type OpenedAs = 'window' | 'tab' | 'blocked';

function features(): string {
  const width = Math.round(Math.min(WIDEST, window.outerWidth * SHARE));
  const height = Math.round(Math.min(TALLEST, window.outerHeight * SHARE));
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** One watch per window: the same link opened twice is the same window. */
const watches = new Map<string, number>();

function watch(name: string, opened: Window, onClosed: () => void): void {
  window.clearInterval(watches.get(name));
  const look = window.setInterval(() => {
    if (!opened.closed) return;
    window.clearInterval(look);
    watches.delete(name);
    onClosed();
  }, LOOK_MS);
  watches.set(name, look);
}

/** The window goes on to the bank: no page over there may lead this one elsewhere. It can still be seen to close. */
function disown(opened: Window): void {
  try {
    opened.opener = null;
  } catch {
    // Opened before, let go then, and at the bank by now.
  }
}

/**
 * Opens a payment page beside the list; a phone has no room for a second window and gets a tab.
 * @param onClosed called once when the window is gone (never for a tab)
 */
export function openPaymentWindow(paymentId: string, url: string, onClosed: () => void): OpenedAs {
  if (window.matchMedia(PHONE).matches) {
    window.open(url, '_blank', 'noopener');
    return 'tab';
  }
  const name = `payment-${paymentId}`;
  const opened = window.open(url, name, features());
  if (!opened) return 'blocked';
  disown(opened);
  watch(name, opened, onClosed);
  return 'window';
}
