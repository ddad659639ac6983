import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PublicPage } from '../../components/public/public-page';
import { PaidSummary } from '../../components/public/paid-summary';
import { RefundHead, refundTitle } from '../../components/public/refund-head';
import { ReturnedPage } from '../../components/public/returned-page';
import { ResultHead } from '../../components/public/result-head';
import { useWords } from '../../components/public/use-words';

export default function ThankYou({ payment, app }: PageProps['Public/ThankYou'] & SharedProps) {
  const words = useWords();
  const { thanks } = words;
  if (payment?.returning) return <ReturnedPage paymentId={payment.paymentId} returning={payment.returning} app={app} />;
  const refund = refundTitle(payment, words);
  const paid = refund !== null || payment?.status === 'completed' ? payment : null;
  return (
    <PublicPage app={app} title={refund ?? thanks.title}>
      {payment && refund ? (
        <RefundHead payment={payment} title={refund} />
      ) : (
        <div className="pub-card pub-card-first">
          <ResultHead tone="green" icon="check" title={thanks.title} />
          <p className="pub-centre">{paid ? thanks.received(app.companyName) : thanks.chosen(app.companyName)}</p>
        </div>
      )}
      {paid && <PaidSummary payment={paid} app={app} />}
      <a className="pub-button pub-button-second" href={ROUTES.dashboard}>
        {thanks.dashboard}
      </a>
    </PublicPage>
  );
}
