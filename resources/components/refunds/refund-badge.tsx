import { formatRupees } from '../../lib/format';
import { ReturnIcon } from '../ui/icons';
import { Pill } from '../ui/pill';

/** @param amount rupees on their way back */
export function RefundBadge({ amount }: { amount: number }) {
  return (
    <Pill tone="blue" icon={<ReturnIcon size={16} />} wraps>
      Refund {formatRupees(amount)} with the bank
    </Pill>
  );
}
