import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api';
import { isUnanswered } from '../../lib/unanswered';

export interface LinkFault {
  text: string;
  fields: Record<string, string>;
  /** Nobody knows whether it was done. */
  isOpen: boolean;
}

interface LinkActionOptions {
  onSending: (sending: boolean) => void;
  /** Nobody knows whether it was done: what shows the link should look again. */
  onOpen: () => void;
}

/** One press, one request; what went wrong stays in the dialog. */
export function useLinkAction(failed: string, { onSending, onOpen }: LinkActionOptions) {
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
      const known = error instanceof ApiError ? error : null;
      const isOpen = !known || isUnanswered(known);
      setFault({ text: known?.message ?? failed, fields: known?.details ?? {}, isOpen });
      if (isOpen) onOpen();
    } finally {
      running.current = false;
      setSending(false);
      onSending(false);
    }
  };

  return { fault, sending, run, forget: () => setFault(null) };
}
