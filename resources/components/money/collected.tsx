import type { TransactionsSummary } from '../../../src/contracts/seller-money';
import { formatCount, formatRupees } from '../../lib/format';
import classes from './money.module.css';

/** What came in, in one sentence, and how it comes about. */
export function Collected({ summary }: { summary: TransactionsSummary }) {
  const { totalAmount, totalTransactions, completedTransactions, gross, refunded } = summary;
  const figures = [
    { label: 'Gross', note: 'paid by customers', amount: gross },
    { label: 'Refunded', note: 'went back to them', amount: refunded },
    { label: 'Net', note: 'what was collected', amount: totalAmount },
  ];
  return (
    <section className={classes.collected} aria-label="Collected">
      <p className={classes.sentence}>
        Collected <strong>{formatRupees(totalAmount)}</strong> from {formatCount(completedTransactions)} of{' '}
        {formatCount(totalTransactions)}
      </p>
      <dl className={classes.figures}>
        {figures.map(({ label, note, amount }) => (
          <div key={label} className={classes.figure}>
            <dt>
              {label} <span className={classes.what}>{note}</span>
            </dt>
            <dd className={classes.amount}>{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
