import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CustomerText } from '../../src/database/customer-text.js';
import { PaymentCounts } from '../../src/database/payment-counts.js';
import type { PaymentFilter } from '../../src/database/payment-filter.js';
import { PaymentLists } from '../../src/database/payment-list.js';
import { partsOf, PaymentSearch } from '../../src/database/payment-search.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import { fillPayments } from '../support/many-payments.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const SIZE = 9_000;
const AT = '2026-11-20 10:00:00.000';

describe('the search', () => {
  let db: TestDatabase;
  let lists: PaymentLists;
  let rows: { id: number; name: string; email: string; phone: string; status: string; seller: number; at: string }[];

  beforeAll(async () => {
    db = await openTestDatabase();
    await fillPayments(db.dataSource, { payments: SIZE, sellers: 3 });
    await db.dataSource.query(
      `INSERT INTO payment_attempts (payment_id, number, invoice_no, status, amount, bank_txn_id, created_at, updated_at)
       VALUES (17, 1, 'TD123456789ABCDEFGHJ', 'captured', 100, 'ICICI778899', '${AT}', '${AT}')`,
    );
    rows = await db.dataSource.query(
      `SELECT p.id AS id, c.name_key AS name, c.email_key AS email, c.phone AS phone, p.status AS status, p.sales_manager_id AS seller
         FROM payments p JOIN customers c ON c.id = p.customer_id ORDER BY p.created_at DESC, p.id DESC`,
    );
    const counts = new PaymentCounts(db.uow, new PeriodicTasks());
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
      .filter(({ seller }) => (filter.salesManagerId ?? seller) === seller)
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
    for (const page of [1, 2]) {
      const found = await lists.page({ search }, { page, limit: 10 });
      expect(found.ids).toEqual(all.slice((page - 1) * 10, page * 10));
      if (!found.totalIsCapped) expect(found.totalCount).toBe(all.length);
      else expect(found.totalCount).toBeLessThanOrEqual(all.length);
    }
  });

  it.each<[string, PaymentFilter]>([
    ['rao', { status: 'failed' }],
    ['person', { status: 'failed' }],
    ['person', { salesManagerId: 2, status: 'refunded' }],
    ['nair 2', { salesManagerId: 1 }],
    ['person', { createdFrom: new Date('2026-01-07T00:00:00Z') }],
  ])('%j together with %j, from both ends', async (search, filter) => {
    const from = filter.createdFrom;
    const all = expected(search, filter).filter((id) => !from || id * 60_000 + Date.UTC(2026, 0, 1) >= from.getTime());
    for (const direction of ['desc', 'asc'] as const) {
      const { ids } = await lists.page({ ...filter, search }, { page: 3, limit: 10 }, { sort: 'date', direction });
      expect(ids).toEqual((direction === 'desc' ? all : [...all].reverse()).slice(20, 30));
    }
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
      totalCount: 1,
      totalIsCapped: false,
    });
    const nowhere = await lists.page({ search, salesManagerId: 99 }, { page: 1, limit: 10 });
    expect(nowhere.ids).toEqual([]);
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

  it('knows at once what another instance has added, renamed or committed late', async () => {
    const text = new CustomerText(db.uow, new SystemClock());
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

  it('holds no more text than it may', async () => {
    const text = new CustomerText(db.uow, new SystemClock(), 1000);
    expect(await text.refresh()).toBe(false);
    expect(await text.refresh()).toBe(false);
  });
});
