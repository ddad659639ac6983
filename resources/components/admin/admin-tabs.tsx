import type { AdminFilters, AdminTabCounts, LeftOutFilter } from '../../../src/contracts/admin';
import { REFUND_PENDING, type StatusFilter } from '../../../src/domain/payment/status-filter';
import { formatCount } from '../../lib/format';
import classes from './admin-tabs.module.css';

type Count = Exclude<keyof AdminTabCounts, 'leftOut'>;

const NEEDS_REVIEW = 'needs_review';
type Tab = StatusFilter | '' | typeof NEEDS_REVIEW;

const TABS: readonly { value: Tab; label: string; count: Count }[] = [
  { value: '', label: 'All', count: 'all' },
  { value: 'pending', label: 'Waiting', count: 'pending' },
  { value: 'initiated', label: 'At the bank', count: 'initiated' },
  { value: 'completed', label: 'Paid', count: 'completed' },
  { value: 'failed', label: 'Failed', count: 'failed' },
  { value: 'cancelled', label: 'Cancelled', count: 'cancelled' },
  { value: REFUND_PENDING, label: 'Refund on its way', count: 'refundPending' },
  { value: 'refunded', label: 'Refunded', count: 'refunded' },
  { value: NEEDS_REVIEW, label: 'Needs review', count: 'needsReview' },
];

const LEFT_OUT: Readonly<Record<LeftOutFilter, string>> = {
  search: 'the search',
  days: 'the days',
  event: 'the event',
};

interface AdminTabsProps {
  filters: AdminFilters;
  counts: AdminTabCounts;
  onChange: (change: Partial<AdminFilters>) => void;
}

/** The states that somebody comes back to every day, each with its number of payments under the other filters. */
export function AdminTabs({ filters, counts, onChange }: AdminTabsProps) {
  const shown = shownTab(filters);
  const { leftOut } = counts;
  return (
    <div className={classes.frame}>
      <div role="group" aria-label="Show" className={classes.tabs}>
        {TABS.map(({ value, label, count }) => (
          <button
            key={value}
            type="button"
            className={classes.tab}
            aria-pressed={value === shown}
            onClick={() => onChange(changeTo(value))}
          >
            {label} <span className={classes.count}>{formatCount(counts[count])}</span>
          </button>
        ))}
      </div>
      {leftOut.length > 0 && (
        <p className={classes.note}>
          The numbers leave out {leftOut.map((each) => LEFT_OUT[each]).join(' and ')}: too many payments to count at
          once.
        </p>
      )}
    </div>
  );
}

/** None for a filter that no tab stands for. */
function shownTab({ status, needsReview }: AdminFilters): Tab | null {
  if (needsReview) return status === '' ? NEEDS_REVIEW : null;
  return status;
}

function changeTo(tab: Tab): Partial<AdminFilters> {
  return tab === NEEDS_REVIEW ? { status: '', needsReview: true } : { status: tab, needsReview: false };
}
