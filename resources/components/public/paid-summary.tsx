import { tierName } from '../../../src/contracts/words/tier-name';
import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { ROUTES } from '../../../src/contracts/routes';
import { Fact } from './fact';
import { rupees } from './format';
import { NextSteps } from './next-steps';
import { inWords } from './payment-words';
import { ReceiptLink } from './receipt-link';
import { Refunds } from './refunds';
import { TokenCode } from './token-code';
import { TokenNumber } from './token-number';
import { useWords } from './use-words';
import { When } from './when';
import { isGivenBack } from './words';

/** What a paid payment comes to, on the pages after it. */
export function PaidSummary({ payment, app }: { payment: PublicPayment; app: SharedProps['app'] }) {
  const words = useWords();
  const { facts } = words;
  return (
    <>
      <section className="pub-card" aria-label={words.success.yourPayment}>
        {!isGivenBack(payment) && (
          <TokenNumber
            number={payment.tokenNumber}
            type={payment.tokenType}
            label={payment.tokenLabel}
            companyName={app.companyName}
            paidAt={payment.paidAt}
            replacedBy={payment.replacedBy}
          />
        )}
        <dl className="pub-facts">
          <Fact name={facts.amount}>
            <strong className="pub-figure">{rupees(payment.amount)}</strong>
            <span className="pub-muted pub-block">{inWords(payment.amount, words)}</span>
          </Fact>
          <Fact name={facts.token}>{tierName(words, payment.tokenType, payment.tokenLabel)}</Fact>
          {isGivenBack(payment) && (
            <Fact name={facts.tokenNumber}>
              <TokenCode number={payment.tokenNumber} isVoid={payment.tokenVoid} />
            </Fact>
          )}
          <Fact name={facts.paidTo}>{app.companyName}</Fact>
          {payment.paidAt && (
            <Fact name={facts.paidOn}>
              <When at={payment.paidAt} />
            </Fact>
          )}
        </dl>
        <ReceiptLink payment={payment} />
      </section>
      <Refunds refunds={payment.refunds} tokenVoid={payment.tokenVoid} />
      <NextSteps payment={payment} app={app} />
      <a className="pub-link pub-link-block" href={ROUTES.payment(payment.paymentId)}>
        {words.openPayment}
      </a>
    </>
  );
}
