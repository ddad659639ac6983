import type { RefundRow } from '../../../src/contracts/refunds';
import { formatDateTime, formatRupees } from '../../lib/format';
import { RefundReferences } from './refund-references';
import { RefundState } from './refund-state';
import classes from './refund.module.css';

/** Money that went back without an order from here. */
const WITHOUT_ORDER: Readonly<Record<RefundRow['origin'], string>> = {
  order: '',
  reversal: ', returned by the bank',
  outside: ', given back outside of TokenDesk',
};

export function EarlierRefunds({ refunds }: { refunds: RefundRow[] }) {
  return (
    <section className={classes.section} aria-labelledby="earlier-refunds">
      <h3 id="earlier-refunds" className={classes.heading}>
        Earlier refunds
      </h3>
      <ul className={classes.list}>
        {refunds.map((refund) => (
          <Refund key={refund.refundId} refund={refund} />
        ))}
      </ul>
    </section>
  );
}

function Refund({ refund }: { refund: RefundRow }) {
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.strong}>
          {formatRupees(refund.amount)}
          {refund.kind === 'duplicate' && ' of a duplicate charge'}
          {WITHOUT_ORDER[refund.origin]}
        </p>
        <p className={classes.said}>{refund.reason}</p>
        {refund.failure && <p className={classes.fault}>{refund.failure}</p>}
        {refund.isOverdue && <p className={classes.fault}>Under way for more than five bank days: ask the bank.</p>}
        <p className={classes.soft}>
          {formatDateTime(refund.settledAt ?? refund.createdAt)} · <RefundReferences {...refund} />
        </p>
      </div>
      <RefundState {...refund} />
    </li>
  );
}
