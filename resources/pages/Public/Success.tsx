import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { ROUTES } from '../../../src/contracts/routes';
import { PublicPage } from '../../components/public/PublicPage';
import { PaidSummary } from '../../components/public/PaidSummary';
import { ResultHead } from '../../components/public/ResultHead';

const TITLE = 'Payment Successful!';

function unpaidTitle(payment: PublicPayment): string {
  return payment.inProgress ? MESSAGES.verify.confirmingTitle : payment.statusLabel;
}

export default function Success({ payment, app }: PageProps['Public/Success'] & SharedProps) {
  const unpaid = payment && payment.status !== 'completed' ? payment : null;
  return (
    <PublicPage app={app} title={unpaid ? unpaidTitle(unpaid) : TITLE}>
      {unpaid ? <NotPaid payment={unpaid} /> : <Paid payment={payment} app={app} />}
      <a className="pub-button pub-button-second" href="/">
        Back to Home
      </a>
    </PublicPage>
  );
}

function Paid({ payment, app }: { payment: PublicPayment | null; app: SharedProps['app'] }) {
  return (
    <>
      <div className="pub-card pub-card-first">
        <ResultHead tone="green" icon="check" title={TITLE} />
        {!payment && (
          <p className="pub-centre">
            Your token number and your receipt are on your payment page. This page alone is no receipt.
          </p>
        )}
      </div>
      {payment && <PaidSummary payment={payment} app={app} />}
    </>
  );
}

/** The address names a payment that is not paid: nobody may show this page as proof. */
function NotPaid({ payment }: { payment: PublicPayment }) {
  return (
    <div className="pub-card pub-card-first">
      <ResultHead tone="blue" icon="bank" title={unpaidTitle(payment)} />
      {payment.inProgress && <p className="pub-centre">{MESSAGES.verify.confirming}</p>}
      <a className="pub-button pub-button-second" href={ROUTES.payment(payment.paymentId)}>
        Open the payment page
      </a>
    </div>
  );
}
