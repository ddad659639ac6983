import type { ReactNode } from 'react';
import { MINUTE_MS, SECOND_MS } from '../../../src/domain/calendar/durations';
import { type ServerClock, useNow } from '../../hooks/use-now';
import { formatDateTime, formatRelative } from '../../lib/format';
import { type SaleFacts, saleWords } from '../../lib/sale-words';
import {
  BankIcon,
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  EyeIcon,
  FlagIcon,
  ReturnIcon,
  StopIcon,
} from '../ui/icons';
import { Pill, type PillTone } from '../ui/pill';
import classes from './cells.module.css';

/** A sale as a list shows its state. */
export interface ListedSale extends SaleFacts {
  statusLabel: string;
  nextCheckAt: string | null;
  needsReview: boolean;
  /** Lately, in words. */
  reviewEnded?: { at: string; outcome: string } | null;
}

export interface StatusCellProps {
  sale: ListedSale;
  /** Why the last check by hand did not work. */
  fault?: string;
  clock?: ServerClock;
}

/** What state it is in, since when, and what comes next. */
export function StatusCell({ sale, fault, clock }: StatusCellProps) {
  const nowMs = useNow(sale.status === 'initiated' ? SECOND_MS : MINUTE_MS, clock);
  const { state, number } = saleWords(sale, nowMs);
  const { tone, icon } = lookOf(sale);
  return (
    <span className={classes.status}>
      <Pill tone={tone} icon={icon} wraps>
        {/* The status by the name that filters and files give it. */}
        <span className="td-hidden">{sale.statusLabel}: </span>
        <span>
          <span>{state}</span>
          {number !== null && <span className={classes.paidNumber}> · {number}</span>}
        </span>
      </Pill>
      <Notes sale={sale} nowMs={nowMs} />
      {fault && (
        <span className={classes.fault} role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}

interface NotesProps {
  sale: ListedSale;
  nowMs: number;
}

/** One line below the state. */
function Notes({ sale, nowMs }: NotesProps) {
  const { needsReview, reviewEnded } = sale;
  const next = nextOf(sale, nowMs);
  return (
    <span className={classes.notes}>
      {needsReview && (
        <span className={classes.review}>
          <FlagIcon size={14} />
          Needs review
        </span>
      )}
      {next && <span className={classes.sub}>{next}</span>}
      {!needsReview && reviewEnded && (
        <span className={classes.sub} title={formatDateTime(reviewEnded.at)}>
          Review ended: {reviewEnded.outcome}
        </span>
      )}
    </span>
  );
}

/** The bank's next check only where money may be under way; else how long the link can be paid. */
function nextOf(sale: ListedSale, nowMs: number): string | null {
  const { status, nextCheckAt, statusReason, isPaymentLinkExpired, paymentLinkExpiresAt, linkMails } = sale;
  if (status === 'initiated') return nextCheckAt && nextCheck(nextCheckAt, nowMs);
  const isWithdrawn = statusReason === 'cancelled_by_staff' || statusReason === 'contact_corrected';
  if (status === 'completed' || status === 'refunded' || isWithdrawn) return null;
  if (isPaymentLinkExpired || Date.parse(paymentLinkExpiresAt) <= nowMs)
    return status === 'failed' ? 'Link expired' : null;
  const ends = `Link ends ${formatRelative(paymentLinkExpiresAt, nowMs)}`;
  return linkMails.sentCount > 1 ? `${ends} · sent ${linkMails.sentCount}×` : ends;
}

function nextCheck(at: string, nowMs: number): string {
  const seconds = Math.ceil((Date.parse(at) - nowMs) / SECOND_MS);
  if (seconds <= 0) return 'Checking with the bank…';
  return seconds < 60 ? `Next bank check in ${seconds} s` : `Next bank check ${formatRelative(at, nowMs)}`;
}

function lookOf({ status, pendingRefundAmount, openedAt, isPaymentLinkExpired }: SaleFacts): {
  tone: PillTone;
  icon: ReactNode;
} {
  if (pendingRefundAmount > 0) return { tone: 'blue', icon: <ReturnIcon size={16} /> };
  switch (status) {
    case 'completed':
      return { tone: 'green', icon: <CheckCircleIcon size={16} /> };
    case 'initiated':
      return { tone: 'blue', icon: <BankIcon size={16} /> };
    case 'failed':
      return { tone: 'red', icon: <CrossCircleIcon size={16} /> };
    case 'cancelled':
      return { tone: 'grey', icon: <StopIcon size={16} /> };
    case 'refunded':
      return { tone: 'grey', icon: <ReturnIcon size={16} /> };
    default:
      if (isPaymentLinkExpired) return { tone: 'grey', icon: <StopIcon size={16} /> };
      return { tone: 'amber', icon: openedAt ? <EyeIcon size={16} /> : <ClockIcon size={16} /> };
  }
}
