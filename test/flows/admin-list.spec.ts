import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { AdminPaymentRow } from '../../src/contracts/admin.js';
import { filtersKey } from '../../src/contracts/pages.js';
import { PaymentLists } from '../../src/modules/payment-lists/payment-list.js';
import { PaymentSearch } from '../../src/modules/payment-lists/search/payment-search.js';
import type { Client } from '../support/client.js';
import { fillPayments } from '../support/many-payments.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const SIZE = 1_501;
const LIST = '/api/payments/admin/all';

describe("the admin's list of payments", () => {
  let test: TestApp;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start({ env: { DEMO_SEED: 'true' } });
    await test.get(DataSource).query('DELETE FROM payments');
    await fillPayments(test.get(DataSource), { payments: SIZE, sellers: 2 });
    admin = await test.as(ADMIN);
  });
  afterAll(() => test.close());

  const list = async (query: string) => {
    const { status, body, text } = await admin.get(`${LIST}?${query}`);
    if (status !== 200) throw new Error(`${query} answered ${status}: ${text}`);
    return body.data as { payments: AdminPaymentRow[]; pagination: Record<string, unknown> };
  };

  it('is for admins alone', async () => {
    expect((await test.client().get(LIST)).status).toBe(401);
    const refused = await (await test.as(SALES)).get(LIST);
    expect([refused.status, refused.body.message]).toEqual([403, 'Access denied. Admin privileges required.']);
  });

  it('shows pages of ten, newest first, with the total', async () => {
    const first = await list('');
    expect(first.pagination).toEqual({ currentPage: 1, totalPages: 151, totalPayments: SIZE, totalIsCapped: false });
    expect(first.payments).toHaveLength(10);
    const last = await list('page=151');
    expect(last.payments).toHaveLength(1);
    expect(await list('page=152')).toEqual(last);
    expect(await list('page=900000&total=exact')).toEqual(last);
    expect((await list('limit=1000')).payments).toHaveLength(100);
    const ids = new Set<unknown>();
    for (let page = 1; page <= 16; page += 1)
      for (const { id } of (await list(`limit=100&page=${page}`)).payments) ids.add(id);
    expect(ids.size).toBe(SIZE);
  });

  it('filters and sorts together', async () => {
    const seller = (await list('search=seller')).payments[0];
    expect(seller).toBeUndefined();
    const { payments } = await list('status=failed&tokenType=gold&direction=asc');
    expect(payments.length).toBeGreaterThan(0);
    expect(payments.every(({ status, tokenType }) => status === 'failed' && tokenType === 'gold')).toBe(true);
    const dates = payments.map(({ createdAt }) => createdAt);
    expect(dates).toEqual([...dates].sort());
    const amounts = (await list('sort=amount&direction=asc')).payments.map(({ amount }) => amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    const dearest = (await list('sort=amount&status=failed&tokenType=gold')).payments;
    expect(dearest.every(({ status, tokenType }) => status === 'failed' && tokenType === 'gold')).toBe(true);
    const prices = dearest.map(({ amount }) => amount);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    const flagged = await list('needsReview=true');
    expect(flagged.pagination['totalPayments']).toBe(Math.floor(SIZE / 97));
    expect(flagged.payments.every(({ needsReview }) => needsReview)).toBe(true);
  });

  it('a day is a day in India: from midnight to midnight there', async () => {
    const { manager } = test.get(DataSource);
    const mark = (id: number, at: string) =>
      manager.query(
        `UPDATE payments SET created_at = '${at}', updated_at = '${at}' WHERE public_id = 'p${String(id).padStart(25, '0')}'`,
      );
    // 15 March in India is from 18:30 UTC on the 14th to 18:30 on the 15th.
    await mark(1, '2027-03-14 18:29:59.999');
    await mark(2, '2027-03-14 18:30:00.000');
    await mark(3, '2027-03-14 23:59:00.000');
    await mark(4, '2027-03-15 00:01:00.000');
    await mark(5, '2027-03-15 18:29:59.999');
    await mark(6, '2027-03-15 18:30:00.000');
    const on = async (query: string) =>
      (await list(`${query}&direction=asc`)).payments.map(({ paymentId }) => Number(paymentId.slice(1)));
    expect(await on('startDate=2027-03-15&endDate=2027-03-15')).toEqual([2, 3, 4, 5]);
    expect(await on('startDate=2027-03-14&endDate=2027-03-14')).toEqual([1]);
    expect(await on('startDate=2027-03-16')).toEqual([6]);
    expect((await list('endDate=2027-03-13')).pagination['totalPayments']).toBe(SIZE - 6);
  });

  it.each([
    ['status=paid', 'status'],
    ['tokenType=bronze', 'tokenType'],
    ['sort=amount;DROP TABLE payments', 'sort'],
    ['sort=created_at', 'sort'],
    ['direction=up', 'direction'],
    ['startDate=2026-02-30', 'startDate'],
    ['startDate=2026-2-3', 'startDate'],
    ['startDate=yesterday', 'startDate'],
    ['endDate=20261-01-01', 'endDate'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'endDate'],
    ['salesManager=1 OR 1=1', 'salesManager'],
    ['salesManager=0x10', 'salesManager'],
    ['needsReview=maybe', 'needsReview'],
    ['sort=amount&salesManager=1', 'sort'],
    ['sort=amount&startDate=2026-01-05', 'sort'],
    ['sort=status&search=asha', 'sort'],
    ['status=__proto__', 'status'],
    ['total=all', 'total'],
  ])('%s is refused with a word about %s', async (query, field) => {
    const { status, body } = await admin.get(`${LIST}?${query}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false, error: 'FILTER_INVALID', details: { [field]: expect.any(String) } });
  });

  it.each(["' OR 1=1 --", '%', '_', '\\', '"; DROP TABLE payments; --', '1) UNION SELECT password_hash FROM users --'])(
    'searching for %j finds what is called so, and nothing else',
    async (search) => {
      const { pagination } = await list(`search=${encodeURIComponent(search)}`);
      const named = search === '%' || search === '_';
      expect(Number(pagination['totalPayments']) > 0).toBe(named);
    },
  );

  it.each(['page=-1', 'page=0', 'page=1e9', 'limit=0', 'search=%00', 'search=', 'unknown=1'])(
    '%s is no fault',
    async (query) => {
      expect((await admin.get(`${LIST}?${query}`)).status).toBe(200);
    },
  );

  it('every page of a filter is there, with one total, and the export has as many rows', async () => {
    for (const query of [
      'startDate=2026-01-01&endDate=2026-01-01',
      'search=person1&tokenType=silver',
      'search=mail1',
    ]) {
      const { pagination } = await list(query);
      const ids = new Set<string>();
      const { totalPages } = pagination as { totalPages: number };
      for (let page = 1; page <= totalPages; page += 1) {
        const found = await list(`${query}&page=${page}`);
        expect(found.pagination).toEqual({ ...pagination, currentPage: page });
        for (const { id } of found.payments) ids.add(id);
      }
      expect(ids.size).toBe(pagination['totalPayments']);
      const { text } = await admin.get(`/api/payments/admin/export?${query}`);
      expect(text.trimEnd().split('\r\n')).toHaveLength(ids.size + 1);
    }
  });

  it('a list too long to be counted for its first page says so, and its exact total follows', async () => {
    const { limits } = test.get(PaymentLists);
    const before = { ...limits };
    const searches = test.get(PaymentSearch);
    searches.fewCustomers = 10;
    Object.assign(limits, { countedAtOnce: 10, headFound: 20, headRead: 40 });
    try {
      const query = 'search=person&status=completed';
      const [{ n: total }] = await test
        .get(DataSource)
        .query("SELECT COUNT(*) AS n FROM payments WHERE status = 'completed'");
      const totalPages = Math.ceil(Number(total) / 10);
      const capped = { totalIsCapped: true, totalPages: 4 };
      const exact = { totalIsCapped: false, totalPages, totalPayments: Number(total) };
      const page = test.client();
      await page.get('/login');
      await page.postForm('/login', ADMIN);
      const { text } = await page.get(`/admin/dashboard?${query}`);
      const shown = JSON.parse(/<script data-page="app"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? 'null');
      expect(shown.props.pagination).toMatchObject(capped);
      expect(shown.deferredProps).toEqual({ total: ['exactTotal'] });
      const partial = {
        'x-inertia': 'true',
        'x-inertia-version': String(shown.version),
        'x-inertia-partial-component': 'Admin/Dashboard',
        'x-inertia-partial-data': 'exactTotal',
      };
      const later = await page.get(`/admin/dashboard?${query}`, { headers: partial });
      const { exactTotal } = (later.body as unknown as { props: { exactTotal: Record<string, unknown> } }).props;
      expect(exactTotal).toEqual({ of: filtersKey(shown.props.filters), totalCount: Number(total), totalPages });
      // What one has counted the next knows.
      expect((await list(query)).pagination).toMatchObject(exact);
      const other = 'search=person&status=failed';
      expect((await list(other)).pagination).toMatchObject({ totalIsCapped: true });
      const { pagination } = await list(`${other}&total=exact`);
      expect(pagination).toMatchObject({ totalIsCapped: false });
      expect((await list(`${other}&page=${String(pagination['totalPages'])}`)).pagination).toEqual({
        ...pagination,
        currentPage: pagination['totalPages'],
      });
    } finally {
      searches.fewCustomers = 1000;
      Object.assign(limits, before);
    }
  });

  it('the address of a page past the end becomes that of the last', async () => {
    const page = test.client();
    await page.get('/login');
    await page.postForm('/login', ADMIN);
    const shownAt = async (path: string) => {
      const { text } = await page.get(path);
      return JSON.parse(/<script data-page="app"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? 'null');
    };
    const past = await shownAt('/admin/dashboard?tokenType=gold&page=9000');
    const { totalPages } = past.props.pagination;
    expect(past.url).toBe(`/admin/dashboard?tokenType=gold&page=${totalPages}`);
    expect([past.props.pagination.currentPage, past.props.filters.page]).toEqual([totalPages, totalPages]);
    expect(past.props.payments.length).toBeGreaterThan(0);
    expect((await shownAt('/admin/dashboard?tokenType=gold&page=2')).url).toBe(
      '/admin/dashboard?tokenType=gold&page=2',
    );
    for (const path of ['/dashboard', '/transactions', '/admin/staff', '/admin/review']) {
      const { url, props } = await shownAt(`${path}?page=900`);
      expect(url).toBe(props.pagination.totalPages > 1 ? `${path}?page=${props.pagination.totalPages}` : path);
      expect(props.pagination.currentPage).toBe(props.pagination.totalPages);
      expect(props.filters.page).toBe(props.pagination.totalPages);
    }
  });

  it('the page and the program see the same', async () => {
    const page = test.client();
    await page.get('/login');
    await page.postForm('/login', ADMIN);
    const { text } = await page.get('/admin/dashboard?status=failed&page=2');
    const shown = JSON.parse(/<script data-page="app"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? 'null');
    expect(shown.props.payments).toEqual((await list('status=failed&page=2')).payments);
    expect(shown.props.filters).toMatchObject({ status: 'failed', page: 2, sort: 'date', direction: 'desc' });
    expect(shown.props.sellers.map(({ name }: { name: string }) => name)).toContain('Seller 1');
    expect(text).not.toContain('password');
    expect((await page.get('/admin/dashboard?status=nonsense')).status).toBe(422);
  });
});
