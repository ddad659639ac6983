import type { RowDesk } from '../../hooks/use-row-desk';
import { ROUTES } from '../../../src/contracts/routes';
import { isPaid } from '../../../src/domain/payment/payment-status';
import { usePaymentLink } from '../../hooks/use-payment-link';
import { choicesOf, type RowSubject } from '../../lib/row-subject';
import { openSale } from '../../lib/way-back';
import { CopyIcon, OpenIcon, QrIcon, ReceiptIcon, RefreshIcon } from '../ui/icons';
import { RowAction } from '../ui/row-action';
import { MoreButton } from './more-button';
import classes from './row-actions.module.css';

interface RowActionsProps {
  subject: RowSubject;
  url: string;
  desk: RowDesk;
  /** Only for a payment in progress. */
  onCheck?: () => void;
  checking?: boolean;
  onWindowClosed?: () => void;
}

export function RowActions({ subject, url, desk, onCheck, checking, onWindowClosed }: RowActionsProps) {
  const { paymentId, customerName } = subject;
  const choices = choicesOf(subject, desk.permission.state?.isEnabled ?? false);
  const link = usePaymentLink({ paymentId, customerName, url }, onWindowClosed);
  const first = firstOf(subject);
  return (
    <div className={classes.actions} data-first={first}>
      {first === 'qr' && (
        <RowAction
          label="Show QR"
          short="Show QR"
          of={customerName}
          icon={<QrIcon />}
          part="qr"
          onClick={() => openSale(paymentId)}
        />
      )}
      {first === 'receipt' && (
        <RowAction
          label="Receipt"
          short="Receipt"
          of={customerName}
          icon={<ReceiptIcon />}
          part="receipt"
          href={ROUTES.receipt(paymentId)}
        />
      )}
      {onCheck && (
        <RowAction
          label="Check status"
          short="Check"
          of={customerName}
          icon={<RefreshIcon />}
          part="check"
          busy={checking}
          onClick={onCheck}
        />
      )}
      <RowAction
        label="Copy link"
        short="Copy link"
        of={customerName}
        icon={<CopyIcon />}
        part="link"
        onClick={() => void link.copy()}
      />
      <RowAction
        label="Open"
        short="Open"
        of={customerName}
        icon={<OpenIcon />}
        part="link"
        href={url}
        onClick={link.open}
      />
      <MoreButton subject={subject} choices={choices} desk={desk} onCheck={onCheck} link={link} />
    </div>
  );
}

/** The one action that a card shows beside its menu: what is done most in that state; none where nobody can pay. */
function firstOf({ status, canPay }: RowSubject): 'qr' | 'check' | 'receipt' | undefined {
  if (status === 'initiated') return 'check';
  if (isPaid(status)) return 'receipt';
  return canPay ? 'qr' : undefined;
}
