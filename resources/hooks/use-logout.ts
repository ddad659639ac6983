import { useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import { errorText } from '../lib/api';
import { toast } from '../lib/toasts';
import { useDialog } from './use-dialog';

const load = () => import('../lib/leave-session');

/** Where sales of this person wait on the device, a dialog asks before the session ends. */
export function useLogout(personId: string | undefined) {
  const [leaving, setLeaving] = useState(false);
  const question = useDialog();

  const attempt = async (asks: boolean) => {
    question.close();
    setLeaving(true);
    try {
      const { countUnsent, leaveSession } = await load();
      if (!asks || (await countUnsent(personId ?? '')) === 0) return await leaveSession();
      question.open();
    } catch (error) {
      toast('error', errorText(error, MESSAGES.general.internal));
    }
    setLeaving(false);
  };
  return { leaving, question, logout: () => void attempt(true), leave: () => void attempt(false) };
}
