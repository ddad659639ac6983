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
      <Steps payment={payment} app={app} />
    </section>
  );
}

function Steps({ payment, app }: Props) {
  if (isOpen(payment)) return <BeforePaying app={app} />;
  return <AfterPaying payment={payment} app={app} />;
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

/** What follows from a sale; while money is on its way back, what follows from that. */
function AfterPaying({ payment, app }: Props) {
  const { afterPaying, afterRefund, replacedBy } = useWords();
  const { email } = payment.customer;
  if (payment.pendingRefundAmount > 0) {
    return (
      <ol className="pub-steps">
        <li>{afterRefund.account}</li>
        <li>{afterRefund.mail(email)}</li>
        <li>{afterRefund.wait}</li>
      </ol>
    );
  }
  return (
    <ol className="pub-steps">
      <li>{payment.replacedBy ? replacedBy(payment.replacedBy) : afterPaying.keep(app.companyName)}</li>
      <li>{afterPaying.receipt(email)}</li>
      <li>{afterPaying.contact}</li>
    </ol>
  );
}
