import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { InertiaRuntime } from '../../src/inertia/index.js';
import type { CallOptions, Client } from '../support/client.js';
import { fillPayments } from '../support/many-payments.js';
import { sentBy } from '../support/query-cost.js';
import { comeBack, createLink, type Link, pressPay } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/**
 * How many questions a request asks the database. One belongs to every signed-in request: the session with its owner, so that its end
 * holds at once on every instance. A list is three: its total, the ids of the page from an index, and the rows.
 */
const GUARD = 1;
const LIST = 3;

describe('the statements of a request', () => {
  let test: TestApp;
  let link: Link;
  let visit: CallOptions;
  const clients: Record<string, Client> = {};

  beforeAll(async () => {
    test = await TestApp.start();
    await fillPayments(test.get(DataSource), { payments: 300, sellers: 2 });
    Object.assign(clients, { admin: await test.as(ADMIN), seller: await test.as(SALES), customer: test.client() });
    link = await createLink(clients['seller']!);
    const headers = { 'x-inertia': 'true', 'x-requested-with': 'XMLHttpRequest' };
    // Without the version of the build the answer says only which one it is.
    visit = { headers: { ...headers, 'x-inertia-version': test.get(InertiaRuntime).assets.version } };
  });
  afterAll(() => test.close());

  /** The second time: what is asked for once in the life of a process is no part of it. */
  async function asked(who: string, path: string, options: CallOptions = {}): Promise<number> {
    const client = clients[who]!;
    await client.get(path, options);
    await test.settle();
    const sent = await sentBy(test.get(DataSource), async () => {
      expect({ path, status: (await client.get(path, options)).status }).toEqual({ path, status: 200 });
    });
    expect(sent.length).toBeGreaterThan(0);
    return sent.length;
  }

  it.each<[string, string, number]>([
    ['admin', '/api/payments/admin/all', GUARD + LIST],
    ['admin', '/api/payments/admin/all?status=completed&sort=amount', GUARD + LIST],
    ['admin', '/api/payments/admin/all?page=7&tokenType=gold', GUARD + LIST],
    // Days are counted in the index, once the counters have said that the list is short.
    ['admin', '/api/payments/admin/all?startDate=2026-01-01', GUARD + LIST + 1],
    ['seller', '/api/sales-manager/dashboard', GUARD + LIST],
    ['seller', '/api/payments/transactions/all', GUARD + LIST],
    ['admin', '/api/payments/transactions/all', GUARD + LIST],
    // Figures, names, and what was paid before and by day.
    ['admin', '/api/payments/admin/analysis', GUARD + 3],
    ['admin', '/api/payments/admin/analysis?startDate=2020-01-01&tokenType=gold&salesManager=2', GUARD + 3],
    // Rows, names of staff and of customers, and where the chain stands: for a page of 25 as for one row.
    ['admin', '/api/admin/audit', GUARD + 5],
    ['admin', '/api/admin/audit?action=auth.login', GUARD + 5],
    ['admin', '/api/auth/me', GUARD],
  ])('%s: GET %s', async (who, path, most) => {
    expect(await asked(who, path)).toBeLessThanOrEqual(most);
  });

  it.each<[string, string, number]>([
    // The figures above the list come from the same counters as its total.
    ['seller', '/dashboard', GUARD + LIST],
    // And its money by day.
    ['seller', '/transactions', GUARD + LIST + 1],
    ['admin', '/transactions', GUARD + LIST + 1],
    // The sellers' names, the saved views, and what no counter knows of the tabs.
    ['admin', '/admin/dashboard', GUARD + LIST + 3],
    ['admin', '/admin/dashboard?salesManager=2', GUARD + LIST + 4],
  ])('%s: the page %s', async (who, path, most) => {
    expect(await asked(who, path, visit)).toBeLessThanOrEqual(most);
  });

  it('turning over the list of an admin, and its figures with it, reads no names of sellers', async () => {
    const partial = {
      'x-inertia-partial-component': 'Admin/Dashboard',
      'x-inertia-partial-data': 'payments,pagination,stats,filters',
    };
    const headers = { ...visit.headers, ...partial };
    expect(await asked('admin', '/admin/dashboard?page=2', { headers })).toBeLessThanOrEqual(GUARD + LIST);
  });

  it.each(['as it was kept', 'made anew'])('a payment page %s, and its state, are one statement', async (how) => {
    const page = `/payment/${link.paymentId}`;
    // That it was opened is written once.
    await clients['customer']!.get(page);
    await clients['customer']!.get(page);
    if (how === 'made anew') test.get(InertiaRuntime).kept.clear();
    const sent = await sentBy(test.get(DataSource), () => clients['customer']!.get(page));
    expect(sent).toHaveLength(1);
    for (const path of [`/api/payments/${link.paymentId}`, `/api/payments/${link.paymentId}/status`])
      expect(await asked('customer', path)).toBe(1);
  });

  // The return, its payment and its attempt, and the project in the frame.
  it.each([
    ['confirmed', 'pay-nb'],
    ['not answered clearly', 'pending-success'],
  ])('the page of a return that is %s reads its rows once', async (_state, outcome) => {
    const customer = clients['customer']!;
    const { paymentId } = await createLink(clients['seller']!);
    const event = await comeBack(customer, await test.bank.press(await pressPay(customer, paymentId), outcome));
    expect(await asked('customer', `/payment/verify?event=${event}`)).toBe(4);
  });
});
