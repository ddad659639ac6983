import { setImmediate as turn } from 'node:timers/promises';
import type { PageRequest } from '../../../domain/files/pagination.js';
import type { PaymentSortOrder } from '../../../domain/payment/payment-sort.js';
import type { CountedTotal } from '../counters/counter-cells.repository.js';
import type { CustomerSearchIndex } from './customer-search-index.js';
import { type ListLimits, offsetOf, pageOfAll, type PaymentIdPage } from '../list-page.js';
import { PaymentColumnCache } from './payment-column-cache.js';
import type { PaymentCounters } from '../counters/payment-counters.js';
import { type ListPlan, type PaymentFilter, planOf } from '../payment-filter.js';
import { type ListKey, PlanReader, type WalkedRow } from '../plan-reader.queries.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { Refusal } from '../../../runtime/refusal.js';

interface Result {
  /** The state that it was computed from; exact while that is unchanged. */
  state: string;
  /** Oldest first. */
  ids: Uint32Array;
}

interface Task {
  filter: PaymentFilter;
  plan: ListPlan;
  parts: string[];
  /** Counters of all payments, and of the filter's seller, tier, status and projects. */
  all: CountedTotal;
  equal: CountedTotal;
}

const HEAD_AT_ONCE = 1000;
const READ_AT_ONCE = 5000;
const RESULTS_KEPT = 16;
/** 4 bytes each. */
const IDS_KEPT = 8_000_000;

/**
 * Searches that match many customers. The whole result is computed in memory, from immutable columns and, for filters that
 * change, the ids of the list in its index. It is cached while the counters' version is unchanged, so every page costs the same
 * and has the exact total.
 */
export class WideSearch {
  columns: PaymentColumnCache;
  private readonly reader: PlanReader;
  private readonly results = new Map<string, Result>();
  private readonly making = new Map<string, Promise<Uint32Array>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly counts: PaymentCounters,
    private readonly text: CustomerSearchIndex,
    private readonly limits: ListLimits,
  ) {
    this.columns = new PaymentColumnCache(uow);
    this.reader = new PlanReader(uow);
  }

  /** @throws SEARCH_TOO_WIDE */
  async page(
    filter: PaymentFilter,
    parts: string[],
    page: PageRequest,
    { direction }: PaymentSortOrder,
    exact: boolean,
  ): Promise<PaymentIdPage> {
    const task = await this.taskOf(filter, parts);
    if (exact || this.isQuick(task)) return pageOfAll(await this.idsOf(task), page, direction);
    const head = await this.head(task, direction);
    if (head.isAll) return pageOfAll(direction === 'asc' ? head.ids : head.ids.reverse(), page, direction);
    const offset = offsetOf(page);
    if (offset + page.limit > head.ids.length) return pageOfAll(await this.idsOf(task), page, direction);
    const ids = head.ids.slice(offset, offset + page.limit);
    return { ids, page: page.page, totalCount: head.ids.length, totalIsCapped: true };
  }

  private async taskOf(filter: PaymentFilter, parts: string[]): Promise<Task> {
    const { salesManagerId, tokenType, status, projectIds } = filter;
    const isPart = salesManagerId !== undefined || tokenType || status || projectIds;
    const [all, equal] = await Promise.all([
      this.counts.totalOf({}),
      isPart ? this.counts.totalOf(filter) : Promise.resolve(null),
    ]);
    return {
      filter,
      parts,
      plan: planOf(filter, { sort: 'date', direction: 'asc' }, null),
      all,
      equal: equal ?? all,
    };
  }

  /** True when little has to be read, or the result is cached. */
  private isQuick(task: Task): boolean {
    const { countedAtOnce } = this.limits;
    if (task.all.total <= countedAtOnce) return true;
    if (this.columns.count === 0) return false;
    return task.plan.isFixed || task.equal.total <= countedAtOnce || this.find(task) !== null;
  }

  /** The first rows in the requested order, as far as the first answer may read. */
  private async head({ plan, parts }: Task, direction: PaymentSortOrder['direction']) {
    const { headFound, headRead } = this.limits;
    const ids: number[] = [];
    let key: ListKey | null = null;
    for (let read = 0; read < headRead && ids.length < headFound;) {
      const length = Math.min(HEAD_AT_ONCE, headRead - read);
      const rows = await this.reader.walk(plan, direction, key, { length, customer: true });
      for (const row of rows) if (this.text.has(row.customerId, parts)) ids.push(row.id);
      if (rows.length < length) return { ids, isAll: true };
      key = rows.at(-1)!.key;
      read += rows.length;
    }
    return { ids, isAll: false };
  }

  /** Concurrent requests share a result; one search is computed at a time. */
  private idsOf(task: Task): Promise<Uint32Array> {
    const name = `${nameOf(task)} ${this.stateOf(task)}`;
    const known = this.making.get(name);
    if (known) return known;
    const made = this.last.then(() => this.find(task) ?? this.make(task)).finally(() => this.making.delete(name));
    this.last = made.catch(() => undefined);
    this.making.set(name, made);
    return made;
  }

  private async make(task: Task): Promise<Uint32Array> {
    const state = this.stateOf(task);
    const fits = await this.columns.refresh(task.all.total);
    if (!fits && task.equal.total > this.limits.countedAtOnce) throw new Refusal('SEARCH_TOO_WIDE');
    const marks = this.text.marked(task.parts);
    const isMarked = (customerId: number) => marks[customerId] === 1;
    const ids =
      fits && task.plan.isFixed ? this.columns.select(task.filter, isMarked) : await this.read(task, fits, isMarked);
    // A payment may commit after others with higher ids: an incomplete result is not cached.
    const isWhole = !fits || this.columns.count >= task.all.total;
    if (task.plan.isVersioned && isWhole) this.keep(nameOf(task), { state, ids });
    return ids;
  }

  /** Oldest first. Each project is read by itself: a merge would read ahead in all of them for every block. */
  private async read({ plan }: Task, fits: boolean, isMarked: (customerId: number) => boolean): Promise<Uint32Array> {
    const found: { id: number; at: ListKey[0] }[] = [];
    const ids: number[] = [];
    if (plan.parts === null) await this.walk(plan, fits, isMarked, ({ id }) => ids.push(id));
    for (const part of plan.parts ?? [])
      await this.walk({ ...plan, ...part, parts: null }, fits, isMarked, ({ id, key }) =>
        found.push({ id, at: key[0]! }),
      );
    // The time of creation is text of one form.
    found.sort((one, other) => (one.at === other.at ? one.id - other.id : one.at < other.at ? -1 : 1));
    return Uint32Array.from(plan.parts === null ? ids : found.map(({ id }) => id));
  }

  /** The list's index holds ids only; their customers are in memory. */
  private async walk(
    plan: ListPlan,
    fits: boolean,
    isMarked: (customerId: number) => boolean,
    take: (row: WalkedRow) => void,
  ): Promise<void> {
    for (let key: ListKey | null = null, ended = false; !ended;) {
      const rows = await this.reader.walk(plan, 'asc', key, { length: READ_AT_ONCE, customer: !fits });
      for (const row of rows) if (isMarked(fits ? this.columns.customerOf(row.id) : row.customerId)) take(row);
      key = rows.at(-1)?.key ?? null;
      ended = rows.length < READ_AT_ONCE;
      // SQLite runs on this thread: yield between blocks.
      await turn();
    }
  }

  private find(task: Task): Uint32Array | null {
    const known = this.results.get(nameOf(task));
    return known && known.state === this.stateOf(task) ? known.ids : null;
  }

  /** Without a status only a new payment changes the list; otherwise every change within it counts. */
  private stateOf({ plan, all, equal }: Task): string {
    return `${this.text.version} ${plan.isFixed ? all.total : equal.version}`;
  }

  private keep(name: string, result: Result): void {
    this.results.delete(name);
    this.results.set(name, result);
    let ids = [...this.results.values()].reduce((sum, each) => sum + each.ids.length, 0);
    for (const [oldest, { ids: its }] of this.results) {
      if (this.results.size <= RESULTS_KEPT && ids <= IDS_KEPT) return;
      this.results.delete(oldest);
      ids -= its.length;
    }
  }
}

function nameOf({ plan, parts }: Task): string {
  return `${plan.name} ${JSON.stringify(parts)}`;
}
