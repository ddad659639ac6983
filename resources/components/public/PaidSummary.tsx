import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { ROUTES } from '../../../src/contracts/routes';
import { Fact } from './Fact';
import { rupees } from './format';
import { AfterPaying } from './NextSteps';
import { ReceiptLink } from './ReceiptLink';
import { Refunds } from './Refunds';
import { TokenNumber } from './TokenNumber';
import { When } from './When';

/** What a paid payment comes to, on the pages after it. */
export function PaidSummary({ payment, app }: { payment: PublicPayment; app: SharedProps['app'] }) {
  return (
    <>
      <section className="pub-card" aria-label="Your payment">
        <TokenNumber number={payment.tokenNumber} />
        <dl className="pub-facts">
          <Fact name="Amount">
            <strong className="pub-figure">{rupees(payment.amount)}</strong>
            <span className="pub-muted pub-block">{payment.amountInWords}</span>
          </Fact>
          <Fact name="Token">{payment.tokenLabel}</Fact>
          <Fact name="Paid to">{app.companyName}</Fact>
          {payment.paidAt && (
            <Fact name="Paid on">
              <When at={payment.paidAt} />
            </Fact>
          )}
        </dl>
        <ReceiptLink payment={payment} />
      </section>
      <Refunds refunds={payment.refunds} />
      <section className="pub-card" aria-labelledby="pub-next-title">
        <h2 id="pub-next-title">What happens next</h2>
        <AfterPaying email={payment.customer.email} app={app} />
        <p>
          <a className="pub-link pub-link-block" href={ROUTES.payment(payment.paymentId)}>
            Open the payment page
          </a>
        </p>
      </section>
    </>
  );
}
