import type { PublicPayment } from '../../../src/contracts/payments';
import { ROUTES } from '../../../src/contracts/routes';
import { useWords } from './use-words';

/** Nothing until there is a receipt. */
export function ReceiptLink({ payment }: { payment: Pick<PublicPayment, 'paymentId' | 'receiptNumber'> }) {
  const words = useWords();
  if (payment.receiptNumber === null) return null;
  return (
    <a className="pub-button pub-button-second" href={ROUTES.receipt(payment.paymentId)}>
      {words.viewReceipt(payment.receiptNumber)}
    </a>
  );
}
