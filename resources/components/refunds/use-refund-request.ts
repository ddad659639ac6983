import { useRef, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { RefundData, RefundRequest } from '../../../src/contracts/refunds';
import { API } from '../../../src/contracts/routes';
import { toRupees } from '../../../src/domain/money/money';
import { api, ApiError } from '../../lib/api';
import { newKey } from '../../lib/keys';
import { isBeforeKey, isUnanswered } from '../../lib/unanswered';

const WORDS = MESSAGES.refund;

export interface RefundFields {
  /** Paise. */
  amount: number;
  reason: string;
  duplicateChargeId?: string;
}

export interface RefundFault {
  text: string;
  /** What is true now. */
  truth: string;
  fields: { amount?: string; reason?: string };
  /** Nobody knows yet whether it was recorded: only the very same request may be sent again. */
  isOpen: boolean;
}

const NOTHING = 'Nothing was refunded. Your entries are kept.';
const OPEN =
  'It is not known whether the refund was recorded. Trying again repeats the same request: the money is never sent twice.';

/** @param wasOpen an earlier request under the same key is not known to have failed */
function faultOf(error: unknown, wasOpen: boolean): RefundFault {
  if (!(error instanceof ApiError)) return { text: WORDS.failed, truth: OPEN, fields: {}, isOpen: true };
  const { refundAmount: amount, refundReason: reason } = error.details;
  const wordless = error.status === 400 && error.code === 'UNREADABLE';
  const open = isUnanswered(error) || (wasOpen && isBeforeKey(error));
  const text = wordless ? WORDS.requestFailed : error.message;
  return {
    text: error.code === 'IDEMPOTENCY_RUNNING' ? 'The refund is still being processed.' : text,
    truth: open ? OPEN : text.includes('Nothing was refunded') ? 'Your entries are kept.' : NOTHING,
    fields: { amount, reason },
    isOpen: open,
  };
}

/** Asks for one refund, however often the button is pressed: the key stays with the entries until one is refused for certain. */
export function useRefundRequest(paymentId: string, onSending: (sending: boolean) => void) {
  const [fault, setFault] = useState<RefundFault | null>(null);
  const [sending, setSending] = useState(false);
  const running = useRef(false);
  const key = useRef<{ value: string; of: string } | null>(null);

  const keyFor = (request: RefundRequest): string => {
    const of = JSON.stringify(request);
    if (key.current?.of !== of) key.current = { value: newKey(), of };
    return key.current.value;
  };

  /** @returns null when it was refused or is not known; see the fault */
  const send = async (fields: RefundFields): Promise<RefundData | null> => {
    if (running.current) return null;
    running.current = true;
    setSending(true);
    onSending(true);
    const wasOpen = fault?.isOpen ?? false;
    setFault(null);
    const { amount, reason, duplicateChargeId } = fields;
    const request: RefundRequest = { refundAmount: toRupees(amount), refundReason: reason, duplicateChargeId };
    try {
      const headers = { 'Idempotency-Key': keyFor(request) };
      const { data } = await api.post<RefundData>(API.refund(paymentId), request, { headers, fallback: WORDS.failed });
      return data;
    } catch (error) {
      setFault(faultOf(error, wasOpen));
      return null;
    } finally {
      running.current = false;
      setSending(false);
      onSending(false);
    }
  };

  const forget = () => setFault(null);
  return { fault, sending, send, forget };
}
