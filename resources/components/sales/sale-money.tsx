import type { DeskPayment } from '../../../src/contracts/desk';
import { formatRupees } from '../../lib/format';
import classes from './sales.module.css';

/** What came in, what went back, what is left. */
export function SaleMoney({ desk }: { desk: DeskPayment }) {
  const { amount, refundedAmount, pendingRefundAmount } = desk;
  return (
    <section className={classes.card} aria-labelledby="money-title">
      <h2 id="money-title" className={classes.heading}>
        Money
      </h2>
      <dl className={classes.sums}>
        <Sum label="Paid (gross)" rupees={amount} />
        {refundedAmount > 0 && <Sum label="Refunded" rupees={refundedAmount} />}
        {pendingRefundAmount > 0 && <Sum label="Refund on its way" rupees={pendingRefundAmount} />}
        <Sum label="Net received" rupees={amount - refundedAmount} isTotal />
      </dl>
    </section>
  );
}

function Sum({ label, rupees, isTotal }: { label: string; rupees: number; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>{formatRupees(rupees)}</dd>
    </div>
  );
}
