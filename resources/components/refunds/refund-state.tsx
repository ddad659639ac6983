import type { RefundStatus } from '../../../src/domain/refund/refund-rules';
import { Pill, type PillTone } from '../ui/pill';

const STATES: Readonly<Record<RefundStatus, { tone: PillTone; label: string }>> = {
  requested: { tone: 'blue', label: 'Being sent to the bank' },
  processing: { tone: 'blue', label: 'With the bank, on its way' },
  unknown: { tone: 'amber', label: 'Being confirmed with the bank' },
  completed: { tone: 'green', label: 'Refunded' },
  rejected: { tone: 'red', label: 'Refused by the bank' },
};

export function RefundState({ status }: { status: RefundStatus }) {
  const { tone, label } = STATES[status];
  return <Pill tone={tone}>{label}</Pill>;
}
