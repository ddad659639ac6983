/** Written by resources/lib/waiting-sales/set-mark.ts; resources/public/waiting.ts, which imports nothing, reads it too. */
export const WAITING_KEY = 'tokendesk.waiting';
