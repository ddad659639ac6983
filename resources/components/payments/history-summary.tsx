import type { PaymentHistoryData } from '../../../src/contracts/histories';
import { tokenLabel } from '../../../src/domain/token-catalogue';
import { formatCount, formatRupees } from '../../lib/format';
import { TierMedal } from '../ui/tier-medal';
import classes from './payment-history.module.css';

export function HistorySummary({ summary }: Pick<PaymentHistoryData, 'summary'>) {
  return (
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
  );
}
