import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api';

export interface LinkFault {
  text: string;
  fields: Record<string, string>;
}

/** One press, one request; what went wrong stays in the dialog. */
export function useLinkAction(failed: string, onSending: (sending: boolean) => void) {
  const [fault, setFault] = useState<LinkFault | null>(null);
  const [sending, setSending] = useState(false);
  const running = useRef(false);

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    onSending(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      const known = error instanceof ApiError;
      setFault({ text: known ? error.message : failed, fields: known ? error.details : {} });
    } finally {
      running.current = false;
      setSending(false);
      onSending(false);
    }
  };

  return { fault, sending, run, forget: () => setFault(null) };
}
