import { tierName } from '../../../src/contracts/words/tier-name';
import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { AlreadyPaid } from '../../components/public/already-paid';
import { rupees } from '../../components/public/format';
import { NextSteps } from '../../components/public/next-steps';
import { PaymentDetails } from '../../components/public/payment-details';
import { PaymentHistoryService } from '../../components/public/payment-history';
import { PaymentStatusBanner } from '../../components/public/payment-status-banner';
import { PayPanel } from '../../components/public/pay-panel';
import { PaySummary } from '../../components/public/pay-summary';
import { PublicPage } from '../../components/public/public-page';
import { ReceiptLink } from '../../components/public/receipt-link';
import { RefreshControls } from '../../components/public/refresh-controls';
import { Refunds } from '../../components/public/refunds';
import { TermsBox } from '../../components/public/terms-box';
import { TokenNumber } from '../../components/public/token-number';
import { useLanguage, useWords } from '../../components/public/use-words';
import { isGivenBack, isNew, isOpen, paymentConfig } from '../../components/public/words';

export default function Payment(props: PageProps['Public/Payment'] & SharedProps) {
  const { payment, app } = props;
  const words = useWords();
  const title = `${words.tokenOf(tierName(words, payment.tokenType, payment.tokenLabel))} ${rupees(payment.amount)}`;
  const config = paymentConfig(payment, props.refreshSeconds, words, useLanguage());
  const hasToken = payment.status === 'completed' && !payment.returning && !isGivenBack(payment);
  const refresh = (
    <RefreshControls
      href={ROUTES.payment(payment.paymentId)}
      everySeconds={config.refreshSeconds}
      hasClock={!payment.unclear}
    />
  );
  return (
    <PublicPage app={app} title={title} script={{ payment: config }} hasBar={payment.canPay && !payment.payAgainHeld}>
      <div className="pub-card pub-card-first">
        {hasToken && (
          <TokenNumber
            number={payment.tokenNumber}
            type={payment.tokenType}
            label={payment.tokenLabel}
            companyName={app.companyName}
            paidAt={payment.paidAt}
            replacedBy={payment.replacedBy}
          />
        )}
        <PaySummary payment={payment} companyName={app.companyName} hasMedal={!hasToken} />
        <PaymentStatusBanner payment={payment} app={app} />
        {!payment.returning && <ReceiptLink payment={payment} />}
        {payment.canPay && <TermsBox payment={payment} error={props.termsError} />}
        {payment.canPay ? (
          <PayPanel payment={payment} formToken={props.formToken} notice={props.notice} />
        ) : (
          props.notice && (
            <div className={isOpen(payment) ? 'pub-alert' : 'pub-alert pub-alert-calm'} role="alert">
              <p>{props.notice}</p>
            </div>
          )
        )}
        {isOpen(payment) && !payment.returning && !isNew(payment) && refresh}
      </div>
      {isNew(payment) && <AlreadyPaid>{refresh}</AlreadyPaid>}
      <Refunds refunds={payment.refunds} tokenVoid={payment.tokenVoid} />
      <NextSteps payment={payment} app={app} />
      <PaymentDetails payment={payment} />
      <PaymentHistoryService history={payment.paymentHistory} />
    </PublicPage>
  );
}
