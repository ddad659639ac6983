import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PhoneLink } from '../../components/public/Contact';
import { rupees } from '../../components/public/format';
import { NextSteps } from '../../components/public/NextSteps';
import { PaymentDetails } from '../../components/public/PaymentDetails';
import { PaymentStatusBanner } from '../../components/public/PaymentStatusBanner';
import { PayPanel } from '../../components/public/PayPanel';
import { PaySummary } from '../../components/public/PaySummary';
import { PublicPage } from '../../components/public/PublicPage';
import { ReceiptLink } from '../../components/public/ReceiptLink';
import { RefreshControls } from '../../components/public/RefreshControls';
import { Refunds } from '../../components/public/Refunds';
import { Say } from '../../components/public/Say';
import { StatusBanner } from '../../components/public/StatusBanner';
import { TokenNumber } from '../../components/public/TokenNumber';
import { UpgradeHistory } from '../../components/public/UpgradeHistory';
import { UpgradeOffer } from '../../components/public/UpgradeOffer';
import { useLanguage, useWords } from '../../components/public/use-words';
import { isOpen, paymentConfig } from '../../components/public/words';

export default function Upgrade(props: PageProps['Public/Upgrade'] & SharedProps) {
  const { payment, upgrade, app } = props;
  const words = useWords();
  const title = `${words.upgradeTo(words.tiers[upgrade.to])} ${rupees(payment.amount)}`;
  const config = paymentConfig(payment, props.refreshSeconds, words, useLanguage());
  const label = words.payment.payNow(rupees(payment.amount));
  const isInReview = upgrade.outcome === 'in-review';
  return (
    <PublicPage app={app} title={title} script={{ payment: config }} hasBar={payment.canPay && !payment.payAgainHeld}>
      <div className="pub-card pub-card-first">
        <PaySummary payment={payment} companyName={app.companyName} />
        {isInReview ? <InReview app={app} /> : <PaymentStatusBanner payment={payment} app={app} />}
        {upgrade.outcome === 'upgraded' && <TokenNumber number={payment.tokenNumber} />}
        <ReceiptLink payment={payment} />
        <UpgradeOffer upgrade={upgrade} payment={payment} />
        {payment.canPay ? (
          <PayPanel payment={payment} formToken={props.formToken} notice={props.notice} label={label} />
        ) : (
          props.notice && (
            <div className="pub-alert pub-alert-calm" role="alert">
              <p>{props.notice}</p>
            </div>
          )
        )}
        {isOpen(payment) && (
          <RefreshControls
            href={ROUTES.upgrade(payment.paymentId)}
            everySeconds={config.refreshSeconds}
            hasClock={!payment.unclear}
          />
        )}
      </div>
      <Refunds refunds={payment.refunds} />
      {!isInReview && <NextSteps payment={payment} app={app} />}
      <UpgradeHistory history={upgrade.history} />
      <PaymentDetails payment={payment} />
    </PublicPage>
  );
}

function InReview({ app }: Pick<SharedProps, 'app'>) {
  const words = useWords();
  return (
    <StatusBanner tone="amber" icon="question" title={words.upgrade.inReviewTitle}>
      <p>{words.upgrade.inReview}</p>
      <p>
        <Say parts={words.callQuestions(<PhoneLink app={app} />)} />
      </p>
    </StatusBanner>
  );
}
