import type { PublicPayment } from '../../../src/contracts/payments';
import { ROUTES } from '../../../src/contracts/routes';

/** Nothing until there is a receipt. */
export function ReceiptLink({ payment }: { payment: Pick<PublicPayment, 'paymentId' | 'receiptNumber'> }) {
  if (payment.receiptNumber === null) return null;
  return (
    <a className="pub-button pub-button-second" href={ROUTES.receipt(payment.paymentId)}>
      View receipt {payment.receiptNumber}
    </a>
  );
}
