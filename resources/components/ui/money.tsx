import { formatRupees } from '../../lib/format';
import classes from './text.module.css';

/** Rupees. */
export function Money({ amount }: { amount: number }) {
  return <span className={classes.money}>{formatRupees(amount)}</span>;
}
