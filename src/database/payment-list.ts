import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../domain/pagination.js';
import { NEWEST_FIRST, type PaymentOrder } from '../domain/payment-sort.js';
import type { CountedTotal, SellerCounts } from './count-cells.js';
import { ListAnchors } from './list-anchors.js';
import { PaymentCounts } from './payment-counts.js';
import { type ListPlan, type PaymentFilter, planOf } from './payment-filter.js';
import { PaymentSearch } from './payment-search.js';
import { PlanReader } from './plan-reader.js';
import { UnitOfWork } from './unit-of-work.js';

export type { PaymentFilter } from './payment-filter.js';

export interface PaymentIdPage {
  ids: number[];
  totalCount: number;
  /** The list is longer than `totalCount` says: it was not counted to its end. */
  totalIsCapped: boolean;
}

/** Lists whose length no counter knows are counted, and paged, this far: nobody leafs further, and counting is what they cost. */
export const MOST_COUNTED = 2000;

/**
 * One page of payment ids. The page is found in an index alone; whoever shows it reads its rows by id afterwards, because a
 * join under ORDER BY … LIMIT makes the database sort everything.
 */
@Injectable()
export class PaymentLists {
  private readonly reader: PlanReader;
  private readonly anchors: ListAnchors;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly counts: PaymentCounts,
    private readonly searches: PaymentSearch,
  ) {
    this.reader = new PlanReader(this.uow);
    this.anchors = new ListAnchors(this.reader);
  }

  /** @param counts of the filter's seller, where the caller reads them anyway */
  async page(
    filter: PaymentFilter,
    page: PageRequest,
    order: PaymentOrder = NEWEST_FIRST,
    counts: Promise<SellerCounts> | null = null,
  ): Promise<PaymentIdPage> {
    const found = await this.searches.resolve(filter.search);
    if (found?.kind === 'dense') return this.searches.walk(filter, found, page, order);
    const plan = planOf(filter, order, found);
    if (plan.isCounted) return this.countedPage(filter, page, order, counts);
    const total = await this.reader.count(plan, MOST_COUNTED + 1);
    const totalIsCapped = total > MOST_COUNTED;
    const totalCount = Math.min(total, MOST_COUNTED);
    const length = rowsOn(page, totalCount);
    if (length === 0) return { ids: [], totalCount, totalIsCapped };
    const offset = offsetOf(page);
    const rest = totalCount - offset - length;
    const fromEnd = !totalIsCapped && rest < offset;
    const ids = await this.reader.ids(plan, order.direction, { offset: fromEnd ? rest : offset, length, fromEnd });
    return { ids, totalCount, totalIsCapped };
  }

  /** Any page of a list of any length, whose total the counters know: no page costs more than a thousand index entries. */
  private async countedPage(
    filter: PaymentFilter,
    page: PageRequest,
    order: PaymentOrder,
    counts: Promise<SellerCounts> | null,
  ): Promise<PaymentIdPage> {
    const plan = planOf(filter, order, null);
    const counted = counts ? counts.then((known) => known.totalOf(filter)) : this.counts.totalOf(filter);
    // Where the list begins its length decides about nothing but how many pages it has: nobody waits for it.
    if (offsetOf(page) < ListAnchors.STEP) return this.firstPages(plan, page, order, counted);
    const { total: totalCount, version } = await counted;
    const length = rowsOn(page, totalCount);
    if (length === 0) return { ids: [], totalCount, totalIsCapped: false };
    const offset = offsetOf(page);
    const rest = totalCount - offset - length;
    const fromEnd = rest < offset;
    const slice = { offset: fromEnd ? rest : offset, length, fromEnd };
    const ids =
      slice.offset < ListAnchors.STEP
        ? await this.reader.ids(plan, order.direction, slice)
        : await this.anchors.ids(plan, order.direction, { offset, rest, length }, { total: totalCount, version });
    return { ids, totalCount, totalIsCapped: false };
  }

  private async firstPages(
    plan: ListPlan,
    page: PageRequest,
    { direction }: PaymentOrder,
    counted: Promise<CountedTotal>,
  ): Promise<PaymentIdPage> {
    const slice = { offset: offsetOf(page), length: page.limit, fromEnd: false };
    const [ids, { total: totalCount }] = await Promise.all([this.reader.ids(plan, direction, slice), counted]);
    return { ids, totalCount, totalIsCapped: false };
  }
}

function offsetOf({ page, limit }: PageRequest): number {
  return (page - 1) * limit;
}

function rowsOn(page: PageRequest, total: number): number {
  return Math.max(0, Math.min(page.limit, total - offsetOf(page)));
}
