import type { PublicReturn } from '../../../src/contracts/after-payment';
import type { SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PublicPage } from './public-page';
import { ResultHead } from './result-head';
import { returnTitle, ReturnedMoneyText } from './returned-money';
import { useWords } from './use-words';

interface Props {
  paymentId: string;
  returning: PublicReturn;
  app: SharedProps['app'];
}

/** In place of a result page: the bank took the money, but it could not be used. */
export function ReturnedPage({ paymentId, returning, app }: Props) {
  const words = useWords();
  const title = returnTitle(returning, words.returning);
  return (
    <PublicPage app={app} title={title}>
      <div className="pub-card pub-card-first">
        <ResultHead tone={returning.state === 'returned' ? 'grey' : 'amber'} icon="back" title={title} />
        <ReturnedMoneyText returning={returning} app={app} />
        <a className="pub-button pub-button-second" href={ROUTES.payment(paymentId)}>
          {words.openPayment}
        </a>
      </div>
    </PublicPage>
  );
}
