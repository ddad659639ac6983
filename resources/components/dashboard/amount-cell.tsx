import { formatRupees } from '../../lib/format';
import { Money } from '../ui/money';
import classes from './cells.module.css';

/** Rupees. */
export function AmountCell({ amount, refunded }: { amount: number; refunded: number }) {
  return (
    <span className={classes.amount}>
      <Money amount={amount} />
      {refunded > 0 && <span className={classes.sub}>{formatRupees(refunded)} refunded</span>}
    </span>
  );
}
