import { setImmediate as turn } from 'node:timers/promises';
import { DEFAULT_EVENT_ID } from '../../../domain/projects/event-rules.js';
import { DEFAULT_PROJECT_ID } from '../../../domain/projects/project-rules.js';
import { TOKEN_TYPES, type TokenType } from '../../../domain/payment/token-catalogue.js';
import { readInstant } from '../../../database/instants.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';

/** Conditions on columns of a payment that never change. */
export interface FixedConditions {
  salesManagerId?: number;
  tokenType?: TokenType;
  projectIds?: readonly number[];
  eventId?: number;
  createdFrom?: Date;
  createdBefore?: Date;
}

interface Row {
  id: number;
  customerId: number;
  salesManagerId: number;
  projectId: number;
  eventId: number;
  tokenType: TokenType;
  createdAt: Date | string;
}

/** Rows of a larger batch outlive the young generation, and their garbage stays in the old one. */
const BATCH = 2_000;
/**
 * Transactions commit in another order than their rows are numbered. When rows are missing, this many ids are read again; no
 * transaction stays open while so many payments are created.
 */
const OVERLAP = 5000;
/** 17 bytes each, 25 where there are several projects: about 100 MB, or 150 MB. */
const MAX_ID = 6_000_000;

/**
 * Customer, seller, tier, project, event and creation time of all payments, in memory: immutable columns that answer wide searches
 * without reading payments. Refreshed from the database before each use and compared with the exact number of payments.
 */
export class PaymentColumnCache {
  private customers = new Uint32Array(0);
  private sellers = new Uint32Array(0);
  private types = new Uint8Array(0);
  private readonly projects = new SparseColumn(DEFAULT_PROJECT_ID);
  private readonly events = new SparseColumn(DEFAULT_EVENT_ID);
  /** Milliseconds since 1970, UTC. */
  private created = new Float64Array(0);
  /** Ids by creation time, then by id. */
  private order = new Uint32Array(0);
  private size = 0;
  private highestId = 0;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly maxId = MAX_ID,
  ) {}

  /** Number of cached payments. */
  get count(): number {
    return this.size;
  }

  /** @param total number of all payments by the counters @returns false when they do not fit into memory */
  async refresh(total: number): Promise<boolean> {
    while (this.reading) await this.reading;
    this.reading = this.read(total).finally(() => (this.reading = null));
    await this.reading;
    return this.highestId <= this.maxId;
  }

  /** 0 for an unknown payment. */
  customerOf(id: number): number {
    return id <= this.highestId ? this.customers[id]! : 0;
  }

  /** @returns ids, oldest first */
  select(fixed: FixedConditions, hasCustomer: (customerId: number) => boolean): Uint32Array {
    const from = fixed.createdFrom ? this.positionOf(fixed.createdFrom.getTime(), 0) : 0;
    const before = fixed.createdBefore ? this.positionOf(fixed.createdBefore.getTime(), 0) : this.size;
    const type = fixed.tokenType === undefined ? null : TOKEN_TYPES.indexOf(fixed.tokenType);
    const seller = fixed.salesManagerId ?? null;
    const projects = fixed.projectIds ? new Set(fixed.projectIds) : null;
    const event = fixed.eventId ?? null;
    const found = new Uint32Array(Math.max(0, before - from));
    let length = 0;
    for (let at = from; at < before; at += 1) {
      const id = this.order[at]!;
      if (seller !== null && this.sellers[id] !== seller) continue;
      if (type !== null && this.types[id] !== type) continue;
      if (projects !== null && !projects.has(this.projects.get(id))) continue;
      if (event !== null && this.events.get(id) !== event) continue;
      if (hasCustomer(this.customers[id]!)) found[length++] = id;
    }
    return found.slice(0, length);
  }

  private async read(total: number): Promise<void> {
    if (this.highestId > this.maxId) return;
    const added: number[] = [];
    for (let rows = await this.beyond(this.highestId); rows.length > 0; rows = await this.beyond(this.highestId)) {
      for (const row of rows) this.put(row, added);
      if (this.highestId > this.maxId) return this.forget();
      if (rows.length < BATCH) break;
      await turn();
    }
    if (this.size + added.length < total) {
      for (const row of await this.beyond(this.highestId - OVERLAP, OVERLAP)) this.put(row, added);
    }
    this.merge(added);
  }

  private beyond(id: number, length = BATCH): Promise<Row[]> {
    return this.uow.manager.query(
      `SELECT id, customer_id AS customerId, sales_manager_id AS salesManagerId, project_id AS projectId, event_id AS eventId,
              token_type AS tokenType, created_at AS createdAt
         FROM payments WHERE id > ? ORDER BY id LIMIT ${Math.trunc(length)}`,
      [Math.max(0, id)],
    );
  }

  private put(row: Row, added: number[]): void {
    const id = Number(row.id);
    if (id <= this.highestId && this.customers[id] !== 0) return;
    this.highestId = Math.max(this.highestId, id);
    if (id > this.maxId) return;
    if (id >= this.customers.length) this.grow(Math.min(this.maxId + 1, Math.max(id + 1, this.customers.length * 2)));
    this.customers[id] = Number(row.customerId);
    this.sellers[id] = Number(row.salesManagerId);
    this.types[id] = TOKEN_TYPES.indexOf(row.tokenType);
    this.projects.set(id, Number(row.projectId));
    this.events.set(id, Number(row.eventId));
    this.created[id] = readInstant(row.createdAt).getTime();
    added.push(id);
  }

  private grow(length: number): void {
    const larger = <Column extends Uint32Array | Uint8Array | Float64Array>(column: Column, copy: Column): Column => {
      copy.set(column as never);
      return copy;
    };
    this.customers = larger(this.customers, new Uint32Array(length));
    this.sellers = larger(this.sellers, new Uint32Array(length));
    this.types = larger(this.types, new Uint8Array(length));
    this.created = larger(this.created, new Float64Array(length));
  }

  /** New payments usually join at the end: only what lies after the oldest of them is sorted again. */
  private merge(added: number[]): void {
    if (added.length === 0) return;
    const size = this.size + added.length;
    const order = size > this.order.length ? new Uint32Array(Math.max(1024, Math.ceil(size * 1.25))) : this.order;
    if (order !== this.order) order.set(this.order.subarray(0, this.size));
    order.set(added, this.size);
    let oldest = added[0]!;
    for (const id of added) if (this.compare(id, oldest) < 0) oldest = id;
    const tail = order.subarray(this.positionOf(this.created[oldest]!, oldest), size);
    if (!tail.every((id, at) => at === 0 || this.compare(tail[at - 1]!, id) < 0))
      tail.sort((one, other) => this.compare(one, other));
    this.order = order;
    this.size = size;
  }

  private compare(one: number, other: number): number {
    return this.created[one]! - this.created[other]! || one - other;
  }

  /** Position of the first payment at this time or later, with this id or a higher one at exactly this time. */
  private positionOf(time: number, id: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.order[middle]!;
      if (this.created[other]! < time || (this.created[other] === time && other < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private forget(): void {
    this.customers = this.sellers = this.order = new Uint32Array(0);
    this.types = new Uint8Array(0);
    this.projects.forget();
    this.events.forget();
    this.created = new Float64Array(0);
    this.size = 0;
  }
}

/** Numbers by id that are nearly always, and in most installations without exception, the usual one: stored from the first other on. */
class SparseColumn {
  private values = new Uint32Array(0);

  constructor(private readonly usual: number) {}

  get(id: number): number {
    return this.values[id] || this.usual;
  }

  set(id: number, value: number): void {
    if (value === this.usual) return;
    if (id >= this.values.length) {
      const larger = new Uint32Array(Math.max(1024, id + 1, this.values.length * 2));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[id] = value;
  }

  forget(): void {
    this.values = new Uint32Array(0);
  }
}
