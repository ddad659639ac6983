import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { PhoneLink, MailLink } from '../../components/public/contact';
import { Fact } from '../../components/public/fact';
import { PublicPage } from '../../components/public/public-page';
import { ResultHead } from '../../components/public/result-head';
import { Say } from '../../components/public/say';
import { useWords } from '../../components/public/use-words';

export default function PaymentMissing({ reference, app }: PageProps['Public/PaymentMissing'] & SharedProps) {
  const { missing, facts, whatToDo } = useWords();
  return (
    <PublicPage app={app} title={missing.title}>
      <div className="pub-card pub-card-first">
        <ResultHead tone="amber" icon="question" title={missing.title} />
        <p className="pub-centre">{missing.none}</p>
        {reference !== '' && (
          <dl className="pub-facts">
            <Fact name={facts.reference} wide>
              <span className="pub-mono pub-reference-text pub-block">{reference}</span>
            </Fact>
          </dl>
        )}
        <h2>{whatToDo}</h2>
        <ul className="pub-steps">
          <li>{missing.openAgain}</li>
          <li>{missing.askNew(app.companyName)}</li>
          <li>
            <Say parts={missing.ifPaid(<PhoneLink app={app} />, <MailLink app={app} />)} />
          </li>
        </ul>
      </div>
    </PublicPage>
  );
}
