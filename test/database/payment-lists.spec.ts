import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { readCountedRow } from '../../src/modules/payment-lists/counters/counted-row.js';
import { PaymentCounters } from '../../src/modules/payment-lists/counters/payment-counters.js';
import { conditionsOf, type PaymentFilter } from '../../src/modules/payment-lists/payment-filter.js';
import { PaymentLists } from '../../src/modules/payment-lists/payment-list.js';
import { readPaymentRows } from '../../src/modules/payment-lists/payment-rows.js';
import { PaymentSearch } from '../../src/modules/payment-lists/search/payment-search.js';
import { recountPayments } from '../../src/database/payment-recount.js';
import { PreparedReads, type ReadValue, type UnitOfWork } from '../../src/database/unit-of-work.js';
import {
  NEWEST_FIRST,
  PAYMENT_SORTS,
  type PaymentSortOrder,
  servedSorts,
} from '../../src/domain/payment/payment-sort.js';
import { PAYMENT_STATUSES } from '../../src/domain/payment/payment-status.js';
import { StatusTotalsReader } from '../../src/modules/payment-lists/status-totals.queries.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import { engineOf, isOnServer } from '../support/engine.js';
import { isLong } from '../support/long.js';
import { fillPayments } from '../support/many-payments.js';
import { expectIndexed, rowsTouched } from '../support/query-cost.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const SMALL = 10_000;
const LIMIT = 10;
/**
 * Ten rows with all that is shown beside each, their project and token among it, and the versions of the catalogue: 112 at most on MariaDB,
 * and 137 on MySQL, which looks for an open attempt and an upgrade of every row, also of those whose columns rule them out.
 */
const PAGE_READS = engineOf() === 'mysql' ? 140 : 115;
const isServer = isOnServer();
// What a list costs is measured on MariaDB alone. Large enough that its completed ones are too many to be counted at once.
const LARGE = isLong ? (isServer ? 100_000 : 50_000) : 40_000;
/** Lists by project and event: nearly all are longer than what is read from one end alone. */
const SCOPED = isLong ? LARGE : 20_000;
const EQUALITIES: PaymentFilter[] = [false, true].flatMap((status) =>
  [false, true].flatMap((type) =>
    [false, true].map((seller) => ({
      ...(status && { status: 'completed' as const }),
      ...(type && { tokenType: 'gold' as const }),
      ...(seller && { salesManagerId: 2 }),
    })),
  ),
);
/** A seller, and admins of all projects and of some. */
const VIEWERS: PaymentFilter[] = [
  {},
  { salesManagerId: 2 },
  { projectIds: [1] },
  { projectIds: [1, 2] },
  { projectIds: [] },
];
const COLUMNS = { date: '', amount: 'p.amount X,', status: 'p.status X,', tokenType: 'p.token_type X,' };

/** A database of some size, its lists, and every statement that they send. */
class Shelf {
  readonly sent: { sql: string; parameters: unknown[] }[] = [];
  readonly lists: PaymentLists;
  readonly counts: PaymentCounters;
  onRead: ((sql: string) => Promise<void>) | null = null;
  readonly uow: UnitOfWork;

  private constructor(
    readonly db: TestDatabase,
    readonly size: number,
  ) {
    const uow = (this.uow = this.recording());
    this.counts = new PaymentCounters(uow, new PeriodicTasks());
    this.lists = new PaymentLists(uow, this.counts, new PaymentSearch(uow, new SystemClock()));
  }

  static async open(size: number, projects = 1): Promise<Shelf> {
    const db = await openTestDatabase();
    await fillPayments(db.dataSource, { payments: size, sellers: 4, projects });
    return new Shelf(db, size);
  }

  /** The plain way: everything is sorted, and stepped over. */
  async expected(filter: PaymentFilter, { sort, direction }: PaymentSortOrder, page: number, limit = LIMIT) {
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

  /** @returns index entries and rows that MariaDB read for a whole page, customers and sellers included, and in how many statements */
  async cost(filter: PaymentFilter, page: number, order = NEWEST_FIRST) {
    // Whoever opens a table first reads the server's statistics of it as well.
    await this.show(filter, page, order);
    this.sent.length = 0;
    const touched = await rowsTouched(this.db.uow, () => this.show(filter, page, order));
    return { touched, statements: this.sent.length };
  }

  async show(filter: PaymentFilter, page: number, order = NEWEST_FIRST): Promise<void> {
    const { ids } = await this.lists.page(filter, { page, limit: LIMIT }, order);
    await readPaymentRows(this.uow, ids);
  }

  /** How SQLite finds the payments of the statements sent. */
  async paymentPlans(): Promise<string[]> {
    const plans: string[] = [];
    for (const { sql, parameters } of this.sent.filter((each) => each.sql.includes('FROM payments p'))) {
      const steps = (await this.db.dataSource.query(`EXPLAIN QUERY PLAN ${sql}`, parameters)) as { detail: string }[];
      plans.push(...steps.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) p /.test(detail)));
    }
    return plans;
  }

  private recording(): UnitOfWork {
    const { uow } = this.db;
    const manager = () =>
      new Proxy(uow.manager, {
        get: (target, name) => {
          if (name !== 'query') return Reflect.get(target, name, target) as unknown;
          return async (sql: string, parameters: unknown[] = []) => {
            this.sent.push({ sql, parameters });
            await this.onRead?.(sql);
            return target.query(sql, parameters) as Promise<unknown>;
          };
        },
      });
    return new Proxy(uow, {
      get: (target, name) => {
        if (name === 'manager') return manager() satisfies EntityManager;
        if (name === 'read')
          return (sql: string, parameters?: ReadValue[]) => manager().query(sql, parameters) as unknown;
        const value = Reflect.get(target, name, target) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
}

function ordersFor(filter: PaymentFilter): PaymentSortOrder[] {
  const { status, tokenType, salesManagerId, ...others } = filter;
  const active = { status: !!status, tokenType: !!tokenType, salesManager: salesManagerId !== undefined };
  const sorts = servedSorts({ ...active, other: Object.keys(others).length > 0 });
  return PAYMENT_SORTS.filter((sort) => sorts.includes(sort)).flatMap((sort) => [
    { sort, direction: 'desc' as const },
    { sort, direction: 'asc' as const },
  ]);
}

/** One project, a few of them, most of them, an event, and all that is filtered beside it. */
const SCOPES: PaymentFilter[] = [
  { projectIds: [1] },
  { projectIds: [3] },
  { projectIds: [2, 5] },
  { projectIds: [2, 3, 4, 5, 6] },
  { projectIds: [9] },
  { projectIds: [] },
  { eventId: 1 },
  { eventId: 4 },
  { projectIds: [2], eventId: 4 },
  { projectIds: [2, 3], eventId: 4 },
];

describe('lists of projects and events', () => {
  let few: Shelf;
  let many: Shelf;

  beforeAll(async () => {
    few = await Shelf.open(SCOPED / 2, 6);
    many = await Shelf.open(SCOPED, 6);
    // As much of them as the limits are of a large one.
    many.lists.limits.countedAtOnce = SCOPED / 2;
    // What the seventh project has sold lies far behind the newest of the others.
    const at = "'2026-01-01 00:00:00.000'";
    for (const { db } of [few, many]) {
      await db.dataSource.query(
        `INSERT INTO projects (id, code, created_at, updated_at) VALUES (7, 'over', ${at}, ${at})`,
      );
      await db.dataSource.query(
        `INSERT INTO events (id, project_id, name, created_at, updated_at) VALUES (77, 7, 'Over', ${at}, ${at})`,
      );
      await db.dataSource.query('UPDATE payments SET project_id = 7, event_id = 77 WHERE id <= 300');
      await recountPayments((each) => db.dataSource.query(each));
      if (isServer) await db.dataSource.query('ANALYZE TABLE payments');
    }
  }, 240_000);
  afterAll(async () => {
    await few.db.close();
    await many.db.close();
  });

  it.each(SCOPES.flatMap((scope) => EQUALITIES.map((equal) => ({ ...scope, ...equal }))))(
    '%j: any page is what sorting everything gives, with the exact total',
    async (filter) => {
      const total = await many.total(filter);
      const last = Math.max(1, Math.ceil(total / LIMIT));
      for (const order of ordersFor(filter)) {
        for (const page of new Set([1, 2, Math.ceil(last / 4), Math.ceil(last / 2), last - 1, last, last + 1])) {
          if (page < 1) continue;
          const shown = Math.min(page, last);
          const ids = await many.expected(filter, order, shown);
          const found = await many.lists.page(filter, { page, limit: LIMIT }, order, { exact: true });
          expect({ order, ...found }).toEqual({ order, ids, page: shown, totalCount: total, totalIsCapped: false });
        }
      }
    },
  );

  it.each<PaymentFilter>([
    { projectIds: [2], createdFrom: new Date('2026-01-02T18:30:00Z'), createdBefore: new Date('2026-01-04T18:30:00Z') },
    { projectIds: [2, 4], status: 'failed', createdFrom: new Date('2026-01-02T18:30:00Z') },
    { projectIds: [2, 4, 5], createdBefore: new Date('2026-01-04T18:30:00Z') },
    { eventId: 3, tokenType: 'gold', createdFrom: new Date('2026-01-02T10:30:00Z') },
    { projectIds: [2, 3], needsReview: true },
    { eventId: 2, needsReview: true, salesManagerId: 1 },
    { projectIds: [3], refundPending: true },
  ])('%j: any page, and the exact total on each', async (filter) => {
    const total = await few.total(filter);
    const last = Math.max(1, Math.ceil(total / LIMIT));
    for (const direction of ['desc', 'asc'] as const) {
      for (const page of [1, Math.ceil(last / 2), last, last + 1]) {
        const found = await few.lists.page(filter, { page, limit: LIMIT }, { sort: 'date', direction });
        const ids = await few.expected(filter, { sort: 'date', direction }, Math.min(page, last));
        expect(found).toEqual({ ids, page: Math.min(page, last), totalCount: total, totalIsCapped: false });
      }
    }
  });

  it.each(SCOPES)('%j: the numbers of the tabs are those of the lists', async (scope) => {
    for (const equal of EQUALITIES.filter(({ status }) => !status)) {
      const filter = { ...scope, ...equal };
      const totals = new StatusTotalsReader(few.db.uow, few.counts, new PaymentSearch(few.db.uow, new SystemClock()));
      const read = (more: PaymentFilter = {}) =>
        totals.of({ ...filter, ...more }, few.counts.ofSeller(filter.salesManagerId));
      const days = { createdFrom: new Date('2026-01-03T18:30:00Z'), createdBefore: new Date('2026-01-04T18:30:00Z') };
      for (const more of [{}, days, { search: 'person1234@mail34.example' }]) {
        const { byStatus, needsReview, leftOut } = await read(more);
        expect(leftOut).toEqual([]);
        const { search, ...others } = { search: '', ...more };
        const found = search ? { publicIds: await idsOf(few, search) } : {};
        for (const status of PAYMENT_STATUSES)
          expect(byStatus[status]).toBe(await few.total({ ...filter, ...others, ...found, status }));
        expect(needsReview).toBe(await few.total({ ...filter, ...others, ...found, needsReview: true }));
      }
      if (scope.eventId === undefined) continue;
      totals.countedOfEvent = 5;
      const { leftOut, byStatus } = await read();
      const isEmpty = (await few.total(scope)) <= 5;
      expect(leftOut).toEqual(isEmpty ? [] : ['event']);
      const { eventId: _event, ...rest } = filter;
      expect(byStatus.failed).toBe(await few.total({ ...(isEmpty ? filter : rest), status: 'failed' }));
    }
  });

  it('an event that holds every payment is no filter for the tabs, however large', async () => {
    const { db } = few;
    await db.dataSource.query('UPDATE payments SET event_id = 1, project_id = 1');
    await recountPayments((sql) => db.dataSource.query(sql));
    const totals = new StatusTotalsReader(db.uow, few.counts, new PaymentSearch(db.uow, new SystemClock()));
    totals.countedOfEvent = 5;
    const { byStatus, leftOut } = await totals.of({ eventId: 1, projectIds: [1] }, few.counts.ofSeller());
    expect({ leftOut, failed: byStatus.failed }).toEqual({
      leftOut: [],
      failed: await few.total({ status: 'failed' }),
    });
  });

  if (isServer) {
    it.each(SCOPES.flatMap((scope) => EQUALITIES.map((equal) => ({ ...scope, ...equal }))))(
      '%j: the first page, the last and one in the middle cost what is near them',
      async (filter) => {
        const last = Math.max(1, Math.ceil((await many.total(filter)) / LIMIT));
        const { projectIds, eventId, ...equal } = filter;
        const parts = Math.max(1, projectIds?.length ?? 1);
        // Each project is read as far as the page reaches; for what is rare in it, through all of it.
        const isRare = Object.keys(equal).length > 1;
        const scope = await many.total({ ...(projectIds && { projectIds }), ...(eventId && { eventId }) });
        const most = PAGE_READS + 20 + (isRare ? scope * (parts > 1 ? 3 : 1.1) : parts * 12 * 12 * LIMIT);
        for (const page of [1, last]) expect((await many.cost(filter, page)).touched).toBeLessThanOrEqual(most);
        expect((await many.cost(filter, Math.ceil(last / 2))).touched).toBeLessThanOrEqual(
          Math.max(most, 1_400 + 1_100 * parts * 12),
        );
      },
    );

    it('no list of one project or event sorts or reads a whole table', async () => {
      for (const scope of SCOPES.filter(({ projectIds }) => (projectIds?.length ?? 1) === 1)) {
        for (const equal of EQUALITIES) {
          many.sent.length = 0;
          for (const page of [1, 40]) await many.show({ ...scope, ...equal }, page);
          for (const sent of many.sent) await expectIndexed(many.db.dataSource, sent);
        }
      }
    });

    it('a wide search with a status reads each of many projects once', async () => {
      await many.lists.page({ search: 'person' }, { page: 1, limit: LIMIT }, NEWEST_FIRST, { exact: true });
      const filter: PaymentFilter = { projectIds: [1, 2, 3, 4, 5, 6, 7], status: 'completed' };
      const search = () =>
        many.lists.page({ ...filter, search: 'person' }, { page: 3, limit: LIMIT }, NEWEST_FIRST, { exact: true });
      expect(await rowsTouched(many.db.uow, search)).toBeLessThanOrEqual(1.2 * SCOPED);
      expect(await search()).toMatchObject({
        ids: await many.expected(filter, NEWEST_FIRST, 3),
        totalCount: await many.total(filter),
      });
    });

    it('the newest rows of projects that have long ended are found without the others', async () => {
      const cost = await many.cost({ projectIds: [7, 8] }, 1);
      expect(cost.touched).toBeLessThanOrEqual(PAGE_READS + 120);
    });
  }
});

async function idsOf({ db }: Shelf, email: string): Promise<string[]> {
  const rows = (await db.dataSource.query(
    'SELECT p.public_id AS id FROM payments p JOIN customers c ON c.id = p.customer_id WHERE c.email_key = ?',
    [email],
  )) as { id: string }[];
  return rows.map(({ id }) => id);
}

describe('lists of payments', () => {
  let small: Shelf;
  let large: Shelf;

  beforeAll(async () => {
    small = await Shelf.open(SMALL);
    large = await Shelf.open(LARGE);
  }, 180_000);
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
          // Past the end stands the last page.
          const shown = Math.min(page, last);
          const ids = await large.expected(filter, order, shown);
          expect({ order, ...found }).toEqual({ order, ids, page: shown, totalCount: total, totalIsCapped: false });
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
  ])('%s: any page, and the exact total on each', async (_name, filter) => {
    const total = await small.total(filter);
    const last = Math.max(1, Math.ceil(total / LIMIT));
    for (const order of ordersFor(filter)) {
      for (const page of [1, 2, Math.ceil(last / 2), last, last + 1]) {
        const found = await small.lists.page(filter, { page, limit: LIMIT }, order);
        const shown = Math.min(page, last);
        const ids = await small.expected(filter, order, shown);
        expect(found).toEqual({ ids, page: shown, totalCount: total, totalIsCapped: false });
      }
    }
  });

  it('refunds on their way: exact, by the sums of each payment, and as cheap as they are few', async () => {
    const { dataSource } = large.db;
    const paid = (await dataSource.query(
      "SELECT id, amount FROM payments WHERE status = 'completed' AND refund_reserved = 0 ORDER BY id LIMIT 60",
    )) as { id: number; amount: number }[];
    const at = '2026-01-09 10:00:00.000';
    for (const [index, { id, amount }] of paid.entries()) {
      // Of a duplicate charge: the payment's own sums leave it out.
      const isExcess = index % 10 === 0;
      const isOver = index % 10 === 1;
      await dataSource.query(
        `INSERT INTO payment_attempts (payment_id, number, invoice_no, bank_txn_id, status, excess, amount, refund_reserved, captured_at, created_at, updated_at)
         VALUES (?, 9, ?, ?, 'captured', ?, ?, ?, ?, ?, ?)`,
        [id, `LIST-${id}`, `LIST${id}`, Number(isExcess), amount, amount, at, at, at],
      );
      const [attempt] = (await dataSource.query('SELECT id FROM payment_attempts WHERE invoice_no = ?', [`LIST-${id}`])) as { id: number }[]; // prettier-ignore
      await dataSource.query(
        `INSERT INTO refunds (public_id, payment_id, attempt_id, bank_reference, amount, reason, status, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, 'x', ?, ?, ?)`,
        [`list-${id}`, id, attempt!.id, `RFLIST${id}`, amount, isOver ? 'rejected' : 'processing', at, at],
      );
      if (!isExcess && !isOver)
        await dataSource.query('UPDATE payments SET refund_reserved = amount WHERE id = ?', [id]);
    }
    // Nearly all refunds are over: those under way are found among them by their status.
    await dataSource.query(
      `INSERT INTO refunds (public_id, payment_id, attempt_id, bank_reference, amount, reason, status, created_at, updated_at)
       SELECT ${isServer ? "CONCAT('list-o', p.id)" : "'list-o' || p.id"}, p.id, a.id, ${isServer ? "CONCAT('RFOVER', p.id)" : "'RFOVER' || p.id"}, 1, 'x', 'completed', ?, ?
         FROM payments p JOIN payment_attempts a ON a.invoice_no = ? WHERE p.id <= 20000`,
      [at, at, `LIST-${paid[0]!.id}`],
    );
    if (isServer) await dataSource.query('ANALYZE TABLE refunds');
    const filter = { refundPending: true };
    for (const page of [1, 3, 5]) {
      const found = await large.lists.page(filter, { page, limit: LIMIT });
      const ids = await large.expected(filter, NEWEST_FIRST, page);
      expect(found).toEqual({ ids, page, totalCount: 48, totalIsCapped: false });
    }
    large.sent.length = 0;
    await large.show(filter, 1);
    if (isServer) {
      for (const sent of large.sent) await expectIndexed(dataSource, sent, { sort: true });
      // By the refunds under way, to count them and for the page: neither payments nor refunds that are over matter.
      expect((await large.cost(filter, 1)).touched).toBeLessThanOrEqual(10 * paid.length);
    }
    await dataSource.query("DELETE FROM refunds WHERE public_id LIKE 'list-%'");
    await dataSource.query("DELETE FROM payment_attempts WHERE invoice_no LIKE 'LIST-%'");
    await dataSource.query(
      'UPDATE payments SET refund_reserved = refunded_amount WHERE refund_reserved > refunded_amount',
    );
  });

  describe('a list that takes longer to count than an answer waits', () => {
    const cappedAt = 50;
    const from = new Date('2026-01-01T00:00:00Z');
    let before: typeof small.lists.limits;

    beforeAll(() => {
      before = { ...small.lists.limits };
      Object.assign(small.lists.limits, { countedAtOnce: 0, patienceMs: 0, cappedAt });
    });
    afterAll(() => {
      Object.assign(small.lists.limits, before);
    });

    it('says so first, and is exact when asked or leafed through', async () => {
      // SQLite has counted before a timer can fire, so the count is made to take its time.
      let count = () => Promise.resolve();
      small.onRead = async (sql) => {
        if (sql.startsWith('SELECT COUNT(*) AS total FROM payments')) await count();
      };
      const filter: PaymentFilter = { createdFrom: from, tokenType: 'gold' };
      const total = await small.total(filter);
      const pages = (page: number, exact = false) =>
        small.lists.page(filter, { page, limit: LIMIT }, NEWEST_FIRST, { exact });
      let counted: () => void = () => undefined;
      count = () => new Promise((resolve) => (counted = resolve));
      for (const page of [1, 2, cappedAt / LIMIT]) {
        const ids = await small.expected(filter, NEWEST_FIRST, page);
        expect(await pages(page)).toEqual({ ids, page, totalCount: cappedAt, totalIsCapped: true });
      }
      const deep = [pages(cappedAt / LIMIT + 1), pages(1, true), pages(total)];
      counted();
      const [next, exact, last] = await Promise.all(deep);
      for (const found of [next, exact, last, await pages(1)])
        expect(found).toMatchObject({ totalCount: total, totalIsCapped: false });
      expect(last).toMatchObject({ page: Math.ceil(total / LIMIT) });
      expect(next?.ids).toEqual(await small.expected(filter, NEWEST_FIRST, cappedAt / LIMIT + 1));
      small.onRead = null;
    });

    it('is exact at once for whole days, whose payments the counters know', async () => {
      const days = { createdFrom: new Date('2026-01-01T18:30:00Z'), createdBefore: new Date('2026-01-05T18:30:00Z') };
      const found = await small.lists.page(days, { page: 3, limit: LIMIT });
      const ids = await small.expected(days, NEWEST_FIRST, 3);
      expect(found).toEqual({ ids, page: 3, totalCount: await small.total(days), totalIsCapped: false });
    });
  });

  const onServer = isServer ? it : undefined;
  onServer?.('pages of a list are no prepared statement each', async () => {
    const { uow } = small.db;
    const lists = new PaymentLists(uow, small.counts, new PaymentSearch(uow, new SystemClock()));
    const prepared = jest.spyOn(PreparedReads.prototype, 'rows');
    for (const page of [1, 2, 3, 4, 5, 6, 7, 200, 201, 202])
      await lists.page({ status: 'completed' }, { page, limit: LIMIT });
    // The first page, and where the list begins.
    expect(new Set(prepared.mock.calls.map(([sql]) => sql)).size).toBeLessThanOrEqual(2);
    prepared.mockRestore();
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
    const countLast = async () => {
      const [row] = (await dataSource.query('SELECT MAX(id) AS id FROM payments')) as { id: number }[];
      await small.counts.created(await readCountedRow(small.db.uow.manager, row!.id));
    };
    await copy('new-one', '2027-01-01 00:00:00.000');
    await countLast();
    await look();
    // An import of old payments joins the list at its beginning.
    await copy('old-one', '2020-01-01 00:00:00.000');
    await countLast();
    await look();
    await dataSource.query(
      "UPDATE payments SET status = 'failed' WHERE id = (SELECT id FROM (SELECT MIN(id) AS id FROM payments WHERE status = 'completed') x)",
    );
    const [moved] = (await dataSource.query(
      "SELECT id FROM payments WHERE status = 'failed' AND token_number IS NOT NULL",
    )) as { id: number }[];
    await small.counts.changed(moved!.id, () => ({ status: 'completed' }));
    await look();
    await recountPayments((sql) => dataSource.query(sql));
  });

  // SQLite tells nobody what it reads.
  if (isServer) {
    it.each(EQUALITIES)('%j: a page touches a hundred entries at most, at every size', async (filter) => {
      for (const order of ordersFor(filter)) {
        const costs = [await small.cost(filter, 1, order), await large.cost(filter, 1, order)];
        for (const cost of costs) {
          expect(cost.touched).toBeLessThanOrEqual(PAGE_READS);
          expect(cost.statements).toBe(3);
        }
        // Neighbours with one customer or seller are read once, and the catalogue by whoever comes first.
        expect(Math.abs(costs[0]!.touched - costs[1]!.touched)).toBeLessThanOrEqual(5);
      }
    });

    it.each(EQUALITIES)(
      '%j: the last page is as cheap as the first, one in the middle costs a thousand entries',
      async (filter) => {
        const last = Math.ceil((await large.total(filter)) / LIMIT);
        for (const order of ordersFor(filter)) {
          const middle = Math.ceil(last / 2);
          expect((await large.cost(filter, last, order)).touched).toBeLessThanOrEqual(PAGE_READS);
          expect((await large.cost(filter, middle, order)).touched).toBeLessThanOrEqual(1_200);
        }
      },
    );

    it.each(EQUALITIES.filter(({ status }) => !status))(
      '%j: the numbers of the tabs read the counters and two short indexes, whatever the number of payments',
      async (filter) => {
        for (const { db, counts, size } of [small, large]) {
          const totals = new StatusTotalsReader(db.uow, counts, new PaymentSearch(db.uow, new SystemClock()));
          const read = () => totals.of(filter, counts.ofSeller(filter.salesManagerId));
          await read();
          // Every 97th payment has an open review.
          expect(await rowsTouched(db.uow, read)).toBeLessThanOrEqual(300 + 3 * Math.ceil(size / 97));
        }
      },
    );

    it.each<[string, string]>([
      ['a payment id', 'SELECT MAX(public_id) AS text FROM payments'],
      ['a token number', 'SELECT MAX(token_number) AS text FROM payments'],
      ['an e-mail address', "SELECT 'person1234@mail34.example' AS text"],
      ['a telephone number', "SELECT '98000 01234' AS text"],
      ['an invoice number that nobody has', "SELECT 'TD123456789ABCDEFGHJ' AS text"],
      ['an e-mail address that nobody has', "SELECT 'person1234@mail35.example' AS text"],
    ])('a search for %s is a matter of indexes, at every size and for everybody', async (_what, sql) => {
      const costs: number[] = [];
      for (const shelf of [small, large]) {
        const [{ text }] = (await shelf.db.dataSource.query(sql)) as [{ text: string }];
        for (const scope of VIEWERS) {
          costs.push((await shelf.cost({ ...scope, search: text }, 1)).touched);
          for (const sent of shelf.sent) await expectIndexed(shelf.db.dataSource, sent, { sort: true });
        }
      }
      expect(Math.max(...costs)).toBeLessThanOrEqual(PAGE_READS);
    });

    it('a search for a part of a name reads the payments of those who have it', async () => {
      const few = { search: 'rao 12' };
      const found = (await large.lists.page(few, { page: 1, limit: LIMIT })).totalCount;
      expect(found).toBeGreaterThan(100);
      // Once, with an entry for each customer.
      expect((await large.cost(few, 1)).touched).toBeLessThanOrEqual(2 * found + PAGE_READS);
    });

    it('a page of a search that everybody matches reads its own rows, wherever it lies', async () => {
      const last = LARGE / LIMIT;
      // Before the whole search is made, its first page reads a thousand rows of the list.
      expect((await large.cost({ search: 'person' }, 1)).touched).toBeLessThanOrEqual(1_200);
      for (const page of [last, 1, 2, last / 2])
        expect((await large.cost({ search: 'person' }, page)).touched).toBeLessThanOrEqual(PAGE_READS);
      const mixed: PaymentFilter = { search: 'person', status: 'completed', tokenType: 'gold' };
      for (const page of [100, 1]) expect((await large.cost(mixed, page)).touched).toBeLessThanOrEqual(PAGE_READS);
    });

    it('a page deep inside a range of days costs a thousand entries', async () => {
      const filter: PaymentFilter = { createdFrom: new Date('2026-01-01T18:30:00Z'), status: 'completed' };
      const middle = Math.ceil((await large.total(filter)) / LIMIT / 2);
      expect((await large.cost(filter, middle)).touched).toBeLessThanOrEqual(1_200);
    });

    it('no list sorts or reads a whole table', async () => {
      const ranges: PaymentFilter[] = [{}, { createdFrom: new Date('2026-01-05T00:00:00Z') }];
      for (const filter of EQUALITIES.flatMap((equal) => ranges.map((range) => ({ ...equal, ...range })))) {
        for (const order of ordersFor(filter)) {
          large.sent.length = 0;
          for (const page of [1, 40]) await large.show(filter, page, order);
          for (const sent of large.sent) await expectIndexed(large.db.dataSource, sent);
        }
      }
    });
  } else {
    it.each<[string, PaymentFilter, RegExp]>([
      ['a search for a part of a name', { search: 'rao 12' }, /ix_payments_customer/],
      ['links that end today', { expiring: { after: new Date(0), upTo: new Date(1) } }, /ix_payments_expiry/],
      ['payments with an open review', { needsReview: true }, /ix_payments_review/],
      ['payments with a refund under way', { refundPending: true }, /INTEGER PRIMARY KEY/],
      ['payments by their ids', { publicIds: ['one', 'two'] }, /uq_payments_public_id/],
    ])('SQLite reads what is short for %s, whatever else is filtered by', async (_what, narrow, expected) => {
      for (const filter of EQUALITIES) {
        large.sent.length = 0;
        await large.lists.page({ ...filter, ...narrow }, { page: 1, limit: LIMIT });
        const plans = await large.paymentPlans();
        expect({ filter, plans }).toEqual({ filter, plans: plans.map(() => expect.stringMatching(expected)) });
        expect(plans.length).toBeGreaterThan(0);
      }
    });

    it.each<[string, string, RegExp[]]>([
      ['a payment id', 'p0000000000000000000001234', [/uq_payments_public_id/]],
      ['a token number', 'GO-001234', [/uq_payments_token_number/]],
      ['a bank number', 'TD123456789ABCDEFGHJ', [/uq_attempts_invoice_no/, /uq_attempts_bank_txn/]],
      ['an e-mail address', 'person1234@mail34.example', [/ix_customers_email_key/]],
      ['a telephone number', '98000 01234', [/ix_customers_phone/]],
    ])('SQLite looks %s up where it stands, whoever asks', async (_what, search, expected) => {
      for (const scope of VIEWERS) {
        large.sent.length = 0;
        await large.lists.page({ ...scope, search }, { page: 1, limit: LIMIT });
        const plans: string[] = [];
        for (const { sql, parameters } of large.sent.filter((each) => /\b(?:a|c|p)\.\w+ = \?/.test(each.sql))) {
          const steps = await large.db.dataSource.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
          plans.push(...(steps as { detail: string }[]).map(({ detail }) => detail));
        }
        const read = plans.filter((detail) => /^(?:SCAN|SEARCH) /.test(detail));
        for (const index of expected)
          expect({ scope, read }).toEqual({ scope, read: expect.arrayContaining([expect.stringMatching(index)]) });
        const others = /^SEARCH .*(?:uq_|ix_customers_|ix_payments_customer|PRIMARY KEY)/;
        expect({ scope, read: read.filter((detail) => !others.test(detail)) }).toEqual({ scope, read: [] });
      }
    });

    it('SQLite counts open reviews, and refunds under way, by their own short indexes', async () => {
      const totals = new StatusTotalsReader(large.uow, large.counts, new PaymentSearch(large.uow, new SystemClock()));
      for (const filter of EQUALITIES.filter(({ status }) => !status)) {
        large.sent.length = 0;
        await totals.of(filter, large.counts.ofSeller(filter.salesManagerId));
        const plans = await large.paymentPlans();
        expect({ filter, plans }).toEqual({
          filter,
          plans: [expect.stringMatching(/ix_payments_review/), expect.stringMatching(/INTEGER PRIMARY KEY/)],
        });
      }
    });
  }
});
