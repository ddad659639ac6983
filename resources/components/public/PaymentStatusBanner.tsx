import { MESSAGES } from '../../../src/contracts/messages';
import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { PhoneLink } from './Contact';
import { rupees } from './format';
import { StatusBanner } from './StatusBanner';
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
      return <Initiated payment={payment} />;
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

function Initiated({ payment }: { payment: PublicPayment }) {
  if (!payment.inProgress) {
    return (
      <StatusBanner tone="blue" icon="bank" title={payment.statusLabel}>
        <p>You started this payment, and the bank has not reported it as paid.</p>
        {payment.canPay && <p>If money has left your account, do not pay again: check the status first.</p>}
      </StatusBanner>
    );
  }
  return (
    <StatusBanner tone="blue" icon="bank" title={payment.statusLabel}>
      <p>We are checking with the bank. You can close this page safely.</p>
      {payment.canPay && <p>If money has left your account, do not pay again: wait for the result here.</p>}
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
      <p>{what ?? 'The payment was stopped before it was complete.'}</p>
      {payment.canPay ? (
        <p>
          If no money has left your account, you can pay again. If it has, call <PhoneLink app={app} /> first.
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
