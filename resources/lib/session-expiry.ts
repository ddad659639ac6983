const KEY = 'tokendesk.session-expired';

/** Remembers for the login page, which is loaded anew, why it comes. */
export function carrySessionExpiry(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Without storage the words before the login page were all.
  }
}

/** @returns whether the page was left because the session had ended; asked again it is no longer so */
export function takeSessionExpiry(): boolean {
  try {
    const expired = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return expired;
  } catch {
    return false;
  }
}
