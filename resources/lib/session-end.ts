import { router } from '@inertiajs/react';
import type { SessionEnd } from '../../src/contracts/auth';
import { MESSAGES } from '../../src/contracts/messages';

const KEY = 'tokendesk.session-end';

export const SESSION_END_WORDS: Readonly<Record<SessionEnd, string>> = {
  expired: MESSAGES.auth.expired,
  otherPerson: MESSAGES.auth.otherPerson,
};

export function sessionEndOf(text: string | null | undefined): SessionEnd | null {
  return text === 'expired' || text === 'otherPerson' ? text : null;
}

/** Remembers for the page that is loaded anew why it comes. */
export function carrySessionEnd(why: SessionEnd): void {
  try {
    sessionStorage.setItem(KEY, why);
  } catch {
    // Without storage the words before the next page were all.
  }
}

/** @returns why the last page was left, if a session's end was the reason; asked again null */
export function takeSessionEnd(): SessionEnd | null {
  try {
    const why = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return sessionEndOf(why);
  } catch {
    return null;
  }
}

let isLeaving = false;

/** Somebody else is signed in: what this document shows is nothing for them. */
export function leaveToOtherPerson(): void {
  carrySessionEnd('otherPerson');
  forgetAndReload();
}

/** Of the pages before nothing can be shown any more. Once: each further reload would begin the first one anew. */
export function forgetAndReload(): void {
  if (isLeaving) return;
  isLeaving = true;
  router.clearHistory();
  window.location.reload();
}
