import { useEffect, useRef, useState } from 'react';
import type { LivePayment } from '../../src/contracts/live';
import { listenLive } from '../lib/live-connection';

/**
 * Hears at once of payments that change.
 * @param onEvent a seller hears of own payments, an admin of all
 * @param onHello the connection is there anew: changes may have been missed; with the time of the last one that the server knows of
 */
export function useLivePayments(
  onEvent: (event: LivePayment) => void,
  onHello?: (changedAt: string | undefined) => void,
): { connected: boolean } {
  const [connected, setConnected] = useState(false);
  const latest = useRef({ onEvent, onHello });
  useEffect(() => {
    latest.current = { onEvent, onHello };
  });
  useEffect(
    () =>
      listenLive({
        onPayment: (payment) => latest.current.onEvent(payment),
        onHello: (changedAt) => latest.current.onHello?.(changedAt),
        onConnected: setConnected,
      }),
    [],
  );
  return { connected };
}
