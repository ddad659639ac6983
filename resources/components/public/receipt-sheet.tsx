import type { PublicReceipt } from '../../../src/contracts/after-payment';
import type { SharedProps } from '../../../src/contracts/pages';
import { MailAddress } from '../ui/mail-address';
import { Fact } from './fact';
import { rupees } from './format';
import { inWords, purchaseOf } from './payment-words';
import { RefundList } from './refunds';
import { Say } from './say';
import { TokenCode } from './token-code';
import { useWords } from './use-words';
import { When } from './when';

/** What is printed. */
export function ReceiptSheet({ receipt, app }: { receipt: PublicReceipt; app: SharedProps['app'] }) {
  const words = useWords();
  const texts = words.receipt;
  return (
    <article className="pub-card pub-card-first pub-sheet" aria-labelledby="pub-receipt-title">
      <div>
        <h1 id="pub-receipt-title">
          <Say parts={texts.title(<span className="pub-nowrap">{receipt.number}</span>)} />
        </h1>
        <p className="pub-muted">
          <Say parts={texts.issued(app.companyName, <When at={receipt.issuedAt} />)} />
        </p>
      </div>
      <div>
        <p className="pub-muted">{texts.received}</p>
        <p className="pub-amount">{rupees(receipt.amount)}</p>
        <p className="pub-words">{inWords(receipt.amount, words)}</p>
      </div>
      <ReceiptFacts receipt={receipt} />
      {receipt.refunds.length > 0 && (
        <section className="pub-sheet-part" aria-labelledby="pub-refunds-title">
          <h2 id="pub-refunds-title">{words.refunds.title(2)}</h2>
          <RefundList refunds={receipt.refunds} />
        </section>
      )}
    </article>
  );
}

function ReceiptFacts({ receipt }: { receipt: PublicReceipt }) {
  const words = useWords();
  const { facts } = words;
  return (
    <dl className="pub-facts">
      <Fact name={facts.forWhat}>{purchaseOf(receipt, words)}</Fact>
      <Fact name={facts.tokenNumber}>
        <TokenCode number={receipt.tokenNumber} isVoid={receipt.tokenVoid} />
      </Fact>
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
