import { useCallback, useState } from 'react';
import { API } from '../../src/contracts/routes';
import { api, ApiError } from '../lib/api';
import type { RowSubject } from '../lib/row-subject';
import { toast } from '../lib/toasts';

const FAILED = 'Failed to renew the payment link';

interface ReissuedLink {
  paymentUrl: string;
  /** Set when the bank could not make its page yet: the link works all the same. */
  warning?: string | null;
}

/** Gives an ended link a new life under its old address. What goes wrong is told in the row. */
export function useReissue(refresh: () => Promise<boolean>) {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});

  const reissue = useCallback(
    async ({ paymentId, customerName }: RowSubject) => {
      setBusy((ids) => [...ids, paymentId]);
      setFaults(({ [paymentId]: _gone, ...others }) => others);
      try {
        const { data } = await api.post<ReissuedLink>(API.reissueLink(paymentId), {}, { fallback: FAILED });
        toast('success', `Payment link for ${customerName} works again`);
        if (data.warning) toast('info', data.warning);
        await refresh();
      } catch (error) {
        setFaults((all) => ({ ...all, [paymentId]: error instanceof ApiError ? error.message : FAILED }));
      } finally {
        setBusy((ids) => ids.filter((id) => id !== paymentId));
      }
    },
    [refresh],
  );

  return { busy, faults, reissue };
}
