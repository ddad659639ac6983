import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnalysisData } from '../../src/contracts/analysis.js';
import { Client } from '../support/client.js';
import { type LedgerRow, writeLedger } from '../support/ledger.js';
import { ProductSite } from '../support/product-process.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES } from '../support/test-app.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Midnight in Kolkata at the beginning of 10 October 2026. */
const MIDNIGHT = Date.UTC(2026, 9, 9, 18, 30);
const ROWS = 1501;
const TYPES = ['gold', 'silver', 'platinum'] as const;
/** The default event, another one of its project, and two of a second project; of the last one nothing is sold before the 12th. */
const PLACES = [
  { projectId: 1, eventId: 1 },
  { projectId: 1, eventId: 2 },
  { projectId: 2, eventId: 3 },
  { projectId: 2, eventId: 4 },
] as const;
const PRICE = { gold: 5_100_000, silver: 10_000, platinum: 10_000_000 };

/** Both sides of the borders of an Indian day and of the UTC day, then a spread over three weeks. */
function ledger(managers: number[]): LedgerRow[] {
  const borders = [-1, 0, 1, 29 * MINUTE, 329 * MINUTE, 330 * MINUTE, 331 * MINUTE, DAY - 1, DAY, DAY + 1];
  return Array.from({ length: ROWS }, (_, index) => {
    const paidAt = MIDNIGHT + (borders[index] ?? ((index * 7919) % (21 * 1440)) * MINUTE - 10 * DAY);
    const tokenType = TYPES[index % 3] ?? 'gold';
    const amount = PRICE[tokenType];
    const kind = index < borders.length ? 0 : index % 10;
    const paid = kind < 7;
    const refunded = kind === 1 ? amount : kind === 2 ? 1234 : 0;
    return {
      createdAt: paidAt - (index % 90) * MINUTE,
      paidAt: paid ? paidAt : null,
      amount,
      refunded,
      status: paid
        ? kind === 1
          ? 'refunded'
          : 'completed'
        : (['pending', 'failed', 'cancelled'][kind - 7] ?? 'pending'),
      statusReason: kind === 8 ? 'declined' : kind === 9 ? 'link_expired' : null,
      // Each seller sells every tier.
      managerId: managers[Math.floor(index / 3) % managers.length] ?? 1,
      tokenType,
      place: PLACES[Math.floor(index / 5) % (paidAt < MIDNIGHT + 2 * DAY ? 3 : 4)] ?? PLACES[0],
    };
  });
}

/** The same figures, counted row by row. */
function recount(rows: LedgerRow[], from: number, before: number) {
  const inside = (ms: number | null) => ms !== null && ms >= from && ms < before;
  const paid = rows.filter((row) => inside(row.paidAt));
  const created = rows.filter((row) => inside(row.createdAt));
  const sum = (of: (row: LedgerRow) => number) => paid.reduce((total, row) => total + of(row), 0) / 100;
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, created: 0, paid: 0 }));
  const hourOf = (ms: number) => hours[Math.floor((ms + 330 * MINUTE) / (60 * MINUTE)) % 24];
  for (const row of created) hourOf(row.createdAt)!.created += 1;
  for (const row of paid) hourOf(row.paidAt!)!.paid += 1;
  return {
    transactions: paid.filter((row) => row.status === 'completed').length,
    money: {
      gross: sum((row) => row.amount),
      refunded: sum((row) => row.refunded),
      net: sum((row) => row.amount - row.refunded),
    },
    funnel: {
      created: created.length,
      opened: created.filter((row) => row.status !== 'pending').length,
      initiated: created.filter((row) => row.status !== 'pending').length,
      paid: created.filter((row) => row.paidAt !== null).length,
    },
    failed: created.filter((row) => row.status === 'failed').length,
    expired: created.filter((row) => row.status === 'cancelled').length,
    hours,
  };
}

const scopeTexts = (scope: object) =>
  Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, String(value)]));

describe('the analysis', () => {
  let site: ProductSite;
  let rows: LedgerRow[];
  let admin: Client;
  const files: string[] = [];

  const signIn = async () => {
    admin = await new Client(site.url).signIn(ADMIN.email, ADMIN.password);
  };
  const analysis = async (days = ''): Promise<AnalysisData> => {
    const { status, body } = await admin.get(`/api/payments/admin/analysis${days}`);
    expect(status).toBe(200);
    return body.data;
  };

  beforeAll(async () => {
    site = await ProductSite.make({ POLL_INTERVAL_SECONDS: '0' });
    await site.start();
    await signIn();
    const users = (await site.dataSource.query('SELECT id FROM users ORDER BY id')) as { id: number }[];
    rows = ledger(users.map(({ id }) => Number(id)));
    const at = "'2026-01-01 00:00:00.000'";
    await site.dataSource.query(
      `INSERT INTO projects (id, code, created_at, updated_at) VALUES (2, 'lake', ${at}, ${at})`,
    );
    for (const { projectId, eventId } of PLACES.slice(1))
      await site.dataSource.query(
        `INSERT INTO events (id, project_id, name, created_at, updated_at) VALUES (${eventId}, ${projectId}, 'Event ${eventId}', ${at}, ${at})`,
      );
    await writeLedger(site.dataSource, rows);
  });
  afterAll(() => site.close());

  it.each(['Asia/Kolkata', 'UTC', 'America/New_York'])('adds up to the row, with the server in %s', async (zone) => {
    await site.kill();
    await site.start({ TZ: zone });
    await signIn();
    const days: [string, number, number][] = [
      ['?startDate=2026-10-10&endDate=2026-10-10', MIDNIGHT, MIDNIGHT + DAY],
      ['?startDate=2026-10-09&endDate=2026-10-09', MIDNIGHT - DAY, MIDNIGHT],
      ['?startDate=2026-10-11&endDate=2026-10-23', MIDNIGHT + DAY, MIDNIGHT + 14 * DAY],
      ['?endDate=2026-10-20', 0, MIDNIGHT + 11 * DAY],
    ];
    for (const [query, from, before] of days) {
      const data = await analysis(query);
      const wanted = recount(rows, from, before);
      expect(data.money).toEqual(wanted.money);
      expect(data.keyMetrics.totalTransactions).toBe(wanted.transactions);
      expect(data.keyMetrics.totalRevenue).toBe(wanted.money.net);
      expect(data.hours).toEqual(wanted.hours);
      expect(data.funnel).toEqual(wanted.funnel);
      const failures = new Map(data.failures.map(({ reason, count }) => [reason, count]));
      expect(failures.get('Refused by the bank for another reason') ?? 0).toBe(wanted.failed);
      expect(failures.get('The link expired before payment') ?? 0).toBe(wanted.expired);
      expect(data.managers.reduce((sum, row) => sum + row.transactions, 0)).toBe(wanted.transactions);
      expect(data.salesManagerChartData.countData).toEqual(data.managers.map((row) => row.transactions));
      expect(data.salesManagerChartData.revenueData).toEqual(data.managers.map((row) => row.revenue));
      const list = await admin.get(`/api/payments/admin/all${query}`);
      expect(list.body.data.pagination.totalPayments).toBe(wanted.funnel.created);
      if (query.includes('2026-10-10&')) files.push((await admin.get(`/api/payments/admin/export${query}`)).text);
    }
    const [head, ...lines] = (files.at(-1) ?? '').trimEnd().split('\r\n');
    expect(head).toContain('Created (IST)');
    expect(lines.filter((line) => !line.startsWith('"2026-10-10 '))).toEqual([]);
    // The same as with the server in the zones before.
    expect(new Set(files).size).toBe(1);
  });

  it('the total of all days is the sum over the payments', async () => {
    const data = await analysis();
    const [row] = (await site.dataSource.query(
      `SELECT COUNT(*) AS links, SUM(CASE WHEN paid_at IS NOT NULL THEN amount - refunded_amount ELSE 0 END) AS net
         FROM payments`,
    )) as { links: number; net: number | string }[];
    expect(data.money.net).toBe(Number(row?.net) / 100);
    expect(data.funnel.created).toBe(Number(row?.links));
    expect(data.hours.reduce((sum, { created }) => sum + created, 0)).toBe(Number(row?.links));
    const list = await admin.get('/api/payments/admin/all?limit=1');
    expect(data.funnel.created).toBe(list.body.data.pagination.totalPayments);
  });

  it.each([
    { tokenType: 'gold' },
    { salesManager: 2 },
    { tokenType: 'platinum', salesManager: 2 },
    { tokenType: 'silver', salesManager: 1 },
  ] as { tokenType?: string; salesManager?: number }[])('%j narrows money and links to its own', async (scope) => {
    const own = rows.filter(
      (row) =>
        (!scope.tokenType || row.tokenType === scope.tokenType) &&
        (!scope.salesManager || row.managerId === scope.salesManager),
    );
    const filter = Object.entries(scope).map(([name, value]) => `&${name}=${value}`);
    const data = await analysis(`?startDate=2026-10-09&endDate=2026-10-15${filter.join('')}`);
    const wanted = recount(own, MIDNIGHT - DAY, MIDNIGHT + 6 * DAY);
    expect(wanted.transactions).toBeGreaterThan(10);
    expect(data.money).toEqual(wanted.money);
    expect(data.keyMetrics.totalTransactions).toBe(wanted.transactions);
    expect(data.funnel).toEqual(wanted.funnel);
    expect(data.managers.reduce((sum, { revenue }) => sum + revenue, 0)).toBeCloseTo(wanted.money.net, 2);
    if (scope.salesManager) expect(data.managers.map(({ id }) => id)).toEqual([String(scope.salesManager)]);
    // Those of everybody.
    expect(data.hours).toEqual(recount(rows, MIDNIGHT - DAY, MIDNIGHT + 6 * DAY).hours);
    expect(data.filters).toMatchObject({ tokenType: '', salesManager: '', ...scopeTexts(scope) });
    expectTrendAndBefore(data, own);
  });

  interface Scope {
    project?: number;
    event?: number;
    tokenType?: string;
    salesManager?: number;
  }

  it.each<Scope>([
    { project: 1 },
    { project: 2 },
    { event: 1 },
    { event: 2 },
    { event: 4 },
    { project: 2, event: 3 },
    { project: 1, event: 1, tokenType: 'gold' },
    { project: 2, salesManager: 2 },
    { event: 2, tokenType: 'silver', salesManager: 1 },
  ])(
    '%j: everything is of the project and the event, money and links of the tier and the seller too',
    async (scope) => {
      const { project, event, tokenType, salesManager } = scope;
      const there = rows.filter(
        ({ place }) => [undefined, place?.projectId].includes(project) && [undefined, place?.eventId].includes(event),
      );
      const own = there.filter(
        (row) =>
          [undefined, row.tokenType].includes(tokenType as never) && [undefined, row.managerId].includes(salesManager),
      );
      const filter = new URLSearchParams(scopeTexts(scope)).toString();
      const data = await analysis(`?startDate=2026-10-09&endDate=2026-10-15&${filter}`);
      const [wanted, ofAll] = [own, there].map((some) => recount(some, MIDNIGHT - DAY, MIDNIGHT + 6 * DAY));
      expect(wanted!.transactions).toBeGreaterThan(0);
      expect(data.money).toEqual(wanted!.money);
      expect(data.keyMetrics).toMatchObject({
        totalTransactions: wanted!.transactions,
        totalRevenue: wanted!.money.net,
      });
      expect(data.funnel).toEqual(wanted!.funnel);
      // As the page says: of all tiers and sellers of the place.
      expect(data.hours).toEqual(ofAll!.hours);
      const failures = Object.fromEntries(data.failures.map(({ reason, count }) => [reason, count]));
      expect(failures['Refused by the bank for another reason'] ?? 0).toBe(ofAll!.failed);
      expect(failures['The link expired before payment'] ?? 0).toBe(ofAll!.expired);
      expect(data.filters).toMatchObject(scopeTexts(scope));
      expectTrend(data, own);
      const all = await analysis(`?${filter}`);
      const firstDay = Math.min(...there.map(({ createdAt }) => createdAt));
      expect(all.trend.points[0]?.day).toBe(new Date(firstDay + 330 * MINUTE).toISOString().slice(0, 10));
      expect(all.money).toEqual(recount(own, 0, MIDNIGHT + 30 * DAY).money);
    },
  );

  it('projects and events add up to all; nothing is in an unknown one, or in an event of another project', async () => {
    const scopes = (texts: string[]) => Promise.all(texts.map((text) => analysis(`?${text}`)));
    const all = await analysis();
    const figures = ({ money, funnel, hours, keyMetrics }: AnalysisData) => [
      ...Object.values(money).map((rupees) => Math.round(rupees * 100)),
      ...Object.values(funnel),
      ...hours.flatMap(({ created, paid }) => [created, paid]),
      keyMetrics.totalTransactions,
    ];
    const others = (await site.dataSource.query(
      'SELECT COUNT(*) AS n FROM payments WHERE id < 900001 AND (project_id <> 1 OR event_id <> 1)',
    )) as { n: unknown }[];
    expect(Number(others[0]?.n)).toBe(0);
    for (const parts of [
      ['project=1', 'project=2'],
      ['event=1', 'event=2', 'event=3', 'event=4'],
    ]) {
      const found = (await scopes(parts)).map(figures);
      expect(figures(all).map((_, at) => found.reduce((sum, each) => sum + (each[at] ?? 0), 0))).toEqual(figures(all));
    }
    for (const none of await scopes(['project=9', 'event=99', 'project=1&event=3', 'project=999999999'])) {
      expect(new Set(figures(none))).toEqual(new Set([0]));
      expect(none).toMatchObject({ failures: [], managers: [], before: null });
    }
  });

  it.each([
    'project=0',
    'event=1234567890',
    'project=1&project=2',
    'event=',
    'project[]=1',
    'event=1.0',
    'project=%00',
  ])('%s is refused or no filter, and never an error of the server', async (filter) => {
    for (const path of [
      '/api/payments/admin/analysis',
      '/api/payments/admin/all',
      '/admin/transactions',
      '/admin/dashboard',
      '/transactions',
      '/dashboard',
    ]) {
      const { status } = await admin.get(`${path}?${filter}`);
      expect(status).toBeLessThan(500);
    }
  });

  /** Seven days from 9 October, and the seven before them. */
  function expectTrendAndBefore(data: AnalysisData, own: LedgerRow[]): void {
    expectTrend(data, own);
    const before = recount(own, MIDNIGHT - 8 * DAY, MIDNIGHT - DAY);
    expect(before.transactions).toBeGreaterThan(0);
    expect(data.before).toEqual({
      startDate: '2026-10-02',
      endDate: '2026-10-08',
      totalTransactions: before.transactions,
      totalRevenue: before.money.net,
      averageTransactionValue: Math.round((before.money.net * 100) / before.transactions) / 100,
    });
  }

  function expectTrend(data: AnalysisData, own: LedgerRow[]): void {
    const days = Array.from({ length: 7 }, (_, index) =>
      recount(own, MIDNIGHT + (index - 1) * DAY, MIDNIGHT + index * DAY),
    );
    expect(data.trend).toEqual({
      unit: 'day',
      points: days.map(({ money, transactions }, index) => ({
        day: `2026-10-${String(9 + index).padStart(2, '0')}`,
        revenue: money.net,
        transactions,
      })),
    });
  }

  it('all days have a trend from the first one on, by months once they are many, and nothing before them', async () => {
    expectTrendAndBefore(await analysis('?startDate=2026-10-09&endDate=2026-10-15'), rows);
    const all = await analysis();
    expect(all.before).toBeNull();
    expect(all.trend.points.reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0)).toBe(
      Math.round(all.money.net * 100),
    );
    const long = await analysis('?startDate=2026-01-01&endDate=2026-10-31');
    expect(long.trend.unit).toBe('month');
    expect(long.trend.points.map(({ day }) => day.slice(5))).toEqual(
      Array.from({ length: 10 }, (_, month) => `${String(month + 1).padStart(2, '0')}-01`),
    );
    expect(long.trend.points.at(-1)!.transactions).toBe(
      recount(rows, MIDNIGHT - 9 * DAY, MIDNIGHT + 22 * DAY).transactions,
    );
  });

  it.each([
    ['?startDate=2026-02-30', 'startDate'],
    ['?endDate=10-10-2026', 'endDate'],
    ['?startDate=2026-10-11&endDate=2026-10-10', 'startDate'],
    ['?tokenType=diamond', 'tokenType'],
    ['?salesManager=2%20OR%201', 'salesManager'],
  ])('%s is refused, not guessed', async (query, field) => {
    const { status, body } = await admin.get(`/api/payments/admin/analysis${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.details)).toContain(field);
  });

  it('what the bank said when a link was made is no reason why it was not paid', async () => {
    const seller = await new Client(site.url).signIn(SALES.email, SALES.password);
    const { paymentId } = await createLink(seller, 'silver');
    expect((await seller.post(`/api/payments/${paymentId}/cancel-link`, {})).status).toBe(200);
    const { failures } = await analysis();
    expect(failures).toContainEqual({ reason: 'The link was cancelled by staff', count: 1, codes: [] });
  });

  it('is for admins', async () => {
    const seller = await new Client(site.url).signIn(SALES.email, SALES.password);
    expect((await seller.get('/api/payments/admin/analysis')).status).toBe(403);
    expect((await new Client(site.url).get('/api/payments/admin/analysis')).status).toBe(401);
  });
});
