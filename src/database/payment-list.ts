import { Injectable } from '@nestjs/common';
import { isDayStart } from '../domain/day-tree.js';
import { type PageRequest, withinPages } from '../domain/pagination.js';
import { NEWEST_FIRST, type PaymentOrder } from '../domain/payment-sort.js';
import type { CountedTotal, SellerCounts } from './count-cells.js';
import { ListAnchors } from './list-anchors.js';
import { LIST_LIMITS, type ListLimits, offsetOf, pageOfAll, type PaymentIdPage } from './list-page.js';
import { readInstant } from './instants.js';
import { PaymentCounts } from './payment-counts.js';
import { conditionsOf, type FoundRows, type ListPlan, type PaymentFilter, planOf } from './payment-filter.js';
import { PaymentSearch } from './payment-search.js';
import { PlanReader } from './plan-reader.js';
import { UnitOfWork } from './unit-of-work.js';
import { WideSearch } from './wide-search.js';

export type { PaymentIdPage } from './list-page.js';
export type { PaymentFilter } from './payment-filter.js';

export interface ListOptions {
  /** Of the filter's seller, where the caller reads them anyway. */
  counts?: Promise<SellerCounts> | null;
  /** The exact total, however long it takes. */
  exact?: boolean;
}

const LOOKED_UP_AT_ONCE = 1000;
const LENGTHS_KEPT = 64;

/**
 * One page of payment ids. The page is found in an index alone; whoever shows it reads its rows by id afterwards, because a
 * join under ORDER BY … LIMIT makes the database sort everything.
 */
@Injectable()
export class PaymentLists {
  readonly limits: ListLimits = { ...LIST_LIMITS };
  readonly wide: WideSearch;
  private readonly reader: PlanReader;
  private readonly anchors: ListAnchors;
  /** Exact lengths by the plan's name, each with the version of the counters that it belongs to. */
  private readonly lengths = new Map<string, { version: number; total: Promise<number> }>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly counts: PaymentCounts,
    private readonly searches: PaymentSearch,
  ) {
    this.reader = new PlanReader(this.uow);
    this.anchors = new ListAnchors(this.reader);
    this.wide = new WideSearch(this.uow, this.counts, this.searches.text, this.limits);
  }

  /** A page past the end is answered with the last one. @throws SearchTooWide */
  async page(
    filter: PaymentFilter,
    page: PageRequest,
    order: PaymentOrder = NEWEST_FIRST,
    { counts = null, exact = false }: ListOptions = {},
  ): Promise<PaymentIdPage> {
    const found = await this.searches.resolve(filter.search);
    if (found?.kind === 'dense') return this.wide.page(filter, found.parts, page, order, exact);
    if (found) return pageOfAll(await this.lookUp(filter, found), page, order.direction);
    const plan = planOf(filter, order, null);
    if (!plan.isCounted) return this.measuredPage(filter, plan, page, order, exact);
    return this.countedPage(
      plan,
      page,
      order,
      counts ? counts.then((known) => known.totalOf(filter)) : this.totalOf(filter),
    );
  }

  /** Of seller, tier and status alone. */
  private totalOf({ salesManagerId, tokenType, status }: PaymentFilter): Promise<CountedTotal> {
    return this.counts.totalOf({
      ...(salesManagerId !== undefined && { salesManagerId }),
      ...(tokenType && { tokenType }),
      ...(status && { status }),
    });
  }

  /** Any page of a list of any length, whose total the counters know: no page costs more than a thousand index entries. */
  private async countedPage(
    plan: ListPlan,
    page: PageRequest,
    order: PaymentOrder,
    counted: Promise<CountedTotal>,
  ): Promise<PaymentIdPage> {
    // Where the list begins its length decides about nothing but how many pages it has: nobody waits for it.
    if (offsetOf(page) >= ListAnchors.STEP) return this.placed(plan, page, order, await counted);
    const slice = { offset: offsetOf(page), length: page.limit, fromEnd: false };
    const [ids, state] = await Promise.all([this.reader.ids(plan, order.direction, slice), counted]);
    if (withinPages(page, state.total).page !== page.page) return this.placed(plan, page, order, state);
    return { ids, page: page.page, totalCount: state.total, totalIsCapped: false };
  }

  /** Lists that no counter knows: days of creation together with other filters, and what a payment goes through. */
  private async measuredPage(
    filter: PaymentFilter,
    plan: ListPlan,
    page: PageRequest,
    order: PaymentOrder,
    exact: boolean,
  ): Promise<PaymentIdPage> {
    const { cappedAt, countedAtOnce, patienceMs } = this.limits;
    const bound = await this.totalOf(filter);
    const counting = this.lengthOf(filter, plan, bound);
    const isPatient =
      exact || isOfDays(filter, plan) || bound.total <= countedAtOnce || offsetOf(page) + page.limit > cappedAt;
    const total = isPatient ? await counting : await within(counting, patienceMs);
    if (total !== null) return this.placed(plan, page, order, { total, version: bound.version });
    const known = await this.reader.count(plan, cappedAt + 1);
    if (known <= cappedAt) return this.placed(plan, page, order, { total: known, version: bound.version });
    const slice = { offset: offsetOf(page), length: page.limit, fromEnd: false };
    const ids = await this.reader.ids(plan, order.direction, slice);
    return { ids, page: page.page, totalCount: cappedAt, totalIsCapped: true };
  }

  /** Of a long list that only what the counters count can change: once for each of their versions. */
  private lengthOf(filter: PaymentFilter, plan: ListPlan, { total: bound, version }: CountedTotal): Promise<number> {
    if (!plan.isVersioned || bound <= this.limits.countedAtOnce) return this.reader.countAll(plan);
    if (isOfDays(filter, plan))
      return this.counts.createdIn({ from: filter.createdFrom ?? null, before: filter.createdBefore ?? null });
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

  /** A page of a list of known length, counted from the end that is nearer, or from an anchor in between. */
  private async placed(
    plan: ListPlan,
    asked: PageRequest,
    { direction }: PaymentOrder,
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

  /** The payments of a few customers, or those that a number names: all of them, oldest first. */
  private async lookUp(filter: PaymentFilter, found: FoundRows): Promise<number[]> {
    const { where, parameters } = conditionsOf(filter);
    const isById = found.kind === 'payments';
    const rows: { id: number; time: number }[] = [];
    for (let at = 0; at < found.ids.length; at += LOOKED_UP_AT_ONCE) {
      const some = found.ids.slice(at, at + LOOKED_UP_AT_ONCE);
      const read = (await this.uow.manager.query(
        `SELECT p.id AS id, p.created_at AS createdAt FROM payments p
          WHERE ${isById ? 'p.id' : 'p.customer_id'} IN (${some.map(() => '?').join(', ')}) ${andAll(where)}`,
        [...some, ...parameters],
      )) as { id: number; createdAt: Date | string }[];
      for (const { id, createdAt } of read) rows.push({ id: Number(id), time: readInstant(createdAt).getTime() });
    }
    rows.sort((one, other) => one.time - other.time || one.id - other.id);
    return rows.map(({ id }) => id);
  }
}

/** Whole days and nothing else: the sums of days know how many payments they have. */
function isOfDays({ createdFrom, createdBefore }: PaymentFilter, plan: ListPlan): boolean {
  const bounds = [createdFrom, createdBefore].filter((at) => at !== undefined);
  return plan.isVersioned && plan.where.length === bounds.length && bounds.every(isDayStart);
}

function andAll(where: string[]): string {
  return where.map((condition) => `AND ${condition}`).join(' ');
}

/** @returns null when it takes longer; it then goes on for whoever asks next */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)));
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
