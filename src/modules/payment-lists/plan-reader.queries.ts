import type { SortDirection } from '../../domain/payment/payment-sort.js';
import { sqlInstant } from '../../database/instants.js';
import { indexHint } from './index-hint.js';
import {
  type Conditions,
  CREATED_BEFORE,
  CREATED_FROM,
  type FoundRows,
  indexOfFound,
  type ListPlan,
} from './payment-filter.js';
import type { UnitOfWork } from '../../database/unit-of-work.js';

type Value = string | number;

/** The values of a plan's sort columns in one row. */
export type ListKey = Value[];

export interface Slice {
  offset: number;
  length: number;
  /** Read from the other end of the list and reversed. */
  fromEnd: boolean;
}

export interface WalkedRow {
  id: number;
  customerId: number;
  key: ListKey;
}

export interface FoundPayment {
  id: number;
  createdAt: Date | string;
}

/** Above this number of projects, the anchors of their common list are read in one walk: a merge reads ahead in each of them. */
const MERGED_FOR_ANCHORS = 4;

/** SQL of lists, read from the plan's index only; rows are read elsewhere, by id. */
export class PlanReader {
  constructor(private readonly uow: UnitOfWork) {}

  /** Counts up to `most`. */
  async count(plan: ListPlan, most: number): Promise<number> {
    const parts = partsOf(plan).map((part) => `SELECT p.id ${this.from(part)} ${whereOf(part.where)} LIMIT ${most}`);
    const all = parts.length === 1 ? parts[0]! : `${unionOf(parts)} LIMIT ${most}`;
    const [row] = await this.rows<{ total: Value }>(
      `SELECT COUNT(*) AS total FROM (${all}) counted`,
      partsOf(plan).flatMap(({ parameters }) => parameters),
    );
    return Number(row?.total ?? 0);
  }

  /** Counts the whole list. */
  async countAll(plan: ListPlan): Promise<number> {
    const parts = partsOf(plan).map((part) => `SELECT COUNT(*) AS total ${this.from(part)} ${whereOf(part.where)}`);
    const sql =
      parts.length === 1 ? parts[0]! : `SELECT SUM(total) AS total FROM (${parts.join(' UNION ALL ')}) counted`;
    const [row] = await this.rows<{ total: Value }>(
      sql,
      partsOf(plan).flatMap(({ parameters }) => parameters),
    );
    return Number(row?.total ?? 0);
  }

  async ids(plan: ListPlan, direction: SortDirection, { offset, length, fromEnd }: Slice): Promise<number[]> {
    const ids = await this.idsFrom(plan, fromEnd ? opposite(direction) : direction, { offset, length }, null);
    return fromEnd ? ids.reverse() : ids;
  }

  /** Ascending, from the row with this key on. */
  idsAt(plan: ListPlan, key: ListKey, offset: number, length: number): Promise<number[]> {
    return this.idsFrom(plan, 'asc', { offset, length }, { key, inclusive: true });
  }

  /** Ascending: the key of the row that lies `offset` rows behind this one. */
  async keyAfter(plan: ListPlan, key: ListKey | null, offset: number): Promise<ListKey | null> {
    const parts = (plan.parts?.length ?? 0) > MERGED_FOR_ANCHORS ? null : plan.parts;
    const [row] = await this.walk({ ...plan, parts }, 'asc', key, { offset, length: 1, inclusive: true });
    return row?.key ?? null;
  }

  /** Rows after a key in the given direction, with their sort values. */
  async walk(
    plan: ListPlan,
    direction: SortDirection,
    key: ListKey | null,
    { offset = 0, length, inclusive = false, customer = false }: WalkOptions,
  ): Promise<WalkedRow[]> {
    const columns = [...keysOf(plan), ...(customer ? ['p.customer_id AS customerId'] : [])];
    const after = key && { key, inclusive };
    const rows = await this.select<Record<string, Value | Date>>(plan, columns, direction, { offset, length }, after);
    return rows.map((row) => {
      const values = plan.order.map((_, at) => keyValue(row[`k${at}`]));
      return { id: Number(values.at(-1)), customerId: Number(row['customerId']), key: values };
    });
  }

  private async idsFrom(
    plan: ListPlan,
    direction: SortDirection,
    range: Range,
    after: After | null,
  ): Promise<number[]> {
    // A merge is ordered by the keys, of which the last one is the id.
    const columns = ['p.id AS id', ...(plan.parts ? keysOf(plan) : [])];
    const rows = await this.select<{ id: Value }>(plan, columns, direction, range, after);
    return rows.map(({ id }) => Number(id));
  }

  /** @param columns the keys of the order (`k0`, `k1`, …) among them, if the plan has parts */
  private select<Row>(
    plan: ListPlan,
    columns: string[],
    direction: SortDirection,
    { offset, length }: Range,
    after: After | null,
  ): Promise<Row[]> {
    const beyond = after && this.beyond(plan, after.key, direction, after.inclusive);
    const one = (part: Part, limit: string) => {
      const where = beyond ? [...this.boundedByKey(part, direction), beyond.sql] : part.where;
      return `SELECT ${columns.join(', ')} ${this.from(part)} ${whereOf(where)} ${orderBy(plan.order, direction)} ${limit}`;
    };
    const page = `LIMIT ${length} OFFSET ${offset}`;
    const parts = partsOf(plan);
    const sql =
      parts.length === 1
        ? one(parts[0]!, page)
        : `${unionOf(parts.map((part) => one(part, `LIMIT ${length + offset}`)))}
           ${orderBy(
             plan.order.map((_, at) => `k${at}`),
             direction,
           )} ${page}`;
    const own = beyond?.parameters ?? [];
    const parameters = parts.flatMap((part) => [...part.parameters, ...own]);
    // The offset stands in the text: prepared, each page would be a statement more.
    return offset === 0 ? this.rows(sql, parameters) : (this.uow.manager.query(sql, parameters) as Promise<Row[]>);
  }

  /** Found payments, or all of found customers, that meet the conditions; in no order. */
  async found({ kind, ids }: FoundRows, { where, parameters }: Conditions): Promise<FoundPayment[]> {
    return (await this.uow.manager.query(
      `SELECT p.id AS id, p.created_at AS createdAt FROM payments p${indexHint(this.uow, indexOfFound({ kind }))}
        WHERE ${kind === 'payments' ? 'p.id' : 'p.customer_id'} IN (${ids.map(() => '?').join(', ')}) ${andAll(where)}`,
      [...ids, ...parameters],
    )) as FoundPayment[];
  }

  private from({ index }: Part): string {
    return `FROM payments p${indexHint(this.uow, index)}`;
  }

  /**
   * Condition for rows after a key. SQLite uses an index for a row value comparison; MySQL and MariaDB only when it is written
   * out, longest prefix last.
   */
  private beyond({ order }: ListPlan, key: ListKey, direction: SortDirection, inclusive: boolean) {
    const sign = direction === 'asc' ? '>' : '<';
    const last = inclusive ? `${sign}=` : sign;
    if (this.uow.isSqlite) {
      return { sql: `(${order.join(', ')}) ${last} (${order.map(() => '?').join(', ')})`, parameters: key };
    }
    const steps = order.map((column, at) => {
      const equal = order.slice(0, at).map((before) => `${before} = ?`);
      return [...equal, `${column} ${at === order.length - 1 ? last : sign} ?`].join(' AND ');
    });
    return { sql: `(${steps.join(' OR ')})`, parameters: order.flatMap((_, at) => key.slice(0, at + 1)) };
  }

  /**
   * The key's bound is tighter than the range of days. SQLite enters the index by the first bound that it meets, so a unary plus
   * disables the range's one.
   */
  private boundedByKey({ where }: Part, direction: SortDirection): string[] {
    const wider = direction === 'asc' ? CREATED_FROM : CREATED_BEFORE;
    return this.uow.isSqlite ? where.map((condition) => (condition === wider ? `+${condition}` : condition)) : where;
  }

  private rows<Row>(sql: string, parameters: Value[]): Promise<Row[]> {
    return this.uow.read(sql, parameters);
  }
}

type Part = Conditions & Pick<ListPlan, 'index'>;
type Range = Pick<Slice, 'offset' | 'length'>;

interface After {
  key: ListKey;
  inclusive: boolean;
}

export interface WalkOptions {
  offset?: number;
  length: number;
  inclusive?: boolean;
  /** Also reads the customer id, which is in no index. */
  customer?: boolean;
}

function partsOf(plan: ListPlan): readonly Part[] {
  return plan.parts ?? [plan];
}

/** Each part has a LIMIT of its own, which SQLite takes in brackets alone. */
function unionOf(parts: string[]): string {
  return parts.map((part, at) => `SELECT * FROM (${part}) part${at}`).join(' UNION ALL ');
}

function keysOf({ order }: ListPlan): string[] {
  return order.map((column, at) => `${column} AS k${at}`);
}

function opposite(direction: SortDirection): SortDirection {
  return direction === 'asc' ? 'desc' : 'asc';
}

function andAll(where: string[]): string {
  return where.map((condition) => `AND ${condition}`).join(' ');
}

function whereOf(where: string[]): string {
  return where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
}

function orderBy(order: readonly string[], direction: SortDirection): string {
  return `ORDER BY ${order.map((column) => `${column} ${direction.toUpperCase()}`).join(', ')}`;
}

function keyValue(value: Value | Date | undefined): Value {
  return value instanceof Date ? sqlInstant(value) : (value ?? '');
}
