import { Injectable } from '@nestjs/common';
import { isDayStart } from '../../domain/calendar/day-tree.js';
import { type PageRequest, withinPages } from '../../domain/files/pagination.js';
import { NEWEST_FIRST, type PaymentSortOrder } from '../../domain/payment/payment-sort.js';
import type { CountedTotal, SellerCounts } from './counters/counter-cells.repository.js';
import { ListAnchors } from './list-anchors.js';
import { ListShares } from './list-shares.js';
import { LIST_LIMITS, type ListLimits, offsetOf, pageOfAll, type PaymentIdPage } from './list-page.js';
import { readInstant } from '../../database/instants.js';
import { PaymentCounters } from './counters/payment-counters.js';
import { conditionsOf, type FoundRows, type ListPlan, type PaymentFilter, planOf } from './payment-filter.js';
import { PaymentSearch } from './search/payment-search.js';
import { PlanReader } from './plan-reader.queries.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LATE, within } from '../../runtime/time-limit.js';
import { WideSearch } from './search/wide-search.js';

export type { PaymentIdPage } from './list-page.js';
export type { PaymentFilter } from './payment-filter.js';

export interface ListOptions {
  /** Counters of the filter's seller, if the caller has read them. */
  counts?: Promise<SellerCounts> | null;
  /** The exact total, however long it takes. */
  exact?: boolean;
}

const LOOKED_UP_AT_ONCE = 1000;
const LENGTHS_KEPT = 256;

/**
 * Finds one page of payment ids in an index alone; rows are read by id afterwards, because a join under ORDER BY … LIMIT makes
 * the database sort everything.
 */
@Injectable()
export class PaymentLists {
  readonly limits: ListLimits = { ...LIST_LIMITS };
  readonly wide: WideSearch;
  private readonly reader: PlanReader;
  private readonly anchors: ListAnchors;
  private readonly shares: ListShares;
  /** Exact lengths by plan name, each with the counters' version. */
  private readonly lengths = new Map<string, { version: number; total: Promise<number> }>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly counts: PaymentCounters,
    private readonly searches: PaymentSearch,
  ) {
    this.reader = new PlanReader(this.uow);
    this.anchors = new ListAnchors(this.reader);
    this.shares = new ListShares(this.counts);
    this.wide = new WideSearch(this.uow, this.counts, this.searches.text, this.limits);
  }

  /** A page past the end is the last one. @throws SEARCH_TOO_WIDE */
  async page(
    filter: PaymentFilter,
    page: PageRequest,
    order: PaymentSortOrder = NEWEST_FIRST,
    { counts = null, exact = false }: ListOptions = {},
  ): Promise<PaymentIdPage> {
    const found = await this.searches.resolve(filter);
    if (found?.kind === 'dense') return this.wide.page(filter, found.parts, page, order, exact);
    if (found) return pageOfAll(await this.lookUp(filter, found), page, order.direction);
    const plan = planOf(filter, order, null, await this.shares.isMost(filter));
    if (!plan.isCounted) return this.measuredPage(filter, plan, page, order, exact);
    return this.countedPage(
      plan,
      page,
      order,
      counts ? counts.then((known) => known.totalOf(filter)) : this.totalOf(filter),
    );
  }

  /** For filters of seller, tier, status and projects alone. */
  private totalOf({ salesManagerId, projectIds, tokenType, status }: PaymentFilter): Promise<CountedTotal> {
    return this.counts.totalOf({
      ...(salesManagerId !== undefined && { salesManagerId }),
      ...(projectIds && { projectIds }),
      ...(tokenType && { tokenType }),
      ...(status && { status }),
    });
  }

  /** A page of a list whose total is a counter: at most a thousand index entries are read. */
  private async countedPage(
    plan: ListPlan,
    page: PageRequest,
    order: PaymentSortOrder,
    counted: Promise<CountedTotal>,
  ): Promise<PaymentIdPage> {
    // Near the start the total only decides the number of pages: do not wait for it.
    if (offsetOf(page) >= ListAnchors.STEP) return this.placed(plan, page, order, await counted);
    const slice = { offset: offsetOf(page), length: page.limit, fromEnd: false };
    // Nor look through a project for what it has none of.
    if (plan.isSparse && (await counted).total === 0) return { ids: [], page: 1, totalCount: 0, totalIsCapped: false };
    const [ids, state] = await Promise.all([this.reader.ids(plan, order.direction, slice), counted]);
    if (withinPages(page, state.total).page !== page.page) return this.placed(plan, page, order, state);
    return { ids, page: page.page, totalCount: state.total, totalIsCapped: false };
  }

  /** Lists without a counter: creation days with other filters, and filters on changing columns. */
  private async measuredPage(
    filter: PaymentFilter,
    plan: ListPlan,
    page: PageRequest,
    order: PaymentSortOrder,
    exact: boolean,
  ): Promise<PaymentIdPage> {
    const { cappedAt, countedAtOnce, patienceMs } = this.limits;
    const bound = await this.totalOf(filter);
    const counting = this.lengthOf(filter, plan, bound);
    const isPatient =
      exact || isOfDays(filter, plan) || bound.total <= countedAtOnce || offsetOf(page) + page.limit > cappedAt;
    // A count that takes longer goes on, for the next request.
    const total = isPatient ? await counting : await within(patienceMs, counting);
    if (total !== LATE) return this.placed(plan, page, order, { total, version: bound.version });
    const known = await this.reader.count(plan, cappedAt + 1);
    if (known <= cappedAt) return this.placed(plan, page, order, { total: known, version: bound.version });
    const slice = { offset: offsetOf(page), length: page.limit, fromEnd: false };
    const ids = await this.reader.ids(plan, order.direction, slice);
    return { ids, page: page.page, totalCount: cappedAt, totalIsCapped: true };
  }

  /** The length of a long list, cached for each version of the counters. */
  private lengthOf(filter: PaymentFilter, plan: ListPlan, { total: bound, version }: CountedTotal): Promise<number> {
    // The bound of an event's list is that of its projects, or of all payments: how short it is says nothing.
    const isShort = bound <= this.limits.countedAtOnce && filter.eventId === undefined;
    if (!plan.isVersioned || isShort) return this.reader.countAll(plan);
    if (isOfDays(filter, plan))
      return this.counts.createdIn({ from: filter.createdFrom ?? null, before: filter.createdBefore ?? null }, filter);
    const known = this.lengths.get(plan.name);
    if (known?.version === version) return known.total;
    const total = this.reader.countAll(plan);
    total.catch(() => this.lengths.delete(plan.name));
    this.lengths.delete(plan.name);
    this.lengths.set(plan.name, { version, total });
    const [oldest] = this.lengths.keys();
    if (this.lengths.size > LENGTHS_KEPT && oldest !== undefined) this.lengths.delete(oldest);
    return total;
  }

  /** A page of a list of known length, from the nearer end or from an anchor. */
  private async placed(
    plan: ListPlan,
    asked: PageRequest,
    { direction }: PaymentSortOrder,
    { total, version }: CountedTotal,
  ): Promise<PaymentIdPage> {
    const page = withinPages(asked, total);
    const offset = offsetOf(page);
    const length = Math.max(0, Math.min(page.limit, total - offset));
    const known = { page: page.page, totalCount: total, totalIsCapped: false };
    if (length === 0) return { ids: [], ...known };
    const rest = total - offset - length;
    const fromEnd = rest < offset;
    const slice = { offset: fromEnd ? rest : offset, length, fromEnd };
    const isNear = slice.offset < ListAnchors.STEP || !(plan.isCounted || plan.isVersioned);
    const ids = isNear
      ? await this.reader.ids(plan, direction, slice)
      : await this.anchors.ids(plan, direction, { offset, rest, length }, { total, version });
    return { ids, ...known };
  }

  /** All payments of a few customers, or of a number, oldest first. */
  private async lookUp(filter: PaymentFilter, found: FoundRows): Promise<number[]> {
    const conditions = conditionsOf(filter);
    const rows: { id: number; time: number }[] = [];
    for (let at = 0; at < found.ids.length; at += LOOKED_UP_AT_ONCE) {
      const some = found.ids.slice(at, at + LOOKED_UP_AT_ONCE);
      const read = await this.reader.found({ ...found, ids: some }, conditions);
      for (const { id, createdAt } of read) rows.push({ id: Number(id), time: readInstant(createdAt).getTime() });
    }
    rows.sort((one, other) => one.time - other.time || one.id - other.id);
    return rows.map(({ id }) => id);
  }
}

/** Filtered by whole days, projects and an event only: the day totals know the length. */
function isOfDays({ createdFrom, createdBefore, projectIds, eventId }: PaymentFilter, plan: ListPlan): boolean {
  const bounds = [createdFrom, createdBefore].filter((at) => at !== undefined);
  const scope = [projectIds, eventId].filter((value) => value !== undefined);
  return plan.isVersioned && plan.where.length === bounds.length + scope.length && bounds.every(isDayStart);
}
