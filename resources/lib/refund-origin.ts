import type { RefundDetails } from '../../src/contracts/admin-details';

/** Who asked for a refund, or who recorded money that went back without an order from here. */
export function whoseRefund({ origin, requestedBy }: Pick<RefundDetails, 'origin' | 'requestedBy'>): string | null {
  if (origin === 'order') return requestedBy && `asked for by ${requestedBy}`;
  const what = origin === 'reversal' ? 'Returned by the bank' : 'Given back outside of TokenDesk';
  return requestedBy ? `${what}, recorded by ${requestedBy}` : what;
}
