import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { AdminTabCounts } from '../../src/contracts/admin.js';
import { InertiaRuntime } from '../../src/inertia/index.js';
import { PaymentSearch } from '../../src/modules/payment-lists/search/payment-search.js';
import { StatusTotalsReader } from '../../src/modules/payment-lists/index.js';
import type { Client } from '../support/client.js';
import { fillPayments } from '../support/many-payments.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const TABS: Record<Exclude<keyof AdminTabCounts, 'leftOut'>, string> = {
  all: '',
  pending: 'status=pending',
  initiated: 'status=initiated',
  completed: 'status=completed',
  failed: 'status=failed',
  cancelled: 'status=cancelled',
  refundPending: 'status=refund_pending',
  refunded: 'status=refunded',
  needsReview: 'needsReview=true',
};

describe("the numbers on the tabs of the admin's list", () => {
  let test: TestApp;
  let admin: Client;
  let visit: Record<string, string>;

  beforeAll(async () => {
    test = await TestApp.start();
    await fillPayments(test.get(DataSource), { payments: 801, sellers: 2, projects: 2 });
    const seller = await test.as(SALES);
    await createLink(seller, 'silver');
    await switchRefunds(test, true);
    // The bank takes the refund and settles it later.
    await refund(seller, (await sellAndPay(test, seller, 'silver')).paymentId, 40);
    admin = await test.as(ADMIN);
    const version = test.get(InertiaRuntime).assets.version;
    visit = { 'x-inertia': 'true', 'x-requested-with': 'XMLHttpRequest', 'x-inertia-version': String(version) };
  });
  afterAll(() => test.close());

  const tabs = async (filter: string): Promise<AdminTabCounts> => {
    const { status, body, text } = await admin.get(`/admin/dashboard?${filter}`, { headers: visit });
    if (status !== 200) throw new Error(`${filter} answered ${status}: ${text}`);
    return body.props.tabs as AdminTabCounts;
  };
  const length = async (filter: string): Promise<number> =>
    (await admin.get(`/api/payments/admin/all?${filter}&total=exact`)).body.data.pagination.totalPayments as number;
  const lengths = async (filter: string) => {
    const entries = Object.entries(TABS).map(async ([tab, own]) => [tab, await length(`${filter}&${own}`)]);
    return Object.fromEntries(await Promise.all(entries)) as Record<keyof typeof TABS, number>;
  };

  it.each([
    '',
    'tokenType=gold',
    'salesManager=2',
    'salesManager=2&tokenType=silver',
    'startDate=2026-01-01&endDate=2026-01-01',
    'startDate=2026-01-01&tokenType=platinum',
    'search=asha',
    'search=asha&startDate=2026-01-01&salesManager=2',
    'search=nobody-is-called-so',
    'project=2',
    'project=1&tokenType=gold',
    'project=2&salesManager=2&startDate=2026-01-01&endDate=2026-01-01',
    'project=2&search=asha',
    'project=9',
    'event=1',
    'event=3&tokenType=silver',
    'project=1&event=3',
    'event=2&startDate=2026-01-01&endDate=2026-01-01',
    'event=2&search=asha',
  ])('are those of the lists behind them, under "%s"', async (filter) => {
    expect(await tabs(filter)).toEqual({ ...(await lengths(filter)), leftOut: [] });
  });

  it('do not depend on which of them is open', async () => {
    const all = await tabs('tokenType=silver');
    expect(all.refundPending).toBe(1);
    for (const own of Object.values(TABS)) expect(await tabs(`tokenType=silver&${own}`)).toEqual(all);
  });

  it('stand beside the unique customers of the project', async () => {
    const stats = async (filter: string) =>
      (await admin.get(`/admin/dashboard?${filter}`, { headers: visit })).body.props.stats as Record<string, number>;
    const counted = async (where: string) => {
      const rows = (await test.get(DataSource).query(
        `SELECT p.token_type AS type, COUNT(DISTINCT c.email_key) AS n FROM payments p JOIN customers c ON c.id = p.customer_id
          WHERE p.status = 'completed' AND ${where} GROUP BY p.token_type`,
      )) as { type: string; n: unknown }[];
      const byType = Object.fromEntries(rows.map(({ type, n }) => [type, Number(n)]));
      return { ...byType, total: Object.values(byType).reduce((sum, n) => sum + n, 0) };
    };
    expect(await stats('')).toEqual(await counted('1 = 1'));
    for (const project of [1, 2])
      expect(await stats(`project=${project}&status=failed`)).toEqual(await counted(`p.project_id = ${project}`));
    expect(await stats('project=9')).toEqual({ gold: 0, silver: 0, platinum: 0, total: 0 });
  });

  it('leave out days that hold too many payments to count, and say so; short spans are counted', async () => {
    const totals = test.get(StatusTotalsReader);
    totals.countedAtOnce = 100;
    try {
      expect(await tabs('startDate=2026-01-01')).toEqual({ ...(await lengths('')), leftOut: ['days'] });
      const day = 'startDate=2027-01-01&endDate=2027-01-02';
      expect(await tabs(day)).toEqual({ ...(await lengths(day)), leftOut: [] });
    } finally {
      totals.countedAtOnce = 5000;
    }
  });

  it('leave out a search that very many customers match, and say so', async () => {
    const searches = test.get(PaymentSearch);
    searches.fewCustomers = 5;
    try {
      expect(await tabs('search=a&tokenType=gold')).toEqual({
        ...(await lengths('tokenType=gold')),
        leftOut: ['search'],
      });
    } finally {
      searches.fewCustomers = 1000;
    }
  });
});
