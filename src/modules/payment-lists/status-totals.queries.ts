import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { NEWEST_FIRST } from '../../domain/payment/payment-sort.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../domain/payment/payment-status.js';
import type { SellerCounts } from './counters/counter-cells.repository.js';
import { PaymentCounters } from './counters/payment-counters.js';
import { BY_ID, indexHint } from './index-hint.js';
import { type Conditions, conditionsOf, type FoundRows, type PaymentFilter, planOf } from './payment-filter.js';
import { PaymentSearch } from './search/payment-search.js';

/** Filters that the totals may leave out. */
export type LeftOut = 'search' | 'days' | 'event';

/** How many payments a filter holds by status, and of all statuses those with a refund under way or an open review. */
export interface StatusTotals {
  byStatus: Record<PaymentStatus, number>;
  refundPending: number;
  needsReview: number;
  /** Empty: the totals follow the filter exactly. */
  leftOut: LeftOut[];
}

type Special = Pick<StatusTotals, 'refundPending' | 'needsReview'>;

/** Up to this number of payments of a span of days, and of an event, they are counted one by one. */
const COUNTED_AT_ONCE = 5000;
const COUNTED_OF_EVENT = 20_000;
const KEPT = 256;
const EVER = { from: null, before: null };

/**
 * Totals of a list by status. Seller, tier and projects come from the counters. A search that finds few, days that hold few payments,
 * and an event are counted exactly as well; a wider search or span, or a very large event, is left out and named, so that no total
 * costs more than a page of the list.
 */
@Injectable()
export class StatusTotalsReader {
  /** Tests lower it. */
  countedAtOnce = COUNTED_AT_ONCE;
  countedOfEvent = COUNTED_OF_EVENT;
  private readonly kept = new Map<string, { version: number; byStatus: StatusTotals['byStatus'] }>();

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
    const found = await this.searches.resolve(filter);
    const isWide = found?.kind === 'dense';
    if (found && found.kind !== 'dense') return this.counted({ ...base, ...eventOf(filter), ...days }, found);
    const hasDays = Object.keys(days).length > 0;
    const leftOut: LeftOut[] = isWide ? ['search'] : [];
    const event = await this.eventToCount(filter, days);
    const known = await counts;
    if (event === 'all') return { ...(await this.indexed({ ...base, ...eventOf(filter), ...days }, known)), leftOut };
    if (event === 'none') leftOut.push('event');
    if (hasDays && (await this.isShort(base, days, known))) {
      const own = { ...base, ...days };
      return { ...(await (base.projectIds ? this.indexed(own, known) : this.counted(own, null))), leftOut };
    }
    const byStatus = Object.fromEntries(
      PAYMENT_STATUSES.map((status) => [status, known.totalOf({ ...base, status }).total]),
    ) as StatusTotals['byStatus'];
    return { byStatus, ...(await this.special(base)), leftOut: hasDays ? [...leftOut, 'days'] : leftOut };
  }

  /** `all`: the event's payments are counted one by one · `none`: they are too many · `free`: there are no others, or no event is chosen */
  private async eventToCount(filter: PaymentFilter, days: Days): Promise<'all' | 'none' | 'free'> {
    if (filter.eventId === undefined) return 'free';
    const scope = { ...eventOf(filter), ...(filter.projectIds && { projectIds: filter.projectIds }) };
    const { createdFrom: from = null, createdBefore: before = null } = days;
    if ((await this.counts.createdIn({ from, before }, scope)) <= this.countedOfEvent) return 'all';
    // In this order: the number of all payments only grows.
    const own = await this.counts.createdIn(EVER, scope);
    const { total } = await this.counts.totalOf(filter.projectIds ? { projectIds: filter.projectIds } : {});
    return own === total ? 'free' : 'none';
  }

  /** Whether the days hold few payments of the seller, tier and projects. */
  private async isShort(base: PaymentFilter, days: Days, known: SellerCounts): Promise<boolean> {
    if (known.totalOf(base).total <= this.countedAtOnce) return true;
    const { createdFrom: from = null, createdBefore: before = null } = days;
    const scope = base.projectIds ? { projectIds: base.projectIds } : {};
    return (await this.counts.createdIn({ from, before }, scope)) <= this.countedAtOnce;
  }

  /** Of projects or an event: by status off their index, the rest as where counters know the totals. */
  private async indexed(filter: PaymentFilter, known: SellerCounts): Promise<Omit<StatusTotals, 'leftOut'>> {
    return { byStatus: await this.byStatus(filter, known), ...(await this.special(filter)) };
  }

  /** Kept for each version of the counters that hold these payments. */
  private async byStatus(filter: PaymentFilter, known: SellerCounts): Promise<StatusTotals['byStatus']> {
    const { where, parameters, index: usual, parts, name } = planOf(filter, NEWEST_FIRST, null);
    const index = parts ? 'ix_payments_project' : usual;
    const { version } = known.totalOf(filter);
    const kept = this.kept.get(name);
    if (kept?.version === version) return kept.byStatus;
    const rows = await this.uow.read<{ status: PaymentStatus; total: unknown }>(
      `SELECT p.status AS status, COUNT(*) AS total FROM payments p${indexHint(this.uow, index)} WHERE ${where.join(' AND ')} GROUP BY p.status`,
      parameters,
    );
    const of = (status: PaymentStatus) => wholeNumber(rows.find((row) => row.status === status)?.total ?? 0);
    const byStatus = Object.fromEntries(
      PAYMENT_STATUSES.map((status) => [status, of(status)]),
    ) as StatusTotals['byStatus'];
    this.kept.delete(name);
    this.kept.set(name, { version, byStatus });
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return byStatus;
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
         FROM payments p${indexHint(this.uow, index)} ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} GROUP BY p.status`,
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
    const count = (name: string, index: string, { where }: Conditions) =>
      `SELECT '${name}' AS name, COUNT(*) AS total FROM payments p${indexHint(this.uow, index)} WHERE ${where.join(' AND ')}`;
    const rows = await this.uow.read<{ name: string; total: unknown }>(
      `${count('review', 'ix_payments_review', review)} UNION ALL ${count('pending', BY_ID, pending)}`,
      [...review.parameters, ...pending.parameters],
    );
    const of = (name: string) => wholeNumber(rows.find((row) => row.name === name)?.total ?? 0);
    return { refundPending: of('pending'), needsReview: of('review') };
  }
}

type Days = Pick<PaymentFilter, 'createdFrom' | 'createdBefore'>;

/** What the counters know. */
function baseOf({
  salesManagerId,
  tokenType,
  projectIds,
}: PaymentFilter): Pick<PaymentFilter, 'salesManagerId' | 'tokenType' | 'projectIds'> {
  return {
    ...(salesManagerId !== undefined && { salesManagerId }),
    ...(tokenType && { tokenType }),
    ...(projectIds && { projectIds }),
  };
}

function eventOf({ eventId }: PaymentFilter): Pick<PaymentFilter, 'eventId'> {
  return eventId === undefined ? {} : { eventId };
}

function daysOf({ createdFrom, createdBefore }: PaymentFilter): Days {
  return { ...(createdFrom && { createdFrom }), ...(createdBefore && { createdBefore }) };
}
