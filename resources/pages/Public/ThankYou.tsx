import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PublicPage } from '../../components/public/PublicPage';
import { PaidSummary } from '../../components/public/PaidSummary';
import { ResultHead } from '../../components/public/ResultHead';

export default function ThankYou({ payment, app }: PageProps['Public/ThankYou'] & SharedProps) {
  const paid = payment?.status === 'completed' ? payment : null;
  return (
    <PublicPage app={app} title="Thank you">
      <div className="pub-card pub-card-first">
        <ResultHead tone="green" icon="check" title="Thank you" />
        <p className="pub-centre">
          {paid ? `${app.companyName} has received your payment.` : `Thank you for choosing ${app.companyName}.`}
        </p>
      </div>
      {paid && <PaidSummary payment={paid} app={app} />}
      <a className="pub-button pub-button-second" href={ROUTES.dashboard}>
        Return to Dashboard
      </a>
    </PublicPage>
  );
}
