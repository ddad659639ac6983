import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PublicPage } from '../../components/public/public-page';
import { ReturnedPage } from '../../components/public/returned-page';
import { ResultHead } from '../../components/public/result-head';
import { useWords } from '../../components/public/use-words';

export default function ReceiptMissing({
  paymentId,
  returning,
  app,
}: PageProps['Public/ReceiptMissing'] & SharedProps) {
  const { receipt, openPayment } = useWords();
  if (returning) return <ReturnedPage paymentId={paymentId} returning={returning} app={app} />;
  return (
    <PublicPage app={app} title={receipt.notYet}>
      <div className="pub-card pub-card-first">
        <ResultHead tone="amber" icon="clock" title={receipt.notYet} />
        <p className="pub-centre">{receipt.madeLater}</p>
        <a className="pub-button pub-button-pay" href={ROUTES.payment(paymentId)}>
          {openPayment}
        </a>
      </div>
    </PublicPage>
  );
}
