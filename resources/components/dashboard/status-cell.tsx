import { isInProgress, type PaymentStatus } from '../../../src/domain/payment/payment-status';
import { type ServerClock, useNow } from '../../hooks/use-now';
import { formatDateTime, formatRelative } from '../../lib/format';
import { FlagIcon } from '../ui/icons';
import { RefundBadge } from '../refunds/refund-badge';
import { StatusBadge } from '../ui/status-badge';
import classes from './cells.module.css';
import { MINUTE_MS } from '../../../src/domain/calendar/durations';

export interface StatusCellProps {
  status: PaymentStatus;
  label: string;
  paidAt: string | null;
  needsReview: boolean;
  /** Rupees on their way back. */
  pendingRefund?: number;
  /** Lately, in words. */
  reviewEnded?: { at: string; outcome: string } | null;
  link?: { expiresAt: string; expired: boolean };
  nextCheckAt?: string | null;
  /** Whether the customer has seen the link, and how often it was sent. */
  markers?: string[];
  /** Why the last check by hand did not work. */
  fault?: string;
  clock?: ServerClock;
}

function nextCheck(at: string, nowMs: number): string {
  const seconds = Math.ceil((Date.parse(at) - nowMs) / 1000);
  if (seconds <= 0) return 'Checking with the bank…';
  return seconds < 60 ? `Next bank check in ${seconds} s` : `Next bank check ${formatRelative(at, nowMs)}`;
}

function InProgressNote({ link, nextCheckAt, clock }: Pick<StatusCellProps, 'link' | 'nextCheckAt' | 'clock'>) {
  const nowMs = useNow(1000, clock);
  if (nextCheckAt) return <span className={classes.sub}>{nextCheck(nextCheckAt, nowMs)}</span>;
  if (!link) return null;
  return <LinkNote link={link} nowMs={nowMs} />;
}

function LinkNote({ link, nowMs }: { link: { expiresAt: string; expired: boolean }; nowMs: number }) {
  if (link.expired || Date.parse(link.expiresAt) <= nowMs) return <span className={classes.warn}>Link expired</span>;
  return <span className={classes.sub}>Link ends {formatRelative(link.expiresAt, nowMs)}</span>;
}

function SettledNote({ paidAt, link, clock }: Pick<StatusCellProps, 'paidAt' | 'link' | 'clock'>) {
  const nowMs = useNow(MINUTE_MS, clock);
  if (paidAt) return <span className={classes.sub}>Paid {formatRelative(paidAt, nowMs)}</span>;
  return link ? <LinkNote link={link} nowMs={nowMs} /> : null;
}

/** What state it is in, since when, and what comes next. */
export function StatusCell(props: StatusCellProps) {
  const {
    status,
    label,
    paidAt,
    needsReview,
    pendingRefund = 0,
    reviewEnded,
    link,
    nextCheckAt,
    markers = [],
    fault,
    clock,
  } = props;
  return (
    <span className={classes.status} data-marked={props.markers ? true : undefined}>
      <StatusBadge status={status} label={label} />
      {pendingRefund > 0 && <RefundBadge amount={pendingRefund} />}
      {isInProgress(status) ? (
        <InProgressNote link={link} nextCheckAt={nextCheckAt} clock={clock} />
      ) : (
        <SettledNote paidAt={paidAt} link={link} clock={clock} />
      )}
      {markers.map((marker) => (
        <span key={marker} className={classes.sub}>
          {marker}
        </span>
      ))}
      {needsReview && (
        <span className={classes.review}>
          <FlagIcon size={14} />
          Needs review
        </span>
      )}
      {!needsReview && reviewEnded && (
        <span className={classes.sub} title={formatDateTime(reviewEnded.at)}>
          Review ended: {reviewEnded.outcome}
        </span>
      )}
      {fault && (
        <span className={classes.fault} role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
