import type { LivePayment } from '../../src/contracts/live';

export function useLivePayments(_onEvent: (event: LivePayment) => void): { connected: boolean } {
  return { connected: false };
}
