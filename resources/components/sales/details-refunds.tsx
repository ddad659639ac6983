import type { AdminPaymentDetails } from '../../../src/contracts/admin-details';
import { formatDateTime, formatRupees } from '../../lib/format';
import { whoseRefund } from '../../lib/refund-origin';
import { RefundReferences } from '../refunds/refund-references';
import { RefundState } from '../refunds/refund-state';
import classes from './details.module.css';

/** Nothing at all without refunds. */
export function DetailsRefunds({ refunds }: Pick<AdminPaymentDetails, 'refunds'>) {
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="details-refunds">
      <h3 id="details-refunds" className={classes.heading}>
        Refunds
      </h3>
      <ul className={classes.records}>
        {refunds.map((refund) => (
          <li key={refund.refundId} className={classes.record}>
            <p className={classes.title}>
              {formatRupees(refund.amount)}
              {refund.ofDuplicateCharge && ' of a duplicate charge'} <RefundState {...refund} />
            </p>
            <p className={classes.soft}>{refund.reason}</p>
            {refund.neverSent && refund.responseText && <p className={classes.soft}>{refund.responseText}</p>}
            <p className={classes.soft}>
              {[formatDateTime(refund.settledAt ?? refund.createdAt), whoseRefund(refund)].filter(Boolean).join(' · ')}
            </p>
            <p className={classes.soft}>
              <RefundReferences {...refund} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
