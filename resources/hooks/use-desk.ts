import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskPayment } from '../../src/contracts/desk';
import { MESSAGES } from '../../src/contracts/messages';
import { API } from '../../src/contracts/routes';
import { isPaid } from '../../src/domain/payment/payment-status';
import { api, errorText } from '../lib/api';
import { useLivePayments } from './use-live-payments';
import { usePoll } from './use-poll';

const EAGER_MS = 3000;
const PATIENT_MS = 10_000;
/** How long a customer stands at the desk; whoever pays later is not waited for. */
const EAGER_FOR_MS = 120_000;

/** One link on the screen, kept true by the server's own word and, where that does not come, by asking. */
export function useDesk(initial: DeskPayment) {
  const { paymentId } = initial;
  const [desk, setDesk] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [eager, setEager] = useState(true);
  const asked = useRef(0);

  const ask = useCallback(
    async (isBackground: boolean): Promise<boolean> => {
      // An older question that was slower takes nothing back, neither by its answer nor by its failure.
      const mine = ++asked.current;
      try {
        const options = { fallback: MESSAGES.desk.loadFailed, isBackground };
        const { data } = await api.get<DeskPayment>(API.desk(paymentId), options);
        if (mine === asked.current) {
          setDesk(data);
          setProblem(null);
        }
        return true;
      } catch (error) {
        if (mine === asked.current) setProblem(errorText(error, MESSAGES.desk.loadFailed));
        return false;
      }
    },
    [paymentId],
  );
  const refresh = useCallback(() => ask(false), [ask]);

  // A connection that is there anew may have missed something.
  const { connected } = useLivePayments(
    (event) => {
      if (event.paymentId === paymentId) void ask(true);
    },
    () => void ask(true),
  );
  useEffect(() => {
    const timer = setTimeout(() => setEager(false), EAGER_FOR_MS);
    return () => clearTimeout(timer);
  }, []);
  usePoll(() => ask(true), {
    enabled: !isPaid(desk.status),
    intervalMs: eager && !connected ? EAGER_MS : PATIENT_MS,
    maxIntervalMs: 30_000,
  });

  return { desk, problem, refresh };
}
