import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { BANK_NAME, isOpen } from './words';

interface Props {
  payment: PublicPayment;
  app: SharedProps['app'];
}

export function NextSteps({ payment, app }: Props) {
  if (payment.status === 'refunded') return null;
  if (isOpen(payment) && (!payment.canPay || payment.payAgainHeld)) return null;
  return (
    <section className="pub-card" aria-labelledby="pub-next-title">
      <h2 id="pub-next-title">What happens next</h2>
      {isOpen(payment) ? <BeforePaying app={app} /> : <AfterPaying email={payment.customer.email} app={app} />}
    </section>
  );
}

function BeforePaying({ app }: Pick<Props, 'app'>) {
  return (
    <ol className="pub-steps">
      <li>The button opens {BANK_NAME}’s page. Your card or bank details are entered there; we never see them.</li>
      <li>The bank brings you back here, and we confirm the payment with the bank.</li>
      <li>This page then shows your token number and your receipt from {app.companyName}.</li>
    </ol>
  );
}

export function AfterPaying({ email, app }: { email: string; app: SharedProps['app'] }) {
  return (
    <ol className="pub-steps">
      <li>Keep your token number: it identifies your purchase with {app.companyName}.</li>
      <li>
        We send your receipt to {email}; {BANK_NAME} sends its own as well.
      </li>
      <li>Our sales team contacts you about the next steps. You need not do anything now.</li>
    </ol>
  );
}
