import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { MailLink, PhoneLink } from '../../components/public/contact';
import { PublicPage } from '../../components/public/public-page';
import { ResultHead } from '../../components/public/result-head';
import { Say } from '../../components/public/say';
import { useWords } from '../../components/public/use-words';

/** The one page that is there without a network. It stands under the address that was wanted, so a reload is the retry. */
export default function Offline({ app }: PageProps['Public/Offline'] & SharedProps) {
  const { offline } = useWords();
  return (
    <PublicPage app={app} title={offline.title} hasSwitch={false}>
      <div className="pub-card pub-card-first">
        <ResultHead tone="amber" icon="question" title={offline.title} />
        <p className="pub-centre">{offline.cannotReach(app.name)}</p>
        <button type="button" className="pub-button pub-button-pay" data-retry="">
          {offline.retry}
        </button>
        <p className="pub-centre" data-waiting="" hidden>
          {offline.waiting} <strong data-waiting-count="" />
        </p>
        <a href={ROUTES.customerForm} className="pub-button pub-button-second" data-sell="" hidden>
          {offline.newSale}
        </a>
        <h2>{offline.goodToKnow}</h2>
        <ul className="pub-steps">
          <li>{offline.onItsWay}</li>
          <li>{offline.goOn}</li>
          <li>
            <Say parts={offline.ifLasts(<PhoneLink app={app} />, <MailLink app={app} />)} />
          </li>
        </ul>
      </div>
    </PublicPage>
  );
}
