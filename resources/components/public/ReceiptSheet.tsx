import type { PublicReceipt } from '../../../src/contracts/after-payment';
import type { SharedProps } from '../../../src/contracts/pages';
import { Fact } from './Fact';
import { rupees } from './format';
import { RefundList } from './Refunds';
import { When } from './When';

/** What is printed. */
export function ReceiptSheet({ receipt, app }: { receipt: PublicReceipt; app: SharedProps['app'] }) {
  return (
    <article className="pub-card pub-card-first pub-sheet" aria-labelledby="pub-receipt-title">
      <div>
        <h1 id="pub-receipt-title">
          Receipt <span className="pub-nowrap">{receipt.number}</span>
        </h1>
        <p className="pub-muted">
          Issued by {app.companyName} on <When at={receipt.issuedAt} />
        </p>
      </div>
      <div>
        <p className="pub-muted">Amount received</p>
        <p className="pub-amount">{rupees(receipt.amount)}</p>
        <p className="pub-words">{receipt.amountInWords}</p>
      </div>
      <ReceiptFacts receipt={receipt} />
      {receipt.refunds.length > 0 && (
        <section className="pub-sheet-part" aria-labelledby="pub-refunds-title">
          <h2 id="pub-refunds-title">Refunds</h2>
          <RefundList refunds={receipt.refunds} />
        </section>
      )}
    </article>
  );
}

function ReceiptFacts({ receipt }: { receipt: PublicReceipt }) {
  return (
    <dl className="pub-facts">
      <Fact name="For">{receipt.purchase}</Fact>
      <Fact name="Token number">
        <span className="pub-mono">{receipt.tokenNumber}</span>
      </Fact>
      {receipt.originalTokenNumber && (
        <Fact name="Upgrades token">
          <span className="pub-mono">{receipt.originalTokenNumber}</span>
        </Fact>
      )}
      <Fact name="Received from">
        {receipt.customer.name}
        <span className="pub-muted pub-block">{receipt.customer.email}</span>
      </Fact>
      <Fact name="Paid on">
        <When at={receipt.paidAt} />
      </Fact>
      <Fact name="Paid by">{receipt.paymentMode}</Fact>
      {receipt.bankReferenceEnd && (
        <Fact name="Bank reference">
          ends in <span className="pub-mono">{receipt.bankReferenceEnd}</span>
        </Fact>
      )}
      {receipt.refundedAmount > 0 && (
        <Fact name="Refunded">
          <strong className="pub-figure">{rupees(receipt.refundedAmount)}</strong>
        </Fact>
      )}
      <Fact name="Reference" wide>
        <span className="pub-mono pub-reference-text">{receipt.paymentId}</span>
      </Fact>
    </dl>
  );
}
