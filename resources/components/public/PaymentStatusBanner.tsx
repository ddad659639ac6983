import { MESSAGES } from '../../../src/contracts/messages';
import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { PhoneLink } from './Contact';
import { FailureText } from './FailureText';
import { rupees } from './format';
import { StatusBanner } from './StatusBanner';
import { UnclearAdvice } from './UnclearAdvice';
import { UnclearFacts } from './UnclearFacts';
import { BANK_NAME, isExpired, withdrawnWords } from './words';
import { When } from './When';

interface Props {
  payment: PublicPayment;
  app: SharedProps['app'];
}

/** What is true now and what to do next, one variant per state. */
export function PaymentStatusBanner({ payment, app }: Props) {
  if (isExpired(payment)) return <Expired payment={payment} app={app} />;
  switch (payment.status) {
    case 'completed':
      return <Completed payment={payment} />;
    case 'refunded':
      return <Refunded payment={payment} />;
    case 'initiated':
      return <Initiated payment={payment} app={app} />;
    case 'failed':
      return <Unpaid payment={payment} app={app} tone="red" />;
    case 'cancelled':
      return <Unpaid payment={payment} app={app} tone="grey" />;
    default:
      return <Pending payment={payment} app={app} />;
  }
}

function Completed({ payment }: { payment: PublicPayment }) {
  return (
    <StatusBanner tone="green" icon="check" title={payment.statusLabel}>
      {payment.paidAt && (
        <p>
          Paid on <When at={payment.paidAt} />
        </p>
      )}
      {payment.refundedAmount > 0 && <p>{rupees(payment.refundedAmount)} of it has been refunded.</p>}
    </StatusBanner>
  );
}

function Refunded({ payment }: { payment: PublicPayment }) {
  return (
    <StatusBanner tone="grey" icon="back" title={payment.statusLabel}>
      <p>
        {rupees(payment.refundedAmount)} has been refunded. It reaches the account you paid from in 3-5 business days.
      </p>
    </StatusBanner>
  );
}

/** Sent to the bank and not finally answered: what is known, when more is known, and what not to do until then. */
function Initiated({ payment, app }: Props) {
  return (
    <StatusBanner tone="blue" icon="bank" title={payment.statusLabel}>
      <p>The bank has not given a final answer yet.</p>
      <UnclearFacts unclear={payment.unclear} />
      <UnclearAdvice app={app} reference={payment.paymentId} />
    </StatusBanner>
  );
}

function Pending({ payment, app }: Props) {
  return (
    <StatusBanner tone="amber" icon="clock" title={payment.statusLabel}>
      {payment.canPay ? (
        <p>
          Not paid yet. The link is valid until <When at={payment.paymentLinkExpiresAt} />
        </p>
      ) : (
        <p>
          This payment cannot be made right now. Please call <PhoneLink app={app} />.
        </p>
      )}
    </StatusBanner>
  );
}

function Unpaid({ payment, app, tone }: Props & { tone: 'red' | 'grey' }) {
  const withdrawn = withdrawnWords(payment);
  if (withdrawn) {
    return (
      <StatusBanner tone={tone} icon="cross" title={payment.statusLabel}>
        <p>{withdrawn}</p>
      </StatusBanner>
    );
  }
  const what = payment.status === 'failed' ? `${BANK_NAME} reported that the payment did not go through.` : null;
  return (
    <StatusBanner tone={tone} icon="cross" title={payment.statusLabel}>
      {payment.failure ? (
        <FailureText failure={payment.failure} canPay={payment.canPay} />
      ) : (
        <p>{what ?? 'The payment was stopped before it was complete.'}</p>
      )}
      {payment.canPay ? (
        <p>
          If money has left your account, call <PhoneLink app={app} /> before you pay again.
        </p>
      ) : (
        <p>
          If money has left your account, call <PhoneLink app={app} />.
        </p>
      )}
    </StatusBanner>
  );
}

function Expired({ payment, app }: Props) {
  return (
    <StatusBanner tone="grey" icon="expired" title="Payment link expired">
      <p>{MESSAGES.payment.expired}</p>
      <p>
        It was valid until <When at={payment.paymentLinkExpiresAt} />
      </p>
      <p>
        If money has left your account, call <PhoneLink app={app} />: a late payment is not lost.
      </p>
    </StatusBanner>
  );
}
