import type { PublicPayment } from '../../../src/contracts/payments';
import type { Words } from '../../../src/contracts/words';
import { rupees } from './format';
import { statusOf } from './payment-words';
import { ResultHead } from './result-head';
import { useWords } from './use-words';
import { isGivenBack, reversedAmount } from './words';

/** Null while the payment stands as it was made. */
export function refundTitle(payment: PublicPayment | null, words: Words): string | null {
  if (payment && payment.pendingRefundAmount > 0) return words.state.refundPendingTitle;
  if (payment?.status !== 'refunded') return null;
  return reversedAmount(payment) > 0 ? words.state.reversedTitle : statusOf(payment.status, words);
}

/** How the money of a refunded payment came back. */
export function refundedText(payment: PublicPayment, { state }: Words): string {
  const reversed = reversedAmount(payment);
  return reversed > 0 ? state.reversed(rupees(reversed)) : state.refunded(rupees(payment.refundedAmount));
}

/** What a page after a payment says first when its money is back, or on its way back. */
export function RefundHead({ payment, title }: { payment: PublicPayment; title: string }) {
  const words = useWords();
  const { state } = words;
  const isPending = payment.pendingRefundAmount > 0;
  return (
    <div className="pub-card pub-card-first">
      <ResultHead tone={isPending ? 'blue' : 'grey'} icon="back" title={title} />
      <p className="pub-centre">
        {isPending ? state.refundPending(rupees(payment.pendingRefundAmount)) : refundedText(payment, words)}
      </p>
      {isPending && (
        <p className="pub-centre">{isGivenBack(payment) ? state.refundPendingWhole : state.refundPendingPart}</p>
      )}
    </div>
  );
}
