import { KEEP_STORAGE_HEADER } from '../../src/contracts/auth';
import { API, ROUTES } from '../../src/contracts/routes';
import { api, ApiError } from './api';
import { forgetDevicePerson } from './device-person';
import { rememberForm } from './last-form';
import { stopLive } from './live-connection';
import { waitingMark } from './waiting-mark';
import { waitingSales } from './waiting-sales';

/** How many sales of this person would be lost with the session. */
export async function countUnsent(personId: string): Promise<number> {
  if (!waitingMark.isSet()) return 0;
  await waitingSales.open(personId);
  return waitingSales.unsent().length;
}

/**
 * Ends the session and loads the login page anew, so that nothing of the old one stays in memory. What other people have sold on this
 * device is all that stays on it.
 */
export async function leaveSession(): Promise<void> {
  stopLive();
  const othersWait = waitingMark.isSet() && (await waitingSales.othersWait());
  try {
    const headers = othersWait ? { [KEEP_STORAGE_HEADER]: 'waiting-sales' } : undefined;
    await api.post(API.logout, {}, { endsSession: true, ...(headers && { headers }) });
  } catch (error) {
    // Without a session there is nothing left to end.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  // Without others the server's answer has emptied all of it.
  if (waitingMark.isSet()) await waitingSales.forgetAll().catch(() => undefined);
  forgetDevicePerson();
  rememberForm(null);
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was kept.
  }
  window.location.assign(ROUTES.home);
}
