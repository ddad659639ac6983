import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CustomerSearchIndex } from '../../src/modules/payment-lists/search/customer-search-index.js';
import { PaymentCounters } from '../../src/modules/payment-lists/counters/payment-counters.js';
import type { PaymentFilter } from '../../src/modules/payment-lists/payment-filter.js';
import { PaymentColumnCache } from '../../src/modules/payment-lists/search/payment-column-cache.js';
import { PaymentLists } from '../../src/modules/payment-lists/payment-list.js';
import { partsOf, PaymentSearch } from '../../src/modules/payment-lists/search/payment-search.js';
import { NEWEST_FIRST } from '../../src/domain/payment/payment-sort.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import { MINUTE } from '../support/fake-clock.js';
import { fillPayments } from '../support/many-payments.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const SIZE = 9_000;
const AT = '2026-11-20 10:00:00.000';

describe('the search', () => {
  let db: TestDatabase;
  let lists: PaymentLists;
  let rows: {
    id: number;
    name: string;
    email: string;
    phone: string;
    status: string;
    type: string;
    seller: number;
    project: number;
    event: number;
    at: string;
  }[];

  beforeAll(async () => {
    db = await openTestDatabase();
    await fillPayments(db.dataSource, { payments: SIZE, sellers: 3, projects: 3 });
    await db.dataSource.query(
      `INSERT INTO payment_attempts (payment_id, number, invoice_no, status, amount, bank_txn_id, created_at, updated_at)
       VALUES (17, 1, 'TD123456789ABCDEFGHJ', 'captured', 100, 'ICICI778899', '${AT}', '${AT}')`,
    );
    rows = await db.dataSource.query(
      `SELECT p.id AS id, c.name_key AS name, c.email_key AS email, c.phone AS phone, p.status AS status, p.token_type AS type, p.sales_manager_id AS seller, p.project_id AS project, p.event_id AS event
         FROM payments p JOIN customers c ON c.id = p.customer_id ORDER BY p.created_at DESC, p.id DESC`,
    );
    const counts = new PaymentCounters(db.uow, new PeriodicTasks());
    lists = new PaymentLists(db.uow, counts, new PaymentSearch(db.uow, new SystemClock()));
  });
  afterAll(() => db.close());

  const expected = (search: string, filter: PaymentFilter = {}) => {
    const parts = partsOf(search);
    return rows
      .filter(({ name, email, phone }) =>
        parts.some((part) => [name, email, phone].some((text) => text.includes(part))),
      )
      .filter(({ status }) => (filter.status ?? status) === status)
      .filter(({ type }) => (filter.tokenType ?? type) === type)
      .filter(({ seller }) => (filter.salesManagerId ?? seller) === seller)
      .filter(({ project }) => filter.projectIds?.includes(project) ?? true)
      .filter(({ event }) => (filter.eventId ?? event) === event)
      .map(({ id }) => Number(id));
  };

  it.each([
    'rao 7',
    'ASHA RAO 14',
    'ao 21',
    'śarmā 19',
    'ŚARMĀ',
    'Zoe\u0308 s',
    '100% sen 34',
    '%',
    '_',
    '100_',
    "' OR 1=1 --",
    '\\',
    '"',
    'person77@',
    'mail7.ex',
    'n12@mail12',
    '+98 000000',
    '98 00002',
    '0001234',
    'person',
    '!',
    'nobody',
    '  rao    7  ',
    'r\u0000ao 7',
  ])('%j finds every part of a name, e-mail or phone, and nothing else', async (search) => {
    const all = expected(search);
    const last = Math.max(1, Math.ceil(all.length / 10));
    for (const page of [1, 2, Math.ceil(last / 2), last, last + 1]) {
      const shown = Math.min(page, last);
      const ids = all.slice((shown - 1) * 10, shown * 10);
      const found = await lists.page({ search }, { page, limit: 10 });
      expect(found).toEqual({ ids, page: shown, totalCount: all.length, totalIsCapped: false });
    }
  });

  it.each<[string, PaymentFilter]>([
    ['rao', { status: 'failed' }],
    ['person', { status: 'failed' }],
    ['person', { salesManagerId: 2, status: 'refunded' }],
    ['nair 2', { salesManagerId: 1 }],
    ['person', { createdFrom: new Date('2026-01-07T00:00:00Z') }],
    ['person', { projectIds: [2] }],
    ['person', { projectIds: [1, 3] }],
    ['person', { projectIds: [1, 3], status: 'failed' }],
    ['person', { projectIds: [2], status: 'completed', salesManagerId: 1 }],
    ['person', { eventId: 3 }],
    ['person', { eventId: 1, tokenType: 'gold', createdFrom: new Date('2026-01-02T00:00:00Z') }],
    ['rao', { projectIds: [3] }],
    ['rao', { projectIds: [2], eventId: 4 }],
    ['rao', { projectIds: [2], eventId: 5 }],
  ])('%j together with %j, from both ends', async (search, filter) => {
    const from = filter.createdFrom;
    const all = expected(search, filter).filter((id) => !from || id * 60_000 + Date.UTC(2026, 0, 1) >= from.getTime());
    for (const direction of ['desc', 'asc'] as const) {
      const found = await lists.page({ ...filter, search }, { page: 3, limit: 10 }, { sort: 'date', direction });
      expect(found.ids).toEqual((direction === 'desc' ? all : [...all].reverse()).slice(20, 30));
      expect(found).toMatchObject({ totalCount: all.length, totalIsCapped: false });
    }
  });

  describe('in more payments than are searched at once', () => {
    const few = { countedAtOnce: 10, headFound: 40, headRead: 60 };
    /** As after a start: nothing is in memory. */
    const fresh = (maxId?: number) => {
      const counts = new PaymentCounters(db.uow, new PeriodicTasks());
      const searches = new PaymentSearch(db.uow, new SystemClock());
      const some = new PaymentLists(db.uow, counts, searches);
      Object.assign(some.limits, few);
      if (maxId !== undefined) some.wide.columns = new PaymentColumnCache(db.uow, maxId);
      return some;
    };
    const filter: PaymentFilter = { status: 'refunded', tokenType: 'silver' };
    const page = (some: PaymentLists, number: number, exact = false, more: PaymentFilter = filter) =>
      some.page({ ...more, search: 'person' }, { page: number, limit: 10 }, NEWEST_FIRST, { exact });

    it('the first answer says that there are more, the same on every page, and is right about its rows', async () => {
      const all = expected('person', filter);
      const some = fresh();
      const first = await page(some, 1);
      expect(first).toMatchObject({ page: 1, totalIsCapped: true });
      expect(first.totalCount).toBeGreaterThanOrEqual(40);
      expect(first.totalCount).toBeLessThan(all.length);
      for (const number of [1, 2, 4]) {
        const found = await page(some, number);
        expect(found).toEqual({ ...first, page: number, ids: all.slice(number * 10 - 10, number * 10) });
      }
      const last = Math.ceil(all.length / 10);
      for (const number of [last, 12, 1, last + 9]) {
        const shown = Math.min(number, last);
        const ids = all.slice(shown * 10 - 10, shown * 10);
        const found = { ids, page: shown, totalCount: all.length, totalIsCapped: false };
        expect(await page(some, number)).toEqual(found);
        expect(await page(fresh(), number, true)).toEqual(found);
      }
    });

    it('of projects and of an event the first answer and the exact one are right, before and after all are in memory', async () => {
      const filters: PaymentFilter[] = [
        { projectIds: [2] },
        { projectIds: [1, 3] },
        { projectIds: [1, 3], status: 'completed' },
        { eventId: 2 },
        { eventId: 5, status: 'failed' },
      ];
      const some = fresh();
      for (const more of filters) {
        const all = expected('person', more);
        for (const isExact of [false, true, false]) {
          const found = await page(some, 1, isExact, more);
          expect(found.ids).toEqual(all.slice(0, 10));
          if (isExact) expect(found).toMatchObject({ totalCount: all.length, totalIsCapped: false });
        }
        expect((await page(some, 9, true, more)).ids).toEqual(all.slice(80, 90));
      }
    });

    it('a result that was kept is made again when a payment has joined or left it', async () => {
      const some = fresh();
      const counts = new PaymentCounters(db.uow, new PeriodicTasks());
      const { totalCount } = await page(some, 1, true);
      const everybody = await page(some, 1, true, {});
      const [id] = expected('person', filter);
      const put = async (from: string, to: string) => {
        await db.dataSource.query(`UPDATE payments SET status = '${to}' WHERE id = ?`, [id]);
        await counts.changed(id!, () => ({ status: from as 'refunded' }));
      };
      await put('refunded', 'completed');
      expect(await page(some, 1)).toMatchObject({ totalIsCapped: true });
      expect(await page(some, 1, true)).toMatchObject({ totalCount: totalCount - 1, totalIsCapped: false });
      expect(await page(some, 1)).toMatchObject({ totalCount: totalCount - 1, totalIsCapped: false });
      expect(await page(some, 1, false, {})).toEqual(everybody);
      await put('completed', 'refunded');
      expect(await page(some, 1, true)).toMatchObject({ totalCount, totalIsCapped: false });
    });

    it('of more payments than may be held only short lists are searched, and the refusal says how to narrow it', async () => {
      const some = fresh(100);
      expect(await page(some, 2)).toMatchObject({ totalIsCapped: true });
      const refusal = { code: 'SEARCH_TOO_WIDE' };
      await expect(page(some, 12)).rejects.toMatchObject(refusal);
      await expect(page(some, 1, true)).rejects.toMatchObject(refusal);
      some.limits.countedAtOnce = SIZE - 1;
      const all = expected('person', filter);
      expect(await page(some, 12)).toMatchObject({ ids: all.slice(110, 120), totalCount: all.length });
    });

    it('payments that were committed late, or created earlier than others, take their place', async () => {
      const columns = new PaymentColumnCache(db.uow);
      const template =
        'customer_id, sales_manager_id, token_type, payment_type, amount, reference_type, gateway, expires_at, status';
      const add = (id: number, at: string) =>
        db.dataSource.query(
          `INSERT INTO payments (id, public_id, created_at, updated_at, ${template})
           SELECT ${id}, 'late-${id}', '${at}', '${at}', ${template} FROM payments WHERE id = 1`,
        );
      const newest = async (count: number, total: number) => {
        await columns.refresh(total);
        return Array.from(columns.select({}, () => true)).slice(-count);
      };
      await columns.refresh(SIZE);
      const before = await newest(1, SIZE);
      await add(SIZE + 10, '2027-01-01 10:00:00.000');
      expect(await newest(2, SIZE + 1)).toEqual([...before, SIZE + 10]);
      await add(SIZE + 5, '2027-01-01 09:00:00.000');
      expect(await newest(3, SIZE + 2)).toEqual([...before, SIZE + 5, SIZE + 10]);
      await add(SIZE + 11, '2020-01-01 10:00:00.000');
      expect(await newest(2, SIZE + 3)).toEqual([SIZE + 5, SIZE + 10]);
      expect(columns.select({}, () => true)[0]).toBe(SIZE + 11);
      const from = new Date('2027-01-01T09:00:00Z');
      expect([...columns.select({ createdFrom: from }, () => true)]).toEqual([SIZE + 5, SIZE + 10]);
      await db.dataSource.query(`DELETE FROM payments WHERE id > ${SIZE}`);
    });
  });

  it.each([
    ['p0000000000000000000000042', 42],
    ['P0000000000000000000000042', 42],
    ['TD123456789ABCDEFGHJ', 17],
    ['td123456789abcdefghj', 17],
    ['ICICI778899', 17],
  ])('%s names one payment', async (search, id) => {
    expect(await lists.page({ search }, { page: 1, limit: 10 })).toEqual({
      ids: [id],
      page: 1,
      totalCount: 1,
      totalIsCapped: false,
    });
    const { project, event } = rows.find((row) => Number(row.id) === id)!;
    const others: PaymentFilter[] = [
      { salesManagerId: 99 },
      { projectIds: [1, 2, 3].filter((each) => each !== Number(project)) },
      { projectIds: [] },
      { eventId: Number(event) + 1 },
    ];
    for (const filter of others)
      expect((await lists.page({ search, ...filter }, { page: 1, limit: 10 })).ids).toEqual([]);
    const own = { projectIds: [Number(project), 9], eventId: Number(event) };
    expect((await lists.page({ search, ...own }, { page: 1, limit: 10 })).ids).toEqual([id]);
  });

  it('a whole token number, e-mail address or telephone number leads to its own', async () => {
    const [{ number, id } = { number: '', id: 0 }] = (await db.dataSource.query(
      'SELECT token_number AS number, id FROM payments WHERE token_number IS NOT NULL LIMIT 1',
    )) as { number: string; id: number }[];
    expect((await lists.page({ search: number.toLowerCase() }, { page: 1, limit: 10 })).ids).toEqual([id]);
    const whole = rows.filter(({ email }) => email === 'person7@mail7.example').map((row) => Number(row.id));
    expect((await lists.page({ search: 'Person7@Mail7.example' }, { page: 1, limit: 10 })).ids).toEqual(whole);
    const phone = rows.filter((row) => row.phone === '+919800000007').map((row) => Number(row.id));
    expect((await lists.page({ search: '98000 00007' }, { page: 1, limit: 10 })).ids).toEqual(phone);
  });

  it('what is whole elsewhere is a part to everybody else, however many have it there', async () => {
    const payment = 'token_type, payment_type, amount, reference_type, gateway, expires_at, status';
    const add = async (id: number, seller: number, project: number, email: string, phone: string | null = null) => {
      await db.dataSource.query(
        `INSERT INTO customers (id, sales_manager_id, name, name_key, email, email_key, phone, created_at, updated_at)
         VALUES (?, ?, 'w${id}', 'w${id}', ?, ?, ?, '${AT}', '${AT}')`,
        [id, seller, email, email, phone],
      );
      await db.dataSource.query(
        `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, project_id, created_at, updated_at, ${payment})
         SELECT ${id}, 'whole-${id}', ${id}, ${seller}, ${project}, '${AT}', '${AT}', ${payment} FROM payments WHERE id = 1`,
      );
    };
    const searches = new PaymentSearch(db.uow, new SystemClock());
    searches.fewCustomers = 2;
    await add(91_001, 1, 1, 'my9000000001@x.in');
    for (const id of [91_002, 91_003, 91_004]) await add(id, 2, 2, 'whole@x.in', '+919000000001');
    await add(91_005, 1, 1, 'un.whole@x.in');
    const idsOf = async (search: string, filter: PaymentFilter) => {
      const found = await searches.resolve({ search, ...filter });
      return found?.kind === 'dense' ? 'dense' : [...(found?.ids ?? [])].sort((a, b) => a - b);
    };
    for (const search of ['9000000001', 'whole@x.in']) expect(await idsOf(search, { salesManagerId: 2 })).toBe('dense');
    // All four are found by their parts.
    searches.fewCustomers = 4;
    for (const own of [{ salesManagerId: 1 }, { projectIds: [1] }]) {
      const parts = async (search: string) => (await idsOf(search, own)) as number[];
      expect(await parts('9000000001')).toContain(91_001);
      expect(await parts('whole@x.in')).toContain(91_005);
    }
    for (const theirs of [{}, { salesManagerId: 2 }, { projectIds: [2, 3] }])
      for (const search of ['9000000001', 'whole@x.in'])
        expect(await idsOf(search, theirs)).toEqual([91_002, 91_003, 91_004]);
    for (const table of ['payments', 'customers']) await db.dataSource.query(`DELETE FROM ${table} WHERE id > 91000`);
  });

  it('knows at once what another instance has added, renamed or committed late', async () => {
    const text = new CustomerSearchIndex(db.uow, new SystemClock());
    const find = async (part: string) => {
      await text.refresh();
      return text.find([part], 10);
    };
    const add = (id: number, name: string, at: string) =>
      db.dataSource.query(
        `INSERT INTO customers (id, sales_manager_id, name, name_key, email, email_key, created_at, updated_at)
         VALUES (${id}, 1, '${name}', '${name}', '${name}@x.in', '${name}@x.in', '${at}', '${at}')`,
      );
    expect(await find('quentin')).toEqual([]);
    await add(90_002, 'quentin', '2027-01-01 10:00:00.000');
    expect(await find('quentin')).toEqual([90_002]);
    // Numbered before the other one, and visible after it.
    await add(90_001, 'quentina', '2027-01-01 09:59:30.000');
    expect(new Set(await find('quentin'))).toEqual(new Set([90_001, 90_002]));
    await db.dataSource.query(
      "UPDATE customers SET name_key = 'rosalind', email_key = 'r@x.in', updated_at = '2027-01-01 10:00:05.000' WHERE id = 90002",
    );
    expect(await find('quentin')).toEqual([90_001]);
    expect(await find('rosalind')).toEqual([90_002]);
    expect(text.has(90_002, ['quentin'])).toBe(false);
    expect(text.has(90_002, ['salin'])).toBe(true);
    const read = jest.spyOn(db.uow.manager, 'query');
    await find('rosalind');
    const rows = await Promise.all(read.mock.results.map(({ value }) => value as Promise<unknown[]>));
    read.mockRestore();
    // Thousands stand there unchanged, and are not read again.
    expect(rows.flat().length).toBeLessThanOrEqual(2);
    const many = await Promise.all(Array.from({ length: 20 }, () => find('rosalind')));
    expect(many.every(([id]) => id === 90_002)).toBe(true);
  });

  it('no longer finds who was erased after the clock was set back', async () => {
    let now = new Date('2027-02-01T12:00:00Z');
    const text = new CustomerSearchIndex(db.uow, { now: () => now });
    const find = async (part: string) => {
      await text.refresh();
      return text.find([part], 10);
    };
    await db.dataSource.query(
      `INSERT INTO customers (id, sales_manager_id, name, name_key, email, email_key, created_at, updated_at)
       VALUES (90003, 1, 'x', 'hildegard', 'h@x.in', 'h@x.in', '${AT}', '${AT}')`,
    );
    expect(await find('hildegard')).toEqual([90_003]);
    // Ten minutes back; the erasure follows after one minute, the next search after three.
    await db.dataSource.query(
      "UPDATE customers SET name_key = 'erased', email_key = 'e@x.in', updated_at = '2027-02-01 11:51:00.000' WHERE id = 90003",
    );
    now = new Date('2027-02-01T11:53:00Z');
    const later = performance.now() + 3 * MINUTE;
    const monotonic = jest.spyOn(performance, 'now').mockImplementation(() => later);
    expect(await find('hildegard')).toEqual([]);
    monotonic.mockRestore();
  });

  it('holds no more text than it may', async () => {
    const text = new CustomerSearchIndex(db.uow, new SystemClock(), 1000);
    expect(await text.refresh()).toBe(false);
    expect(await text.refresh()).toBe(false);
  });
});
