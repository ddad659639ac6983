import type { RefundOrigin, RefundStatus } from '../../../src/domain/refund/refund-rules';
import { Pill, type PillTone } from '../ui/pill';

const STATES: Readonly<Record<RefundStatus, { tone: PillTone; label: string }>> = {
  requested: { tone: 'blue', label: 'Being sent to the bank' },
  processing: { tone: 'blue', label: 'With the bank, on its way' },
  unknown: { tone: 'amber', label: 'Being confirmed with the bank' },
  completed: { tone: 'green', label: 'Refunded' },
  rejected: { tone: 'red', label: 'Refused by the bank' },
};

interface RefundStateProps {
  status: RefundStatus;
  origin: RefundOrigin;
  neverSent: boolean;
}

/** What the bank took back by itself is no refund of ours, and what it was never sent it has not refused. */
export function RefundState({ status, origin, neverSent }: RefundStateProps) {
  const { tone, label } = STATES[status];
  if (neverSent) return <Pill tone={tone}>Not sent to the bank</Pill>;
  return <Pill tone={tone}>{status === 'completed' && origin === 'reversal' ? 'Returned' : label}</Pill>;
}
