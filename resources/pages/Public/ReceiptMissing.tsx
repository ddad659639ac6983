import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PublicPage } from '../../components/public/PublicPage';
import { ResultHead } from '../../components/public/ResultHead';

export default function ReceiptMissing({ paymentId, app }: PageProps['Public/ReceiptMissing'] & SharedProps) {
  return (
    <PublicPage app={app} title={MESSAGES.receipt.notYet}>
      <div className="pub-card pub-card-first">
        <ResultHead tone="amber" icon="clock" title={MESSAGES.receipt.notYet} />
        <p className="pub-centre">It is made as soon as the payment is complete, and stands here then.</p>
        <a className="pub-button pub-button-pay" href={ROUTES.payment(paymentId)}>
          Open the payment page
        </a>
      </div>
    </PublicPage>
  );
}
