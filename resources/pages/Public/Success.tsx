import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { ROUTES } from '../../../src/contracts/routes';
import type { Words } from '../../../src/contracts/words';
import { PublicPage } from '../../components/public/public-page';
import { PaidSummary } from '../../components/public/paid-summary';
import { statusOf } from '../../components/public/payment-words';
import { RefundHead, refundTitle } from '../../components/public/refund-head';
import { ReturnedPage } from '../../components/public/returned-page';
import { ResultHead } from '../../components/public/result-head';
import { useWords } from '../../components/public/use-words';

function unpaidTitle(payment: PublicPayment, words: Words): string {
  return payment.inProgress ? words.verify.confirmingTitle : statusOf(payment.status, words);
}

export default function Success({ payment, app }: PageProps['Public/Success'] & SharedProps) {
  const words = useWords();
  if (payment?.returning) return <ReturnedPage paymentId={payment.paymentId} returning={payment.returning} app={app} />;
  const refund = refundTitle(payment, words);
  const unpaid = payment && !refund && payment.status !== 'completed' ? payment : null;
  return (
    <PublicPage app={app} title={refund ?? (unpaid ? unpaidTitle(unpaid, words) : words.success.title)}>
      {payment && refund && (
        <>
          <RefundHead payment={payment} title={refund} />
          <PaidSummary payment={payment} app={app} />
        </>
      )}
      {unpaid && <NotPaid payment={unpaid} />}
      {!refund && !unpaid && <Paid payment={payment} app={app} />}
      <a className="pub-button pub-button-second" href="/">
        {words.success.home}
      </a>
    </PublicPage>
  );
}

function Paid({ payment, app }: { payment: PublicPayment | null; app: SharedProps['app'] }) {
  const { success } = useWords();
  return (
    <>
      <div className="pub-card pub-card-first">
        <ResultHead tone="green" icon="check" title={success.title} />
        {!payment && <p className="pub-centre">{success.onPage}</p>}
      </div>
      {payment && <PaidSummary payment={payment} app={app} />}
    </>
  );
}

/** The address names a payment that is not paid: nobody may show this page as proof. */
function NotPaid({ payment }: { payment: PublicPayment }) {
  const words = useWords();
  return (
    <div className="pub-card pub-card-first">
      <ResultHead tone="blue" icon="bank" title={unpaidTitle(payment, words)} />
      {payment.inProgress && <p className="pub-centre">{words.verify.confirming}</p>}
      <a className="pub-button pub-button-second" href={ROUTES.payment(payment.paymentId)}>
        {words.openPayment}
      </a>
    </div>
  );
}
