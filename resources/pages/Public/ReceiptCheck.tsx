import type { ReceiptCheck as Check, ReceiptState } from '../../../src/contracts/after-payment';
import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { tierName } from '../../../src/contracts/words/tier-name';
import { MailLink, PhoneLink } from '../../components/public/contact';
import { Fact } from '../../components/public/fact';
import { rupees } from '../../components/public/format';
import { PublicPage } from '../../components/public/public-page';
import { ResultHead } from '../../components/public/result-head';
import { Say } from '../../components/public/say';
import type { Tone } from '../../components/public/status-banner';
import { TokenCode } from '../../components/public/token-code';
import { useWords } from '../../components/public/use-words';
import { When } from '../../components/public/when';

const TONES: Record<ReceiptState, Tone> = {
  valid: 'green',
  partRefunded: 'green',
  refunding: 'blue',
  refunded: 'grey',
  reversed: 'grey',
  upgraded: 'blue',
  void: 'red',
};

/** Behind the code on a receipt: whether we issued it, and how the payment stands. */
export default function ReceiptCheck({ check, app }: PageProps['Public/ReceiptCheck'] & SharedProps) {
  const { receiptCheck } = useWords();
  return (
    <PublicPage app={app} title={check ? receiptCheck.head : receiptCheck.unknownTitle}>
      {check ? <Genuine check={check} /> : <Unknown app={app} />}
    </PublicPage>
  );
}

function Genuine({ check }: { check: Check }) {
  const words = useWords();
  const { receiptCheck, facts } = words;
  const { receipt } = check;
  return (
    <div className="pub-card pub-card-first">
      <ResultHead tone="green" icon="check" title={receiptCheck.genuine} />
      <p className="pub-centre">{receiptCheck.issuedBy(receipt.issuer)}</p>
      <section className={`pub-status pub-tone-${TONES[check.state]}`} aria-labelledby="pub-now-title">
        <div className="pub-status-text">
          <h2 id="pub-now-title">{receiptCheck.now}</h2>
          <p>{receiptCheck.states[check.state]}</p>
        </div>
      </section>
      <dl className="pub-facts">
        <Fact name={facts.tokenNumber}>
          <TokenCode number={receipt.tokenNumber} isVoid={receipt.tokenVoid} />
        </Fact>
        {check.replacedBy && (
          <Fact name={receiptCheck.replacedBy}>
            <span className="pub-mono">{check.replacedBy}</span>
          </Fact>
        )}
        <Fact name={facts.token}>{tierName(words, receipt.tokenType, receipt.tokenLabel)}</Fact>
        <Fact name={facts.amount}>
          <strong className="pub-figure">{rupees(receipt.amount)}</strong>
        </Fact>
        <Fact name={facts.receivedFrom}>{check.customerName}</Fact>
        <Fact name={facts.paidOn}>
          <When at={receipt.paidAt} />
        </Fact>
        <Fact name={receiptCheck.receipt}>
          <span className="pub-mono">{receipt.number}</span>
        </Fact>
      </dl>
      <a className="pub-button pub-button-second" href={ROUTES.receipt(receipt.paymentId)}>
        {receiptCheck.open}
      </a>
    </div>
  );
}

/** Also for a payment that is not paid: there is no receipt of it, whatever somebody shows. */
function Unknown({ app }: Pick<SharedProps, 'app'>) {
  const { receiptCheck } = useWords();
  return (
    <div className="pub-card pub-card-first">
      <ResultHead tone="red" icon="cross" title={receiptCheck.unknownTitle} />
      <p className="pub-centre">{receiptCheck.unknown(app.companyName)}</p>
      <p className="pub-centre">{receiptCheck.scanAgain}</p>
      <p className="pub-centre">
        <Say parts={receiptCheck.ask(<PhoneLink app={app} />, <MailLink app={app} />)} />
      </p>
    </div>
  );
}
