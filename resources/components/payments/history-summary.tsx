import type { PaymentHistoryData } from '../../../src/contracts/histories';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { formatCount, formatRupees } from '../../lib/format';
import { TierMedal } from '../ui/tier-medal';
import classes from './payment-history.module.css';

export function HistorySummary({ summary }: Pick<PaymentHistoryData, 'summary'>) {
  return (
    <>
      <dl className={classes.cards}>
        <div>
          <dt>Total Payments</dt>
          <dd>{formatCount(summary.totalPayments)}</dd>
        </div>
        <div>
          <dt>Total Spent</dt>
          <dd>{formatRupees(summary.totalSpent)}</dd>
        </div>
        <div>
          <dt>Upgrade Amount</dt>
          <dd>{formatRupees(summary.totalUpgradeAmount)}</dd>
        </div>
        <div>
          <dt>Current Token</dt>
          <dd className={classes.current}>
            <span aria-hidden="true">
              <TierMedal type={summary.currentTokenType} />
            </span>
            {tokenLabel(summary.currentTokenType)}
          </dd>
        </div>
      </dl>
      <dl className={classes.figures} aria-label="Money">
        <Figure label="Paid (gross)" amount={summary.grossAmount} />
        <Figure label="Refunded" amount={summary.refundedAmount} />
        <Figure label="Refund on its way" amount={summary.pendingRefundAmount} />
        <Figure label="Net received" amount={summary.totalSpent} />
      </dl>
    </>
  );
}

function Figure({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatRupees(amount)}</dd>
    </div>
  );
}
