import type { RowDesk } from '../../hooks/use-row-desk';
import { usePaymentLink } from '../../hooks/use-payment-link';
import { choicesOf, type RowSubject } from '../../lib/row-subject';
import { CopyIcon, OpenIcon, RefreshIcon } from '../ui/icons';
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
      {choices.length > 0 ? (
        <MoreButton subject={subject} choices={choices} desk={desk} />
      ) : (
        <span className={classes.noMore} aria-hidden="true" />
      )}
    </div>
  );
}
