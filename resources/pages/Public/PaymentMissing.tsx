import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { PhoneLink, MailLink } from '../../components/public/Contact';
import { Fact } from '../../components/public/Fact';
import { PublicPage } from '../../components/public/PublicPage';
import { ResultHead } from '../../components/public/ResultHead';

export default function PaymentMissing({ message, reference, app }: PageProps['Public/PaymentMissing'] & SharedProps) {
  return (
    <PublicPage app={app} title={message}>
      <div className="pub-card pub-card-first">
        <ResultHead tone="amber" icon="question" title={message} />
        <p className="pub-centre">We have no payment under this link. Nothing was charged.</p>
        {reference !== '' && (
          <dl className="pub-facts">
            <Fact name="Reference" wide>
              <span className="pub-mono pub-reference-text pub-block">{reference}</span>
            </Fact>
          </dl>
        )}
        <h2>What to do next</h2>
        <ul className="pub-steps">
          <li>Open the link in your message again: it may have been cut off when it was copied.</li>
          <li>Ask your sales contact at {app.companyName} for a new link.</li>
          <li>
            If you have already paid, call <PhoneLink app={app} /> or write to <MailLink app={app} /> with the amount
            and the date.
          </li>
        </ul>
      </div>
    </PublicPage>
  );
}
