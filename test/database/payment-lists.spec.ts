import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { PaymentCounts } from '../../src/database/payment-counts.js';
import { conditionsOf, type PaymentFilter } from '../../src/database/payment-filter.js';
import { PaymentLists } from '../../src/database/payment-list.js';
import { PaymentSearch } from '../../src/database/payment-search.js';
import { recountPayments } from '../../src/database/payment-recount.js';
import type { UnitOfWork } from '../../src/database/unit-of-work.js';
import { NEWEST_FIRST, PAYMENT_SORTS, type PaymentOrder, servedSorts } from '../../src/domain/payment-sort.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import { fillPayments } from '../support/many-payments.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const SMALL = 10_000;
const LARGE = 50_000;
const LIMIT = 10;
const isMariadb = process.env.TEST_ENGINE === 'mariadb';
const EQUALITIES: PaymentFilter[] = [false, true].flatMap((status) =>
  [false, true].flatMap((type) =>
    [false, true].map((seller) => ({
      ...(status && { status: 'completed' as const }),
      ...(type && { tokenType: 'gold' as const }),
      ...(seller && { salesManagerId: 2 }),
    })),
  ),
);
const COLUMNS = { date: '', amount: 'p.amount X,', status: 'p.status X,', tokenType: 'p.token_type X,' };

/** A database of some size, its lists, and every statement that they send. */
class Shelf {
  readonly sent: { sql: string; parameters: unknown[] }[] = [];
  readonly lists: PaymentLists;
  readonly counts: PaymentCounts;

  private constructor(
    readonly db: TestDatabase,
    readonly size: number,
  ) {
    const uow = this.recording();
    this.counts = new PaymentCounts(uow, new PeriodicTasks());
    this.lists = new PaymentLists(uow, this.counts, new PaymentSearch(uow, new SystemClock()));
  }

  static async open(size: number): Promise<Shelf> {
    const db = await openTestDatabase();
    await fillPayments(db.dataSource, { payments: size, sellers: 4 });
    return new Shelf(db, size);
  }

  /** The plain way: everything is sorted, and stepped over. */
  async expected(filter: PaymentFilter, { sort, direction }: PaymentOrder, page: number, limit = LIMIT) {
    const { where, parameters } = conditionsOf(filter);
    const order = `${COLUMNS[sort]}p.created_at X, p.id X`.replaceAll('X', direction);
    const rows = (await this.db.dataSource.query(
      `SELECT p.id AS id FROM payments p WHERE ${['1 = 1', ...where].join(' AND ')} ORDER BY ${order}
        LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      parameters,
    )) as { id: number }[];
    return rows.map(({ id }) => Number(id));
  }

  async total(filter: PaymentFilter): Promise<number> {
    const { where, parameters } = conditionsOf(filter);
    const sql = `SELECT COUNT(*) AS n FROM payments p WHERE ${['1 = 1', ...where].join(' AND ')}`;
    const [row] = (await this.db.dataSource.query(sql, parameters)) as { n: unknown }[];
    return Number(row?.n);
  }

  /** @returns index entries and rows that MariaDB read for it, and how many statements there were */
  async cost(filter: PaymentFilter, page: number, order = NEWEST_FIRST): Promise<{ rows: number; statements: number }> {
    this.sent.length = 0;
    return this.db.uow.run(async (tx) => {
      await tx.query('FLUSH STATUS');
      await this.lists.page(filter, { page, limit: LIMIT }, order);
      const statements = this.sent.length;
      const rows = (await tx.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
      return { rows: rows.reduce((sum, { Value }) => sum + Number(Value), 0), statements };
    });
  }

  private recording(): UnitOfWork {
    const { uow } = this.db;
    const manager = () =>
      new Proxy(uow.manager, {
        get: (target, name) => {
          if (name !== 'query') return Reflect.get(target, name, target) as unknown;
          return (sql: string, parameters: unknown[] = []) => {
            this.sent.push({ sql, parameters });
            return target.query(sql, parameters);
          };
        },
      });
    return new Proxy(uow, {
      get: (target, name) => {
        if (name === 'manager') return manager() satisfies EntityManager;
        const value = Reflect.get(target, name, target) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
}

function ordersFor(filter: PaymentFilter): PaymentOrder[] {
  const { status, tokenType, salesManagerId, ...others } = filter;
  const active = { status: !!status, tokenType: !!tokenType, salesManager: salesManagerId !== undefined };
  const sorts = servedSorts({ ...active, other: Object.keys(others).length > 0 });
  return PAYMENT_SORTS.filter((sort) => sorts.includes(sort)).flatMap((sort) => [
    { sort, direction: 'desc' as const },
    { sort, direction: 'asc' as const },
  ]);
}

describe('lists of payments', () => {
  let small: Shelf;
  let large: Shelf;

  beforeAll(async () => {
    small = await Shelf.open(SMALL);
    large = await Shelf.open(LARGE);
  });
  afterAll(async () => {
    await small.db.close();
    await large.db.close();
  });

  it.each(EQUALITIES)(
    '%j: any page in any order is what sorting everything gives, with the exact total',
    async (filter) => {
      const total = await large.total(filter);
      const last = Math.ceil(total / LIMIT);
      for (const order of ordersFor(filter)) {
        for (const page of [1, 2, Math.ceil(last / 4), Math.ceil(last / 2), last - 1, last, last + 1]) {
          const found = await large.lists.page(filter, { page, limit: LIMIT }, order);
          const ids = await large.expected(filter, order, page);
          expect({ order, page, ...found }).toEqual({ order, page, ids, totalCount: total, totalIsCapped: false });
        }
      }
    },
  );

  it.each<[string, PaymentFilter]>([
    ['days', { createdFrom: new Date('2026-01-02T18:30:00Z'), createdBefore: new Date('2026-01-04T18:30:00Z') }],
    ['days and status', { status: 'failed', createdFrom: new Date('2026-01-02T18:30:00Z') }],
    ['review', { needsReview: true }],
    ['review, seller and type', { needsReview: true, salesManagerId: 1, tokenType: 'silver' }],
    ['an empty range', { createdFrom: new Date('2030-01-01T00:00:00Z') }],
  ])('%s: pages and total', async (_name, filter) => {
    const total = await small.total(filter);
    const last = Math.max(1, Math.ceil(total / LIMIT));
    for (const order of ordersFor(filter)) {
      for (const page of [1, last]) {
        const found = await small.lists.page(filter, { page, limit: LIMIT }, order);
        const ids = await small.expected(filter, order, page);
        expect(found).toEqual({ ids, totalCount: total, totalIsCapped: false });
      }
    }
  });

  it('what no counter knows is counted up to ten thousand', async () => {
    const filter = { createdFrom: new Date('2026-01-01T00:00:00Z') };
    const found = await large.lists.page(filter, { page: 1000, limit: LIMIT });
    expect(found).toMatchObject({ totalCount: 10_000, totalIsCapped: true });
    expect(found.ids).toEqual(await large.expected(filter, NEWEST_FIRST, 1000));
    expect((await large.lists.page(filter, { page: 1001, limit: LIMIT })).ids).toEqual([]);
  });

  it('pages deep inside follow what joins the list and what leaves it', async () => {
    const { dataSource } = small.db;
    const page = Math.ceil(SMALL / LIMIT / 2);
    const filters: PaymentFilter[] = [{}, { status: 'completed' }];
    const look = async () => {
      for (const filter of filters) {
        const { ids } = await small.lists.page(filter, { page: filter.status ? 290 : page, limit: LIMIT });
        expect(ids).toEqual(await small.expected(filter, NEWEST_FIRST, filter.status ? 290 : page));
      }
    };
    await look();
    const template =
      'customer_id, sales_manager_id, token_type, payment_type, amount, reference_type, gateway, expires_at';
    const copy = (publicId: string, at: string) =>
      dataSource.query(
        `INSERT INTO payments (public_id, status, created_at, updated_at, ${template})
         SELECT '${publicId}', 'pending', '${at}', '${at}', ${template} FROM payments WHERE id = 1`,
      );
    const first = { customerId: 2, salesManagerId: 3, tokenType: 'silver' as const };
    await copy('new-one', '2027-01-01 00:00:00.000');
    await small.counts.created(first, 'pending');
    await look();
    // An import of old payments joins the list at its beginning.
    await copy('old-one', '2020-01-01 00:00:00.000');
    await small.counts.created(first, 'pending');
    await look();
    await dataSource.query(
      "UPDATE payments SET status = 'failed' WHERE id = (SELECT id FROM (SELECT MIN(id) AS id FROM payments WHERE status = 'completed') x)",
    );
    const [moved] = (await dataSource.query(
      "SELECT customer_id AS customerId, sales_manager_id AS salesManagerId, token_type AS tokenType FROM payments WHERE status = 'failed' AND token_number IS NOT NULL",
    )) as (typeof first)[];
    await small.counts.moved(moved!, 'completed', 'failed');
    await look();
    await recountPayments((sql) => dataSource.query(sql));
  });

  // SQLite tells nobody what it reads.
  if (isMariadb) {
    it.each(EQUALITIES)('%j: a page touches a hundred entries at most, at every size', async (filter) => {
      for (const order of ordersFor(filter)) {
        const costs = [await small.cost(filter, 1, order), await large.cost(filter, 1, order)];
        expect(costs[0]!.rows).toBeLessThanOrEqual(100);
        expect(costs[1]).toEqual(costs[0]);
        expect(costs[0]!.statements).toBe(2);
      }
    });

    it.each(EQUALITIES)(
      '%j: the last page is as cheap as the first, one in the middle costs a thousand entries',
      async (filter) => {
        const last = Math.ceil((await large.total(filter)) / LIMIT);
        for (const order of ordersFor(filter)) {
          const middle = Math.ceil(last / 2);
          await large.lists.page(filter, { page: middle, limit: LIMIT }, order);
          expect((await large.cost(filter, last, order)).rows).toBeLessThanOrEqual(100);
          expect((await large.cost(filter, middle, order)).rows).toBeLessThanOrEqual(1_200);
        }
      },
    );

    it('no list sorts or reads a whole table', async () => {
      const ranges: PaymentFilter[] = [{}, { createdFrom: new Date('2026-01-05T00:00:00Z') }];
      for (const filter of EQUALITIES.flatMap((equal) => ranges.map((range) => ({ ...equal, ...range })))) {
        for (const order of ordersFor(filter)) {
          large.sent.length = 0;
          for (const page of [1, 40]) await large.lists.page(filter, { page, limit: LIMIT }, order);
          for (const { sql, parameters } of large.sent.filter((each) => each.sql.includes('FROM payments p'))) {
            const plan = (await large.db.dataSource.query(`EXPLAIN ${sql}`, parameters)) as Record<string, unknown>[];
            const steps = plan.filter((step) => step['table'] === 'p');
            expect({ sql, steps: steps.map(({ Extra }) => String(Extra)) }).toEqual({
              sql,
              steps: [expect.not.stringMatching(/filesort|temporary/)],
            });
            expect(steps[0]!['type']).not.toBe('ALL');
          }
        }
      }
    });
  }
});
