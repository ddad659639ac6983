import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { NEWEST_FIRST } from '../../domain/payment/payment-sort.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../domain/payment/payment-status.js';
import type { SellerCounts } from './counters/counter-cells.repository.js';
import { PaymentCounters } from './counters/payment-counters.js';
import { type Conditions, conditionsOf, type FoundRows, type PaymentFilter, planOf } from './payment-filter.js';
import { PaymentSearch } from './search/payment-search.js';

/** Filters that the totals may leave out. */
export type LeftOut = 'search' | 'days';

/** How many payments a filter holds by status, and of all statuses those with a refund under way or an open review. */
export interface StatusTotals {
  byStatus: Record<PaymentStatus, number>;
  refundPending: number;
  needsReview: number;
  /** Empty: the totals follow the filter exactly. */
  leftOut: LeftOut[];
}

type Special = Pick<StatusTotals, 'refundPending' | 'needsReview'>;

/** Up to this number of payments of a span of days they are counted one by one. */
const COUNTED_AT_ONCE = 5000;

/**
 * Totals of a list by status. Seller and tier come from the counters. A search that finds few, and days that hold few payments, are
 * counted exactly as well; a wider search or span is left out and named, so that no total costs more than a page of the list.
 */
@Injectable()
export class StatusTotalsReader {
  /** Tests lower it. */
  countedAtOnce = COUNTED_AT_ONCE;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly counts: PaymentCounters,
    private readonly searches: PaymentSearch,
  ) {}

  /**
   * @param filter its status and review filter are not applied: the totals choose among them
   * @param counts of the filter's seller
   * @throws SEARCH_TOO_WIDE
   */
  async of(filter: PaymentFilter, counts: Promise<SellerCounts>): Promise<StatusTotals> {
    const base = baseOf(filter);
    const days = daysOf(filter);
    const found = await this.searches.resolve(filter.search);
    const isWide = found?.kind === 'dense';
    if (found && found.kind !== 'dense') return this.counted({ ...base, ...days }, found);
    const hasDays = Object.keys(days).length > 0;
    const leftOut: LeftOut[] = isWide ? ['search'] : [];
    const known = await counts;
    if (hasDays && (await this.isShort(base, days, known))) {
      return { ...(await this.counted({ ...base, ...days }, null)), leftOut };
    }
    const byStatus = Object.fromEntries(
      PAYMENT_STATUSES.map((status) => [status, known.totalOf({ ...base, status }).total]),
    ) as StatusTotals['byStatus'];
    return { byStatus, ...(await this.special(base)), leftOut: hasDays ? [...leftOut, 'days'] : leftOut };
  }

  /** Whether the days hold few payments of the seller and tier. */
  private async isShort(base: PaymentFilter, days: Days, known: SellerCounts): Promise<boolean> {
    if (known.totalOf(base).total <= this.countedAtOnce) return true;
    const { createdFrom: from = null, createdBefore: before = null } = days;
    return (await this.counts.createdIn({ from, before })) <= this.countedAtOnce;
  }

  /** Counts row by row, in one statement. */
  private async counted(filter: PaymentFilter, found: FoundRows | null): Promise<StatusTotals> {
    const { where, parameters, index } = planOf(filter, NEWEST_FIRST, found);
    const pending = conditionsOf({ refundPending: true });
    // Not prepared: what was found stands in its text.
    const rows = (await this.uow.manager.query(
      `SELECT p.status AS status, COUNT(*) AS total,
              SUM(CASE WHEN ${pending.where.join(' AND ')} THEN 1 ELSE 0 END) AS pending,
              SUM(CASE WHEN p.review_reason IS NOT NULL THEN 1 ELSE 0 END) AS review
         FROM payments p${this.hint(index)} ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} GROUP BY p.status`,
      [...pending.parameters, ...parameters],
    )) as ({ status: PaymentStatus } & Record<'total' | 'pending' | 'review', unknown>)[];
    const of = (status: PaymentStatus) => wholeNumber(rows.find((row) => row.status === status)?.total ?? 0);
    const sum = (name: 'pending' | 'review') => rows.reduce((total, row) => total + wholeNumber(row[name]), 0);
    return {
      byStatus: Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, of(status)])) as StatusTotals['byStatus'],
      refundPending: sum('pending'),
      needsReview: sum('review'),
      leftOut: [],
    };
  }

  /** What no counter knows, from the indexes of refunds under way and of open reviews, which are short. */
  private async special(base: PaymentFilter): Promise<Special> {
    const review = conditionsOf({ ...base, needsReview: true });
    const pending = conditionsOf({ ...base, refundPending: true });
    const count = (name: string, hint: string, { where }: Conditions) =>
      `SELECT '${name}' AS name, COUNT(*) AS total FROM payments p${hint} WHERE ${where.join(' AND ')}`;
    const rows = await this.uow.read<{ name: string; total: unknown }>(
      `${count('review', this.hint('ix_payments_review'), review)} UNION ALL ${count('pending', '', pending)}`,
      [...review.parameters, ...pending.parameters],
    );
    const of = (name: string) => wholeNumber(rows.find((row) => row.name === name)?.total ?? 0);
    return { refundPending: of('pending'), needsReview: of('review') };
  }

  /** Index hint: MySQL would otherwise scan. */
  private hint(index: string | null): string {
    return index === null || this.uow.isSqlite ? '' : ` FORCE INDEX (${index})`;
  }
}

type Days = Pick<PaymentFilter, 'createdFrom' | 'createdBefore'>;

/** What the counters know. */
function baseOf({ salesManagerId, tokenType }: PaymentFilter): Pick<PaymentFilter, 'salesManagerId' | 'tokenType'> {
  return { ...(salesManagerId !== undefined && { salesManagerId }), ...(tokenType && { tokenType }) };
}

function daysOf({ createdFrom, createdBefore }: PaymentFilter): Days {
  return { ...(createdFrom && { createdFrom }), ...(createdBefore && { createdBefore }) };
}
