import { useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import { API } from '../../src/contracts/routes';
import { api, errorText } from '../lib/api';
import { toast } from '../lib/toasts';

/** Whether the menu shows its icons alone; kept with the person's account. @param initial as the server knows it */
export function useMenuFold(initial: boolean) {
  const [folded, setFolded] = useState(initial);
  const fold = () => {
    const menuFolded = !folded;
    setFolded(menuFolded);
    api.post(API.preferences, { menuFolded }, { fallback: MESSAGES.preferences.failed }).catch((error: unknown) => {
      toast('error', errorText(error, MESSAGES.preferences.failed));
    });
  };
  return { folded, fold };
}
