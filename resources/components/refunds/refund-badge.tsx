import { refundWithBank } from '../../lib/sale-words';
import { ReturnIcon } from '../ui/icons';
import { Pill } from '../ui/pill';

/** @param amount rupees on their way back */
export function RefundBadge({ amount }: { amount: number }) {
  return (
    <Pill tone="blue" icon={<ReturnIcon size={16} />} wraps>
      {refundWithBank(amount)}
    </Pill>
  );
}
