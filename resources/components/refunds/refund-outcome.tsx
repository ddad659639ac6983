import { MESSAGES } from '../../../src/contracts/messages';
import type { RefundRow } from '../../../src/contracts/refunds';
import { formatRupees } from '../../lib/format';
import { Callout } from '../ui/callout';

const WORDS = MESSAGES.refund;
export const BUSINESS_DAYS = '3-5 business days';

interface RefundOutcomeProps {
  customerName: string;
  /** As it was read last; undefined before it has been read. */
  refund: RefundRow | undefined;
}

/** A refund whose answer was not clear at once, followed until it is. */
export function RefundOutcome({ customerName, refund }: RefundOutcomeProps) {
  switch (refund?.status) {
    case 'completed':
    case 'processing':
      return (
        <Callout tone="success" title={WORDS.processed}>
          {formatRupees(refund.amount)} reaches {customerName} in {BUSINESS_DAYS}.
        </Callout>
      );
    case 'rejected':
      return (
        <Callout tone="error" title={refund.failure ?? WORDS.failed}>
          Nothing was refunded. Open this dialog again to repeat it.
        </Callout>
      );
    default:
      return (
        <Callout tone="warning" title="Not confirmed yet">
          {WORDS.unknown} Once confirmed, it takes {BUSINESS_DAYS}.
        </Callout>
      );
  }
}
