import type { PublicPayment } from '../../../src/contracts/payments';
import { tokenLabel } from '../../../src/domain/token-catalogue';
import { CopyButton } from './CopyButton';
import { Fact } from './Fact';
import { isOpen } from './words';
import { When } from './When';

export function PaymentDetails({ payment }: { payment: PublicPayment }) {
  const { customer } = payment;
  return (
    <section className="pub-card" aria-labelledby="pub-details-title">
      <h2 id="pub-details-title">Payment details</h2>
      <dl className="pub-facts">
        <Fact name="Token">{tokenText(payment)}</Fact>
        {payment.originalTokenNumber && (
          <Fact name="Upgrades token">
            <span className="pub-mono">{payment.originalTokenNumber}</span>
          </Fact>
        )}
        {isOpen(payment) && <Fact name="Token number">Issued when the payment is complete</Fact>}
        {payment.status === 'refunded' && (
          <Fact name="Token number">
            <span className="pub-mono">{payment.tokenNumber}</span>
          </Fact>
        )}
        <Fact name="For">
          {customer.name}
          <span className="pub-muted pub-block">{customer.email}</span>
          {customer.phone && <span className="pub-muted pub-block">{customer.phone}</span>}
        </Fact>
        <Fact name="Created">
          <When at={payment.createdAt} />
        </Fact>
        {isOpen(payment) && (
          <Fact name="Link valid until">
            <When at={payment.paymentLinkExpiresAt} />
          </Fact>
        )}
        <Fact name="Reference" wide>
          <span className="pub-reference">
            <span className="pub-mono pub-reference-text">{payment.paymentId}</span>
            <CopyButton text={payment.paymentId} what="reference" />
          </span>
        </Fact>
      </dl>
    </section>
  );
}

function tokenText(payment: PublicPayment): string {
  if (payment.upgradeFrom && payment.upgradeTo) {
    return `${tokenLabel(payment.upgradeFrom)} to ${tokenLabel(payment.upgradeTo)}`;
  }
  return payment.tokenLabel;
}
