import type { SortDirection } from '../../domain/payment/payment-sort.js';
import { sqlInstant } from '../../database/instants.js';
import { type Conditions, CREATED_BEFORE, CREATED_FROM, type FoundRows, type ListPlan } from './payment-filter.js';
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

/** SQL of lists, read from the plan's index only; rows are read elsewhere, by id. */
export class PlanReader {
  constructor(private readonly uow: UnitOfWork) {}

  /** Counts up to `most`. */
  async count(plan: ListPlan, most: number): Promise<number> {
    const [row] = await this.rows<{ total: Value }>(
      `SELECT COUNT(*) AS total FROM (SELECT p.id ${this.from(plan)} ${whereOf(plan.where)} LIMIT ${most}) counted`,
      plan.parameters,
    );
    return Number(row?.total ?? 0);
  }

  /** Counts the whole list. */
  async countAll(plan: ListPlan): Promise<number> {
    const [row] = await this.rows<{ total: Value }>(
      `SELECT COUNT(*) AS total ${this.from(plan)} ${whereOf(plan.where)}`,
      plan.parameters,
    );
    return Number(row?.total ?? 0);
  }

  async ids(plan: ListPlan, direction: SortDirection, { offset, length, fromEnd }: Slice): Promise<number[]> {
    const ids = await this.idsFrom(plan, fromEnd ? opposite(direction) : direction, offset, length);
    return fromEnd ? ids.reverse() : ids;
  }

  /** Ascending, from the row with this key on. */
  async idsAt(plan: ListPlan, key: ListKey, offset: number, length: number): Promise<number[]> {
    const after = this.beyond(plan, key, 'asc', true);
    return this.idsFrom(
      {
        ...plan,
        where: [...this.boundedByKey(plan, 'asc'), after.sql],
        parameters: [...plan.parameters, ...after.parameters],
      },
      'asc',
      offset,
      length,
    );
  }

  /** Ascending: the key of the row that lies `offset` rows behind this one. */
  async keyAfter(plan: ListPlan, key: ListKey | null, offset: number): Promise<ListKey | null> {
    const [row] = await this.walk(plan, 'asc', key, { offset, length: 1, inclusive: true });
    return row?.key ?? null;
  }

  /** Rows after a key in the given direction, with their sort values. */
  async walk(
    plan: ListPlan,
    direction: SortDirection,
    key: ListKey | null,
    { offset = 0, length, inclusive = false, customer = false }: WalkOptions,
  ): Promise<WalkedRow[]> {
    const after = key && this.beyond(plan, key, direction, inclusive);
    const where = after ? [...this.boundedByKey(plan, direction), after.sql] : plan.where;
    const columns = plan.order.map((column, at) => `${column} AS k${at}`);
    const rows = await this.rows<Record<string, Value | Date>>(
      `SELECT ${[...columns, ...(customer ? ['p.customer_id AS customerId'] : [])].join(', ')} ${this.from(plan)}
        ${whereOf(where)} ${orderBy(plan, direction)} LIMIT ${length} OFFSET ${offset}`,
      [...plan.parameters, ...(after?.parameters ?? [])],
    );
    return rows.map((row) => {
      const values = plan.order.map((_, at) => keyValue(row[`k${at}`]));
      return { id: Number(values.at(-1)), customerId: Number(row['customerId']), key: values };
    });
  }

  private async idsFrom(plan: ListPlan, direction: SortDirection, offset: number, length: number): Promise<number[]> {
    const rows = await this.rows<{ id: Value }>(
      `SELECT p.id AS id ${this.from(plan)} ${whereOf(plan.where)} ${orderBy(plan, direction)} LIMIT ${length} OFFSET ${offset}`,
      plan.parameters,
    );
    return rows.map(({ id }) => Number(id));
  }

  /** Found payments, or all of found customers, that meet the conditions; in no order. */
  async found({ kind, ids }: FoundRows, { where, parameters }: Conditions): Promise<FoundPayment[]> {
    return (await this.uow.manager.query(
      `SELECT p.id AS id, p.created_at AS createdAt FROM payments p
        WHERE ${kind === 'payments' ? 'p.id' : 'p.customer_id'} IN (${ids.map(() => '?').join(', ')}) ${andAll(where)}`,
      [...ids, ...parameters],
    )) as FoundPayment[];
  }

  /** Index hint: MySQL would otherwise take a narrower index and sort. */
  private from({ index }: ListPlan): string {
    return `FROM payments p${index === null || this.uow.isSqlite ? '' : ` FORCE INDEX (${index})`}`;
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
  private boundedByKey({ where }: ListPlan, direction: SortDirection): string[] {
    const wider = direction === 'asc' ? CREATED_FROM : CREATED_BEFORE;
    return this.uow.isSqlite ? where.map((condition) => (condition === wider ? `+${condition}` : condition)) : where;
  }

  private rows<Row>(sql: string, parameters: Value[]): Promise<Row[]> {
    return this.uow.read(sql, parameters);
  }
}

export interface WalkOptions {
  offset?: number;
  length: number;
  inclusive?: boolean;
  /** Also reads the customer id, which is in no index. */
  customer?: boolean;
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

function orderBy({ order }: ListPlan, direction: SortDirection): string {
  return `ORDER BY ${order.map((column) => `${column} ${direction.toUpperCase()}`).join(', ')}`;
}

function keyValue(value: Value | Date | undefined): Value {
  return value instanceof Date ? sqlInstant(value) : (value ?? '');
}
