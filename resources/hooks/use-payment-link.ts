import { useCallback } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import { openPaymentWindow } from '../lib/payment-window';
import { toast } from '../lib/toasts';
import { useClipboardToast } from './use-clipboard-toast';

interface PaymentLink {
  paymentId: string;
  customerName: string;
  url: string;
}

/** @param onClosed called when the payment window was closed: the payment may have moved on */
export function usePaymentLink({ paymentId, customerName, url }: PaymentLink, onClosed?: () => void) {
  const copyText = useClipboardToast();
  const copy = useCallback(() => copyText(url, MESSAGES.link.copied(customerName)), [copyText, url, customerName]);
  const open = useCallback(() => {
    const opened = openPaymentWindow(paymentId, url, () => {
      toast('info', MESSAGES.link.windowClosed);
      onClosed?.();
    });
    if (opened === 'blocked') toast('error', url, { title: MESSAGES.link.popupBlocked, autoClose: false });
  }, [paymentId, url, onClosed]);
  return { copy, open };
}
