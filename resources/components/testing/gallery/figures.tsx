import { TokenCounters } from '../../dashboard/token-counters';
import { HistorySkeleton } from '../../payments/history-skeleton';
import { HistorySummary } from '../../payments/history-summary';
import { Panel } from '../../ui/panel';
import { StatTiles } from '../../ui/stat-tiles';
import classes from './gallery.module.css';
import { formatRupees } from '../../../lib/format';
import { LARGE_AMOUNT } from './samples';
import { Specimen } from './specimen';

const SUMMARY = {
  totalPayments: 2,
  grossAmount: 100_000,
  refundedAmount: 0,
  pendingRefundAmount: 49_000,
  totalSpent: 1_00_000,
  totalUpgradeAmount: 49_000,
  currentTokenType: 'platinum' as const,
};

export function Figures() {
  return (
    <Panel title="Figures">
      <div className={classes.body}>
        <Specimen title="TokenCounters: none, many" wide>
          <div className={classes.stack}>
            <TokenCounters counts={{ gold: 0, silver: 0, platinum: 0 }} />
            <TokenCounters counts={{ gold: 1_23_456, silver: 98_765, platinum: 12_34_567 }} />
          </div>
        </Specimen>
        <Specimen title="StatTiles: a note, a sum, a lesser figure" wide>
          <StatTiles
            label="Sums"
            stats={[
              { label: 'Total Revenue', value: formatRupees(LARGE_AMOUNT), long: true, note: 'Less ₹51,000 refunded' },
              { label: 'Transactions', value: '12,34,567' },
              { label: 'Average', value: formatRupees(49_999.5), minor: true },
            ]}
          />
        </Specimen>
        <Specimen title="HistorySummary, and while it loads" wide>
          <div className={classes.stack}>
            <HistorySummary summary={SUMMARY} />
            <HistorySkeleton />
          </div>
        </Specimen>
      </div>
    </Panel>
  );
}
