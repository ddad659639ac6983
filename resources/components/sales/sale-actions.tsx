import type { DeskPayment } from '../../../src/contracts/desk';
import { ROUTES } from '../../../src/contracts/routes';
import type { RowDesk } from '../../hooks/use-row-desk';
import { choicesOf, denialOf, type RowChoice, subjectOf, upgradeLabel } from '../../lib/row-subject';
import { Button } from '../ui/controls';
import { ListIcon, OpenIcon, ReceiptIcon, ReturnIcon, UpgradeIcon } from '../ui/icons';
import classes from './sales.module.css';

type AfterPaying = Extract<RowChoice, 'history' | 'upgrade' | 'refund' | 'refunds'>;

const LOOKS = {
  upgrade: { label: 'Upgrade to Platinum', icon: <UpgradeIcon /> },
  refund: { label: 'Refund…', icon: <ReturnIcon /> },
  refunds: { label: 'Refund details', icon: <ReceiptIcon /> },
  history: { label: 'Payment history', icon: <ListIcon /> },
} as const satisfies Record<AfterPaying, unknown>;

/** What can be done with a sale that is paid. What the rules forbid now stands there with its reason. */
export function SaleActions({ desk, rows }: { desk: DeskPayment; rows: RowDesk }) {
  const subject = subjectOf(desk);
  const offered = choicesOf(subject, rows.permission.state?.isEnabled ?? false);
  const choices = (Object.keys(LOOKS) as AfterPaying[]).filter((choice) => offered.includes(choice));
  const denials = [...new Set(choices.map((choice) => denialOf(choice, subject)).filter((denial) => denial !== null))];
  return (
    <section className={classes.card} aria-labelledby="actions-title">
      <h2 id="actions-title" className={classes.heading}>
        Receipt and more
      </h2>
      <div className={classes.actions}>
        <Button
          component="a"
          href={ROUTES.receipt(desk.paymentId)}
          target="_blank"
          rel="noopener"
          leftSection={<ReceiptIcon />}
        >
          Receipt
        </Button>
        {choices.map((choice) => (
          <Button
            key={choice}
            variant="default"
            leftSection={LOOKS[choice].icon}
            disabled={denialOf(choice, subject) !== null}
            onClick={(event) =>
              rows.dialogs.open(choice === 'refunds' ? 'refund' : choice, subject, event.currentTarget)
            }
          >
            {choice === 'upgrade' ? upgradeLabel(subject) : LOOKS[choice].label}
          </Button>
        ))}
        <Button
          component="a"
          href={desk.paymentUrl}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<OpenIcon />}
        >
          Customer’s page
        </Button>
      </div>
      {denials.map((denial) => (
        <p key={denial} className={classes.soft}>
          {denial}
        </p>
      ))}
    </section>
  );
}
