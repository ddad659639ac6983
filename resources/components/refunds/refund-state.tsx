import type { RefundOrigin, RefundStatus } from '../../../src/domain/refund/refund-rules';
import { Pill, type PillTone } from '../ui/pill';

const STATES: Readonly<Record<RefundStatus, { tone: PillTone; label: string }>> = {
  requested: { tone: 'blue', label: 'Being sent to the bank' },
  processing: { tone: 'blue', label: 'With the bank, on its way' },
  unknown: { tone: 'amber', label: 'Being confirmed with the bank' },
  completed: { tone: 'green', label: 'Refunded' },
  rejected: { tone: 'red', label: 'Refused by the bank' },
};

/** What the bank took back by itself is no refund of ours. */
export function RefundState({ status, origin }: { status: RefundStatus; origin: RefundOrigin }) {
  const { tone, label } = STATES[status];
  return <Pill tone={tone}>{status === 'completed' && origin === 'reversal' ? 'Returned' : label}</Pill>;
}
