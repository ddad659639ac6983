import type { SortDirection } from '../../domain/payment/payment-sort.js';
import type { ListPlan } from './payment-filter.js';
import type { ListKey, PlanReader } from './plan-reader.queries.js';

interface Anchors {
  /** Keys of the rows 0, 1000, 2000 …, in ascending order. */
  keys: ListKey[];
  version: number;
}

/** The position of a page: rows before and after it, in the requested order. */
interface Place {
  offset: number;
  rest: number;
  length: number;
}

const LISTS_KEPT = 32;

/**
 * Finds any page without scanning the pages before it, by the keys of every thousandth row. They are counted from the oldest,
 * since new rows join at the other end. A list that only grows there is extended; any other is read again after a change. Per
 * process: about 100 kB for a million rows.
 */
export class ListAnchors {
  static readonly STEP = 1000;

  private readonly lists = new Map<string, Promise<Anchors>>();

  constructor(private readonly reader: PlanReader) {}

  /** @param state the list's current counters */
  async ids(
    plan: ListPlan,
    direction: SortDirection,
    { offset, rest, length }: Place,
    state: { total: number; version: number },
  ): Promise<number[]> {
    const { keys } = await this.of(plan, state);
    const start = direction === 'asc' ? offset : rest;
    const at = Math.min(Math.floor(start / ListAnchors.STEP), keys.length - 1);
    const key = keys[at];
    if (!key) return [];
    const ids = await this.reader.idsAt(plan, key, start - at * ListAnchors.STEP, length);
    return direction === 'asc' ? ids : ids.reverse();
  }

  private async of(plan: ListPlan, state: { total: number; version: number }): Promise<Anchors> {
    const known = await this.lists.get(plan.name)?.catch(() => undefined);
    if (known?.version === state.version) return this.keep(plan, Promise.resolve(known));
    const extended = known && plan.growsAtEnd ? await this.extended(plan, known, state) : null;
    return this.keep(plan, extended ? Promise.resolve(extended) : this.built(plan, state));
  }

  /** LRU cache; concurrent requests share one build. */
  private keep(plan: ListPlan, anchors: Promise<Anchors>): Promise<Anchors> {
    this.lists.delete(plan.name);
    this.lists.set(plan.name, anchors);
    const [oldest] = this.lists.keys();
    if (this.lists.size > LISTS_KEPT && oldest !== undefined) this.lists.delete(oldest);
    anchors.catch(() => this.lists.delete(plan.name));
    return anchors;
  }

  private async built(plan: ListPlan, { version }: { version: number }): Promise<Anchors> {
    const first = await this.reader.keyAfter(plan, null, 0);
    return { keys: first ? await this.hop(plan, [first]) : [], version };
  }

  /** @returns null when rows have joined elsewhere, e.g. by an import of old payments */
  private async extended(
    plan: ListPlan,
    known: Anchors,
    { total, version }: { total: number; version: number },
  ): Promise<Anchors | null> {
    const keys = await this.hop(plan, [...known.keys]);
    const last = keys.at(-1);
    const behind = last ? (await this.reader.idsAt(plan, last, 0, ListAnchors.STEP + 1)).length : 0;
    return (keys.length - 1) * ListAnchors.STEP + behind === total ? { keys, version } : null;
  }

  private async hop(plan: ListPlan, keys: ListKey[]): Promise<ListKey[]> {
    for (;;) {
      const next = await this.reader.keyAfter(plan, keys.at(-1) ?? null, ListAnchors.STEP);
      if (!next) return keys;
      keys.push(next);
    }
  }
}
