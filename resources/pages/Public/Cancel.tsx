import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PhoneLink } from '../../components/public/contact';
import { PublicPage } from '../../components/public/public-page';
import { ReturnedPage } from '../../components/public/returned-page';
import { ResultHead } from '../../components/public/result-head';
import { Say } from '../../components/public/say';
import { useWords } from '../../components/public/use-words';

export default function Cancel({ paymentId, returning, app }: PageProps['Public/Cancel'] & SharedProps) {
  const { cancel } = useWords();
  if (paymentId && returning) return <ReturnedPage paymentId={paymentId} returning={returning} app={app} />;
  return (
    <PublicPage app={app} title={cancel.title}>
      <div className="pub-card pub-card-first">
        <ResultHead tone="grey" icon="cross" title={cancel.title} />
        <p className="pub-centre">{cancel.left}</p>
        <p className="pub-centre">
          <Say parts={cancel.tryLater(<PhoneLink app={app} />)} />
        </p>
        {paymentId ? (
          <a className="pub-button pub-button-pay" href={ROUTES.payment(paymentId)} data-back="">
            {cancel.again}
          </a>
        ) : (
          <>
            <button type="button" className="pub-button pub-button-pay js-only" data-back="">
              {cancel.again}
            </button>
            <p className="pub-centre pub-muted">{cancel.orLink}</p>
          </>
        )}
      </div>
    </PublicPage>
  );
}
