import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { PhoneLink } from './contact';
import { Fact } from './fact';
import { FailureText } from './failure-text';
import { rupees } from './format';
import { onHoldText, statusOf } from './payment-words';
import { refundedText, refundTitle } from './refund-head';
import { ReturnedMoney } from './returned-money';
import { Say } from './say';
import { StatusBanner } from './status-banner';
import { UnclearAdvice } from './unclear-advice';
import { UnclearFacts } from './unclear-facts';
import { useWords } from './use-words';
import { isExpired, isGivenBack, isNew, isOpen, reversedAmount, withdrawal } from './words';
import { When } from './when';

interface Props {
  payment: PublicPayment;
  app: SharedProps['app'];
}

/** What is true now and what to do next, one variant per state. */
export function PaymentStatusBanner({ payment, app }: Props) {
  if (payment.returning) return <ReturnedMoney returning={payment.returning} app={app} />;
  if (payment.moneyWaits) return <MoneyWaits app={app} payment={payment} />;
  if (payment.onHold && isOpen(payment)) return <OnHold app={app} payment={payment} />;
  if (isExpired(payment)) return <Expired payment={payment} app={app} />;
  switch (payment.status) {
    case 'completed':
      return payment.pendingRefundAmount > 0 ? <Refunding payment={payment} /> : <Completed payment={payment} />;
    case 'refunded':
      return <Refunded payment={payment} app={app} />;
    case 'initiated':
      return <Initiated payment={payment} app={app} />;
    case 'failed':
      return <Unpaid payment={payment} app={app} tone="red" />;
    case 'cancelled':
      return <Unpaid payment={payment} app={app} tone="grey" />;
    default:
      return isNew(payment) ? <PayTerms payment={payment} /> : <Pending payment={payment} app={app} />;
  }
}

/** The bank has taken money that completed nothing: whether it is made use of or given back is decided before anybody pays again. */
function MoneyWaits({ app, payment }: Props) {
  const words = useWords();
  const { state } = words;
  return (
    <StatusBanner tone="amber" icon="clock" title={state.moneyWaitsTitle}>
      <p>{payment.paymentType === 'upgrade' ? state.upgradeMoneyWaits : state.moneyWaits}</p>
      <p>
        <Say parts={words.callQuestions(<PhoneLink app={app} />)} />
      </p>
    </StatusBanner>
  );
}

/** The payment of the token below this upgrade is in doubt at the bank. */
function OnHold({ app, payment }: Props) {
  const words = useWords();
  return (
    <StatusBanner tone="amber" icon="clock" title={words.upgrade.onHoldTitle}>
      <p>{onHoldText(payment, words)}</p>
      <p>
        <Say parts={words.callQuestions(<PhoneLink app={app} />)} />
      </p>
    </StatusBanner>
  );
}

function Completed({ payment }: { payment: PublicPayment }) {
  const words = useWords();
  return (
    <StatusBanner tone="green" icon="check" title={statusOf(payment.status, words)}>
      {payment.paidAt && (
        <p>
          <Say parts={words.state.paidOn(<When at={payment.paidAt} />)} />
        </p>
      )}
      {payment.refundedAmount > 0 && <p>{words.state.partRefunded(rupees(payment.refundedAmount))}</p>}
    </StatusBanner>
  );
}

/** From the moment in which it was asked for, until the bank has given the money back. */
function Refunding({ payment }: { payment: PublicPayment }) {
  const { state } = useWords();
  return (
    <StatusBanner tone="blue" icon="back" title={state.refundPendingTitle}>
      <p>{state.refundPending(rupees(payment.pendingRefundAmount))}</p>
      <p>{isGivenBack(payment) ? state.refundPendingWhole : state.refundPendingPart}</p>
      {payment.refundedAmount > 0 && <p>{state.partRefunded(rupees(payment.refundedAmount))}</p>}
      {payment.paidAt && (
        <p>
          <Say parts={state.paidOn(<When at={payment.paidAt} />)} />
        </p>
      )}
    </StatusBanner>
  );
}

function Refunded({ payment, app }: Props) {
  const words = useWords();
  return (
    <StatusBanner tone="grey" icon="back" title={refundTitle(payment, words) ?? statusOf(payment.status, words)}>
      <p>{refundedText(payment, words)}</p>
      {reversedAmount(payment) > 0 && (
        <p>
          <Say parts={words.callQuestions(<PhoneLink app={app} />)} />
        </p>
      )}
    </StatusBanner>
  );
}

/** Sent to the bank and not finally answered: what is known, when more is known, and what not to do until then. */
function Initiated({ payment, app }: Props) {
  const words = useWords();
  return (
    <StatusBanner tone="blue" icon="bank" title={statusOf(payment.status, words)}>
      <p>{words.state.initiated}</p>
      <UnclearFacts unclear={payment.unclear} />
      <UnclearAdvice app={app} reference={payment.paymentId} />
    </StatusBanner>
  );
}

/** For whom and until when: a fresh link has no state that would need a warning. */
function PayTerms({ payment }: { payment: PublicPayment }) {
  const { facts } = useWords();
  return (
    <dl className="pub-facts">
      <Fact name={facts.for}>{payment.customer.name}</Fact>
      <Fact name={facts.payUntil}>
        <When at={payment.paymentLinkExpiresAt} />
      </Fact>
    </dl>
  );
}

function Pending({ payment, app }: Props) {
  const words = useWords();
  return (
    <StatusBanner tone="amber" icon="clock" title={statusOf(payment.status, words)}>
      <p>
        <Say parts={words.state.cannotPay(<PhoneLink app={app} />)} />
      </p>
    </StatusBanner>
  );
}

function Unpaid({ payment, app, tone }: Props & { tone: 'red' | 'grey' }) {
  const words = useWords();
  const { state } = words;
  const title = statusOf(payment.status, words);
  const taken = withdrawal(payment);
  if (taken) {
    return (
      <StatusBanner tone={tone} icon="cross" title={title}>
        <p>{state[taken]}</p>
      </StatusBanner>
    );
  }
  const phone = <PhoneLink app={app} />;
  return (
    <StatusBanner tone={tone} icon="cross" title={title}>
      {payment.failure ? (
        <FailureText failure={payment.failure} canPay={payment.canPay} />
      ) : (
        <p>{payment.status === 'failed' ? state.failed : state.stopped}</p>
      )}
      <p>
        <Say parts={payment.canPay ? state.callBefore(phone) : state.call(phone)} />
      </p>
    </StatusBanner>
  );
}

function Expired({ payment, app }: Props) {
  const { state } = useWords();
  return (
    <StatusBanner tone="grey" icon="expired" title={state.expiredTitle}>
      <p>{state.expired}</p>
      <p>
        <Say parts={state.wasValid(<When at={payment.paymentLinkExpiresAt} />)} />
      </p>
      <p>
        <Say parts={state.lateMoney(<PhoneLink app={app} />)} />
      </p>
    </StatusBanner>
  );
}
