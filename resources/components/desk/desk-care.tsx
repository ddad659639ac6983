import type { MouseEvent } from 'react';
import type { DeskPayment } from '../../../src/contracts/desk';
import { isInProgress } from '../../../src/domain/payment/payment-status';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { RowDialog } from '../../hooks/use-row-dialogs';
import { useStatusChecks } from '../../hooks/use-status-checks';
import { choicesOf, subjectOf } from '../../lib/row-subject';
import { Button } from '../ui/controls';
import { EditIcon, RefreshIcon, StopIcon } from '../ui/icons';
import classes from './desk.module.css';

/** What can be put right about a link; far from the button that leads to the next customer. */
export function DeskCare({ desk, rows }: { desk: DeskPayment; rows: RowDesk }) {
  const checks = useStatusChecks(rows.refresh);
  const subject = subjectOf(desk);
  const choices = choicesOf(subject, false);
  const open = (dialog: RowDialog) => (event: MouseEvent<HTMLElement>) =>
    rows.dialogs.open(dialog, subject, event.currentTarget);
  const checkable = isInProgress(desk.status);
  const fault = checks.faults[desk.paymentId];
  if (!checkable && !choices.some((choice) => ['reissue', 'contact', 'cancel'].includes(choice))) return null;

  return (
    <section className={classes.card} aria-labelledby="care-title">
      <h2 id="care-title" className={classes.heading}>
        Something not right?
      </h2>
      <div className={classes.care}>
        {choices.includes('reissue') && (
          <Button variant={desk.canPay ? 'default' : 'light'} leftSection={<RefreshIcon />} onClick={open('reissue')}>
            Reissue link
          </Button>
        )}
        {checkable && (
          <Button
            variant="default"
            leftSection={<RefreshIcon />}
            loading={checks.busy.includes(desk.paymentId)}
            onClick={() => void checks.checkOne(desk.paymentId)}
          >
            Check Status
          </Button>
        )}
        {choices.includes('contact') && (
          <Button variant="default" leftSection={<EditIcon />} onClick={open('contact')}>
            Correct contact details
          </Button>
        )}
        {choices.includes('cancel') && (
          <Button variant="subtle" color="red" leftSection={<StopIcon />} onClick={open('cancel')}>
            Cancel link
          </Button>
        )}
      </div>
      {fault && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </section>
  );
}
