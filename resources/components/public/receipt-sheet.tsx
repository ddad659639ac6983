import type { PublicReceipt } from '../../../src/contracts/after-payment';
import type { PageProps } from '../../../src/contracts/pages';
import { receiptCheckPath } from '../../../src/contracts/receipt-check';
import { MailAddress } from '../ui/mail-address';
import { Fact } from './fact';
import { rupees } from './format';
import { tierName } from '../../../src/contracts/words/tier-name';
import { inWords, purchaseOf } from './payment-words';
import { ReceiptTermsFact } from './receipt-terms-fact';
import { RefundList } from './refunds';
import { Say } from './say';
import { TokenMedal } from './token-medal';
import { useWords } from './use-words';
import { When } from './when';

type Props = Pick<PageProps['Public/Receipt'], 'receipt' | 'qr'>;

/** What is printed; the frame around it has the company's logo, address and contact. */
export function ReceiptSheet({ receipt, qr }: Props) {
  const words = useWords();
  const texts = words.receipt;
  return (
    <article className="pub-card pub-card-first pub-sheet" aria-labelledby="pub-receipt-title">
      <div>
        <h1 id="pub-receipt-title">
          <Say parts={texts.title(<span className="pub-nowrap">{receipt.number}</span>)} />
        </h1>
        <p className="pub-muted">
          <Say parts={texts.issued(receipt.issuer, <When at={receipt.issuedAt} />)} />
        </p>
      </div>
      <ReceiptToken receipt={receipt} />
      <div className="pub-sheet-sum">
        <div>
          <p className="pub-muted">{texts.received}</p>
          <p className="pub-amount">{rupees(receipt.amount)}</p>
          <p className="pub-words">{inWords(receipt.amount, words)}</p>
        </div>
        <div className="pub-sheet-check">
          <svg className="pub-qr" viewBox={`0 0 ${qr.side} ${qr.side}`} width="120" height="120" aria-hidden="true">
            <path d={qr.path} shapeRendering="crispEdges" />
          </svg>
          <div>
            <p className="pub-muted pub-small">{texts.scan}</p>
            <a className="pub-link pub-link-block" href={receiptCheckPath(receipt.paymentId)}>
              {texts.check}
            </a>
          </div>
        </div>
      </div>
      <ReceiptFacts receipt={receipt} />
      {receipt.refunds.length > 0 && (
        <section className="pub-sheet-part" aria-labelledby="pub-refunds-title">
          <h2 id="pub-refunds-title">{words.refunds.title(2)}</h2>
          <RefundList refunds={receipt.refunds} tokenVoid={receipt.tokenVoid} />
        </section>
      )}
      <p className="pub-muted pub-small">{texts.noSignature}</p>
    </article>
  );
}

/** What the customer holds, and what it is. */
function ReceiptToken({ receipt }: { receipt: PublicReceipt }) {
  const words = useWords();
  const { about, aboutUpgrade } = words.receipt;
  const token = words.tokenOf(tierName(words, receipt.tokenType, receipt.tokenLabel));
  return (
    <div className="pub-hero">
      <TokenMedal type={receipt.tokenType} />
      <div>
        <p className="pub-token-label">{words.facts.tokenNumber}</p>
        <p className="pub-token-number">
          {receipt.tokenVoid || receipt.replacedBy ? <s>{receipt.tokenNumber}</s> : receipt.tokenNumber}
        </p>
        {receipt.tokenVoid ? (
          <span className="pub-badge pub-tone-grey pub-void">{words.facts.void}</span>
        ) : (
          <p className="pub-small">
            {receipt.replacedBy
              ? words.replacedBy(receipt.replacedBy)
              : (receipt.originalTokenNumber ? aboutUpgrade : about)(token, receipt.issuer)}
          </p>
        )}
      </div>
    </div>
  );
}

function ReceiptFacts({ receipt }: { receipt: PublicReceipt }) {
  const words = useWords();
  const { facts } = words;
  return (
    <dl className="pub-facts">
      <Fact name={facts.forWhat}>{purchaseOf(receipt, words)}</Fact>
      {receipt.originalTokenNumber && (
        <Fact name={facts.upgradesToken}>
          <span className="pub-mono">{receipt.originalTokenNumber}</span>
        </Fact>
      )}
      <Fact name={facts.receivedFrom}>
        {receipt.customer.name}
        <span className="pub-muted pub-block">
          <MailAddress address={receipt.customer.email} />
        </span>
      </Fact>
      <Fact name={facts.paidOn}>
        <When at={receipt.paidAt} />
      </Fact>
      <Fact name={facts.paidBy}>{words.receipt.modes[receipt.paymentModeKind]}</Fact>
      {receipt.bankReferenceEnd && (
        <Fact name={facts.bankReference}>
          <Say parts={words.receipt.endsIn(<span className="pub-mono">{receipt.bankReferenceEnd}</span>)} />
        </Fact>
      )}
      {receipt.terms && <ReceiptTermsFact terms={receipt.terms} />}
      {receipt.refundedAmount > 0 && (
        <Fact name={facts.refunded}>
          <strong className="pub-figure">{rupees(receipt.refundedAmount)}</strong>
        </Fact>
      )}
      {receipt.pendingRefundAmount > 0 && (
        <Fact name={facts.refundPending}>
          <strong className="pub-figure">{rupees(receipt.pendingRefundAmount)}</strong>
        </Fact>
      )}
      <Fact name={facts.reference} wide>
        <span className="pub-mono pub-reference-text">{receipt.paymentId}</span>
      </Fact>
    </dl>
  );
}
