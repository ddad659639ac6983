import { usePaymentLink } from '../../hooks/use-payment-link';
import { CopyIcon, OpenIcon, RefreshIcon } from '../ui/icons';
import { RowAction } from '../ui/row-action';
import classes from './row-actions.module.css';

interface RowActionsProps {
  paymentId: string;
  customerName: string;
  url: string;
  /** Only for a payment in progress. */
  onCheck?: () => void;
  checking?: boolean;
  onWindowClosed?: () => void;
}

export function RowActions({ paymentId, customerName, url, onCheck, checking, onWindowClosed }: RowActionsProps) {
  const link = usePaymentLink({ paymentId, customerName, url }, onWindowClosed);
  return (
    <div className={classes.actions}>
      {onCheck && (
        <RowAction
          label="Check status"
          short="Check"
          of={customerName}
          icon={<RefreshIcon />}
          busy={checking}
          onClick={onCheck}
        />
      )}
      <RowAction
        label="Copy link"
        short="Copy link"
        of={customerName}
        icon={<CopyIcon />}
        onClick={() => void link.copy()}
      />
      <RowAction label="Open" short="Open" of={customerName} icon={<OpenIcon />} href={url} onClick={link.open} />
    </div>
  );
}
