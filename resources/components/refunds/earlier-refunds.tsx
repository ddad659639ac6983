import type { RefundRow } from '../../../src/contracts/refunds';
import type { RefundStatus } from '../../../src/domain/refund-rules';
import { formatDateTime, formatRupees } from '../../lib/format';
import { Identifier } from '../ui/identifier';
import { Pill, type PillTone } from '../ui/pill';
import classes from './refund.module.css';

const STATES: Readonly<Record<RefundStatus, { tone: PillTone; label: string }>> = {
  requested: { tone: 'blue', label: 'Being sent to the bank' },
  processing: { tone: 'blue', label: 'With the bank, on its way' },
  unknown: { tone: 'amber', label: 'Being confirmed with the bank' },
  completed: { tone: 'green', label: 'Refunded' },
  rejected: { tone: 'red', label: 'Refused by the bank' },
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
  const state = STATES[refund.status];
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.strong}>
          {formatRupees(refund.amount)}
          {refund.kind === 'duplicate' && ' of a duplicate charge'}
        </p>
        <p className={classes.said}>{refund.reason}</p>
        {refund.failure && <p className={classes.fault}>{refund.failure}</p>}
        {refund.isOverdue && <p className={classes.fault}>Under way for more than five bank days: ask the bank.</p>}
        <p className={classes.soft}>
          {formatDateTime(refund.settledAt ?? refund.createdAt)} · Bank reference{' '}
          <Identifier value={refund.bankReference} what="bank reference" />
        </p>
      </div>
      <Pill tone={state.tone}>{state.label}</Pill>
    </li>
  );
}
