import { useCallback } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import { copyText } from '../lib/clipboard';
import { toast } from '../lib/toasts';

/** Copies and says so. What could not be copied stays on the screen, to be taken by hand. */
export function useClipboardToast(): (text: string, copied: string, failed?: string) => Promise<boolean> {
  return useCallback(async (text, copied, failed = MESSAGES.link.copyFailed) => {
    const done = await copyText(text);
    if (done) toast('success', copied);
    else toast('error', text, { title: failed, autoClose: false });
    return done;
  }, []);
}
