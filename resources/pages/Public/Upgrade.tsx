import { tierName } from '../../../src/contracts/words/tier-name';
import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { AlreadyPaid } from '../../components/public/already-paid';
import { PhoneLink } from '../../components/public/contact';
import { rupees } from '../../components/public/format';
import { NextSteps } from '../../components/public/next-steps';
import { PaymentDetails } from '../../components/public/payment-details';
import { PaymentStatusBanner } from '../../components/public/payment-status-banner';
import { PayPanel } from '../../components/public/pay-panel';
import { PaySummary } from '../../components/public/pay-summary';
import { PublicPage } from '../../components/public/public-page';
import { ReceiptLink } from '../../components/public/receipt-link';
import { RefreshControls } from '../../components/public/refresh-controls';
import { ReturnedMoney } from '../../components/public/returned-money';
import { Refunds } from '../../components/public/refunds';
import { Say } from '../../components/public/say';
import { StatusBanner } from '../../components/public/status-banner';
import { TermsBox } from '../../components/public/terms-box';
import { TokenNumber } from '../../components/public/token-number';
import { UpgradeHistory } from '../../components/public/upgrade-history';
import { UpgradeOffer } from '../../components/public/upgrade-offer';
import { useLanguage, useWords } from '../../components/public/use-words';
import { isGivenBack, isNew, isOpen, paymentConfig } from '../../components/public/words';

export default function Upgrade(props: PageProps['Public/Upgrade'] & SharedProps) {
  const { payment, upgrade, app } = props;
  const words = useWords();
  const isToken = upgrade.outcome === 'none';
  const subject = isToken
    ? words.tokenOf(tierName(words, payment.tokenType, payment.tokenLabel))
    : words.upgradeTo(tierName(words, upgrade.to, upgrade.toLabel));
  const title = `${subject} ${rupees(payment.amount)}`;
  const config = paymentConfig(payment, props.refreshSeconds, words, useLanguage());
  const label = words.payment.payNow(rupees(payment.amount));
  const hasToken = !isGivenBack(payment) && (isToken ? payment.status === 'completed' : upgrade.outcome === 'upgraded');
  const refresh = (
    <RefreshControls
      href={ROUTES.upgrade(payment.paymentId)}
      everySeconds={config.refreshSeconds}
      hasClock={!payment.unclear}
    />
  );
  return (
    <PublicPage
      app={app}
      title={title}
      script={isToken ? {} : { payment: config }}
      hasBar={payment.canPay && !payment.payAgainHeld && !isToken}
    >
      <div className="pub-card pub-card-first">
        {hasToken && isToken && (
          <TokenNumber
            number={upgrade.currentTokenNumber}
            type={upgrade.currentTokenType}
            label={upgrade.currentTokenLabel}
            companyName={app.companyName}
            paidAt={upgrade.currentTokenPaidAt}
          />
        )}
        {hasToken && !isToken && (
          <TokenNumber
            number={payment.tokenNumber}
            type={upgrade.to}
            label={upgrade.toLabel}
            companyName={app.companyName}
            paidAt={payment.paidAt}
          />
        )}
        <PaySummary payment={payment} companyName={app.companyName} hasMedal={!hasToken} />
        {upgrade.returning.map((returning) => (
          <ReturnedMoney key={returning.takenAt} returning={returning} app={app} />
        ))}
        {isToken && !isGivenBack(payment) ? (
          <NoUpgrade payment={payment} upgrade={upgrade} app={app} />
        ) : (
          <PaymentStatusBanner payment={payment} app={app} />
        )}
        {!payment.returning && <ReceiptLink payment={payment} />}
        {!isToken && !payment.returning && <UpgradeOffer upgrade={upgrade} payment={payment} />}
        {payment.canPay && !isToken && <TermsBox payment={payment} error={props.termsError} />}
        {payment.canPay && !isToken ? (
          <PayPanel payment={payment} formToken={props.formToken} notice={props.notice} label={label} />
        ) : (
          props.notice && (
            <div className="pub-alert pub-alert-calm" role="alert">
              <p>{props.notice}</p>
            </div>
          )
        )}
        {isOpen(payment) && !payment.returning && !isToken && !isNew(payment) && refresh}
      </div>
      {isNew(payment) && !isToken && <AlreadyPaid>{refresh}</AlreadyPaid>}
      <Refunds refunds={payment.refunds} tokenVoid={payment.tokenVoid} />
      {!isToken && <NextSteps payment={payment} app={app} />}
      <UpgradeHistory history={upgrade.history} />
      <PaymentDetails payment={payment} />
    </PublicPage>
  );
}

/** The address names the token itself: it was upgraded, or can be by nothing that is open. */
function NoUpgrade({
  payment,
  upgrade,
  app,
}: Pick<PageProps['Public/Upgrade'] & SharedProps, 'payment' | 'upgrade' | 'app'>) {
  const words = useWords();
  if (upgrade.currentTokenNumber !== payment.tokenNumber) {
    const tier = tierName(words, upgrade.currentTokenType, upgrade.currentTokenLabel);
    return (
      <StatusBanner tone="green" icon="check" title={words.upgrade.upgradedTitle(tier)}>
        <p>{words.upgrade.upgraded(payment.tokenNumber)}</p>
      </StatusBanner>
    );
  }
  return (
    <StatusBanner tone="grey" icon="question" title={words.upgrade.noneTitle}>
      <p>{words.upgrade.none}</p>
      <p>
        <Say parts={words.callQuestions(<PhoneLink app={app} />)} />
      </p>
    </StatusBanner>
  );
}
