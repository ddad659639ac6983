import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PhoneLink } from '../../components/public/Contact';
import { PublicPage } from '../../components/public/PublicPage';
import { ResultHead } from '../../components/public/ResultHead';

export default function Cancel({ paymentId, app }: PageProps['Public/Cancel'] & SharedProps) {
  return (
    <PublicPage app={app} title="Payment Cancelled">
      <div className="pub-card pub-card-first">
        <ResultHead tone="grey" icon="cross" title="Payment Cancelled" />
        <p className="pub-centre">You left the bank’s page before the payment was complete.</p>
        <p className="pub-centre">
          You can try again while your link is valid. If money has left your account, call <PhoneLink app={app} />{' '}
          first.
        </p>
        {paymentId ? (
          <a className="pub-button pub-button-pay" href={ROUTES.payment(paymentId)} data-back="">
            Try Again
          </a>
        ) : (
          <>
            <button type="button" className="pub-button pub-button-pay js-only" data-back="">
              Try Again
            </button>
            <p className="pub-centre pub-muted">You can also open the payment link you were sent.</p>
          </>
        )}
      </div>
    </PublicPage>
  );
}
