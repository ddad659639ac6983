import { useEffect, useRef } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { RefundList } from '../../../src/contracts/refunds';
import { API } from '../../../src/contracts/routes';
import { isRefundFinal } from '../../../src/domain/refund/refund-rules';
import { useLoaded } from '../../hooks/use-loaded';
import { usePoll } from '../../hooks/use-poll';

/** How often an open dialog asks what became of a refund that is under way. */
const FOLLOW_MS = 5000;

function statesOf(list: RefundList | null): string | null {
  return list && list.refunds.map(({ refundId, status }) => `${refundId} ${status}`).join();
}

/**
 * A payment's refunds, followed while one of them is under way.
 * @param onChanged what the list shows of the payment has changed too
 */
export function useRefundList(paymentId: string, onChanged: () => void) {
  const loaded = useLoaded<RefundList>(API.refunds(paymentId), MESSAGES.refund.loadFailed);
  const { data, reloadInBackground } = loaded;
  const underWay = data?.refunds.some(({ status }) => !isRefundFinal(status)) ?? false;
  usePoll(
    async () => {
      reloadInBackground();
      return true;
    },
    { enabled: underWay, intervalMs: FOLLOW_MS },
  );

  const states = statesOf(data);
  const known = useRef<string | null>(null);
  const changed = useRef(onChanged);
  useEffect(() => {
    changed.current = onChanged;
  });
  useEffect(() => {
    if (known.current !== null && states !== known.current) changed.current();
    known.current = states;
  }, [states]);
  return loaded;
}
