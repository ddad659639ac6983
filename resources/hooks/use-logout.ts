import { useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import { API, ROUTES } from '../../src/contracts/routes';
import { api, ApiError, errorText } from '../lib/api';
import { forgetDeskSales } from '../lib/desk-sales';
import { forgetChoice } from '../lib/last-choice';
import { stopLive } from '../lib/live-connection';
import { toast } from '../lib/toasts';
import { clearDrafts } from './use-draft';

/** Ends the session and loads the login page anew, so that nothing of the old one stays in memory. */
export function useLogout() {
  const [leaving, setLeaving] = useState(false);
  const logout = async () => {
    setLeaving(true);
    stopLive();
    try {
      await api.post(API.logout);
    } catch (error) {
      // Without a session there is nothing left to end.
      if (!(error instanceof ApiError) || error.status !== 401) {
        setLeaving(false);
        toast('error', errorText(error, MESSAGES.general.internal));
        return;
      }
    }
    clearDrafts();
    forgetChoice();
    forgetDeskSales();
    window.location.assign(ROUTES.home);
  };
  return { leaving, logout: () => void logout() };
}
