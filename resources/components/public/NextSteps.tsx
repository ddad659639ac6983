import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { useWords } from './use-words';
import { isOpen } from './words';

interface Props {
  payment: PublicPayment;
  app: SharedProps['app'];
}

export function NextSteps({ payment, app }: Props) {
  const words = useWords();
  if (payment.status === 'refunded' || payment.returning) return null;
  if (isOpen(payment) && (!payment.canPay || payment.payAgainHeld)) return null;
  return (
    <section className="pub-card" aria-labelledby="pub-next-title">
      <h2 id="pub-next-title">{words.whatNext}</h2>
      {isOpen(payment) ? <BeforePaying app={app} /> : <AfterPaying email={payment.customer.email} app={app} />}
    </section>
  );
}

function BeforePaying({ app }: Pick<Props, 'app'>) {
  const { beforePaying } = useWords().payment;
  return (
    <ol className="pub-steps">
      <li>{beforePaying.button}</li>
      <li>{beforePaying.back}</li>
      <li>{beforePaying.receipt(app.companyName)}</li>
    </ol>
  );
}

export function AfterPaying({ email, app }: { email: string; app: SharedProps['app'] }) {
  const { afterPaying } = useWords();
  return (
    <ol className="pub-steps">
      <li>{afterPaying.keep(app.companyName)}</li>
      <li>{afterPaying.receipt(email)}</li>
      <li>{afterPaying.contact}</li>
    </ol>
  );
}
