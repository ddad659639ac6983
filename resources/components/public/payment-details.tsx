import type { PublicPayment } from '../../../src/contracts/payments';
import { MailAddress } from '../ui/mail-address';
import { CopyButton } from './copy-button';
import { Fact } from './fact';
import { rupees } from './format';
import { tiersOf } from './payment-words';
import { StatusBadge } from './status-badge';
import { TokenCode } from './token-code';
import { useWords } from './use-words';
import { isGivenBack, isOpen } from './words';
import { When } from './when';

export function PaymentDetails({ payment }: { payment: PublicPayment }) {
  const { customer } = payment;
  const words = useWords();
  const { facts } = words;
  return (
    <section className="pub-card" aria-labelledby="pub-details-title">
      <h2 id="pub-details-title">{words.payment.title}</h2>
      <dl className="pub-facts">
        <Fact name={facts.token}>{tiersOf(payment, words)}</Fact>
        {payment.status === 'pending' && !payment.returning && (
          <Fact name={facts.status}>
            <StatusBadge status={payment.status} />
          </Fact>
        )}
        {payment.originalTokenNumber && (
          <Fact name={facts.upgradesToken}>
            <span className="pub-mono">{payment.originalTokenNumber}</span>
          </Fact>
        )}
        {isOpen(payment) && !payment.returning && <Fact name={facts.tokenNumber}>{facts.notIssued}</Fact>}
        {isGivenBack(payment) && (
          <Fact name={facts.tokenNumber}>
            <TokenCode number={payment.tokenNumber} isVoid={payment.tokenVoid} />
          </Fact>
        )}
        {payment.refundedAmount > 0 && (
          <Fact name={facts.refunded}>
            <span className="pub-figure">{rupees(payment.refundedAmount)}</span>
          </Fact>
        )}
        {payment.pendingRefundAmount > 0 && (
          <Fact name={facts.refundPending}>
            <span className="pub-figure">{rupees(payment.pendingRefundAmount)}</span>
          </Fact>
        )}
        <Fact name={facts.for}>
          {customer.name}
          <span className="pub-muted pub-block">
            <MailAddress address={customer.email} />
          </span>
          {customer.phone && <span className="pub-muted pub-block">{customer.phone}</span>}
        </Fact>
        <Fact name={facts.created}>
          <When at={payment.createdAt} />
        </Fact>
        {isOpen(payment) && !payment.returning && (
          <Fact name={facts.validUntil}>
            <When at={payment.paymentLinkExpiresAt} />
          </Fact>
        )}
        <Fact name={facts.reference} wide>
          <span className="pub-reference">
            <span className="pub-mono pub-reference-text">{payment.paymentId}</span>
            <CopyButton text={payment.paymentId} label={words.copyReference} />
          </span>
        </Fact>
      </dl>
    </section>
  );
}
