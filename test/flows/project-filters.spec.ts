import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DayCloseData, DayPlaceRow } from '../../src/contracts/day-close.js';
import type { SellerMoney, TransactionsSummary } from '../../src/contracts/seller-money.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { COUNTED } from '../../src/domain/settlement/day-figures.js';
import type { Client } from '../support/client.js';
import { DAY } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { PROFILES } from '../support/merchants.js';
import { refund, payAsCustomer, switchRefunds } from '../support/refunds.js';
import { createLink, type Link, pressPay } from '../support/sales.js';
import { forgetSettlements } from '../support/settlements.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const LIST = '/api/payments/admin/all';
const AUDIT = '/api/admin/audit';

/** Two projects at two merchants: rahul sells in the default one, priya in two events of the other. */
describe('filters by project and event', () => {
  let test: TestApp;
  let admin: Client;
  let priya: Client;
  let rahul: Client;
  /** Ids, as they stand in addresses. */
  let meadows: string;
  let launch: string;
  let river: string;
  let inDefault: Link;
  let atLaunch: Link;
  let atRiver: Link;
  let open: Link;
  let day: string;

  const signIn = async () => {
    [admin, priya, rahul] = [await test.as(ADMIN), await test.as(SALES), await test.as(OTHER_SALES)];
  };
  /** Props of a page, as its document holds them. */
  const propsOf = async (client: Client, path: string) => {
    const { text, status } = await client.get(path, { headers: { 'x-inertia': 'true', 'x-inertia-version': '' } });
    const page = status === 409 ? (await client.get(path)).text : text;
    const json = /<script[^>]*data-page[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? page;
    // oxlint-disable-next-line typescript/no-explicit-any -- judged by the tests
    return (JSON.parse(json) as { props: any }).props;
  };
  const idsOf = async (filter: string) => {
    const { status, body, text } = await admin.get(`${LIST}?${filter}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return (body.data.payments as { paymentId: string }[]).map(({ paymentId }) => paymentId).sort();
  };
  const sorted = (...links: Link[]) => links.map(({ paymentId }) => paymentId).sort();
  const dayOf = async (filter = '') =>
    (await admin.get(`/api/day-close?day=${day}${filter}`)).body.data as DayCloseData;

  beforeAll(async () => {
    test = await TestApp.start({ env: PROFILES });
    await switchRefunds(test, true);
    await signIn();
    day = istDayOf(test.clock.now());
  });
  beforeEach(() => signIn());
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  it('without a second event nothing tells projects apart', async () => {
    inDefault = await createLink(rahul);
    await payAsCustomer(test, inDefault.paymentId);
    for (const path of [
      '/admin/dashboard',
      '/admin/transactions',
      '/admin/audit',
      '/admin/day-close',
      '/admin/reconciliation',
    ])
      expect(Object.keys(await propsOf(admin, path))).not.toContain('projects');
    for (const path of ['/dashboard', '/transactions']) {
      const props = await propsOf(rahul, path);
      expect(Object.keys(props)).not.toContain('events');
      expect(Object.keys(props.filters)).not.toContain('event');
    }
    const { body } = await admin.get(LIST);
    expect(Object.keys(body.data.payments[0])).not.toContain('soldIn');
    expect(Object.keys(await dayOf())).toEqual(['day', 'today', 'canClose', 'rows', 'total', 'closing', 'computedAt']);
    expect((await admin.get(`/api/day-close/${day}.csv`)).text).toMatch(/Net \(INR\)\r\n/);
    expect((await admin.get('/api/settlements/exceptions.csv')).text).toMatch(/What to do\r\n$/);
    const analysis = (await admin.get('/api/payments/admin/analysis')).body.data;
    expect(analysis.filters).toEqual({ startDate: '', endDate: '', tokenType: '', salesManager: '' });
  });

  it('a second project with two events', async () => {
    const [seller] = await query<{ id: number }>(test, 'SELECT id FROM users WHERE email = ?', [SALES.email]);
    const project = { code: 'meadows', name: 'Green Meadows', state: 'selling', merchantProfile: 'north' };
    expect((await admin.post('/api/admin/projects', project)).status).toBe(201);
    const event = async (name: string) => {
      const body = { name, sellers: [String(seller?.id)] };
      return (await admin.post('/api/admin/projects/meadows/events', body)).body.data.id as string;
    };
    [launch, river] = [await event('Launch'), await event('River day')];
    const [row] = await query<{ id: number }>(test, "SELECT id FROM projects WHERE code = 'meadows'");
    meadows = String(row?.id);
    [atLaunch, atRiver] = [
      await createLink(priya, 'silver', { eventId: launch }),
      await createLink(priya, 'silver', { eventId: river }),
    ];
    for (const { paymentId } of [atLaunch, atRiver]) await payAsCustomer(test, paymentId);
    open = await createLink(priya, 'gold', { eventId: launch });
    await pressPay(test.client(), open.paymentId);
    expect((await refund(admin, atLaunch.paymentId, 10)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(60_000);
    await test.poll();
    await test.settle();
  });

  describe('the list', () => {
    it('is narrowed down by each and by both; an unknown one has nothing', async () => {
      const [all, others] = [await idsOf(''), await idsOf('project=1')];
      expect(others).toContain(inDefault.paymentId);
      expect([...others, ...sorted(atLaunch, atRiver, open)].sort()).toEqual(all);
      expect(await idsOf('event=1')).toEqual(others);
      expect(await idsOf(`project=${meadows}`)).toEqual(sorted(atLaunch, atRiver, open));
      expect(await idsOf(`event=${launch}`)).toEqual(sorted(atLaunch, open));
      expect(await idsOf(`project=${meadows}&event=${river}&status=completed`)).toEqual(sorted(atRiver));
      for (const filter of [`project=1&event=${river}`, 'project=99', 'event=99'])
        expect(await idsOf(filter)).toEqual([]);
      for (const filter of ['project=x', 'event=0', 'project=1%20OR%201']) {
        const { status, body } = await admin.get(`${LIST}?${filter}`);
        expect([status, body.error]).toEqual([422, 'FILTER_INVALID']);
      }
    });

    it('offers the projects, and each row tells where it was sold', async () => {
      const props = await propsOf(admin, `/admin/dashboard?project=${meadows}`);
      expect(props.projects).toEqual([
        { id: '1', name: 'default', events: [{ id: '1', name: 'Default event' }] },
        {
          id: meadows,
          name: 'Green Meadows',
          events: [
            { id: launch, name: 'Launch' },
            { id: river, name: 'River day' },
          ],
        },
      ]);
      expect(props.filters).toMatchObject({ project: meadows, event: '' });
      const places = props.payments.map(({ soldIn }: { soldIn: unknown }) => soldIn);
      expect(places).toEqual([
        { project: 'Green Meadows', event: 'Launch' },
        { project: 'Green Meadows', event: 'River day' },
        { project: 'Green Meadows', event: 'Launch' },
      ]);
    });

    it('is kept in a view, and its export holds the same payments', async () => {
      const saved = await admin.post('/api/admin/views', {
        name: 'Launch',
        query: `event=${launch}&project=${meadows}`,
      });
      expect(saved.body.data.views[0].query).toBe(`project=${meadows}&event=${launch}`);
      const { text } = await admin.get(`/api/payments/admin/export?project=${meadows}&event=${launch}`);
      const [, ...rows] = text.trim().split('\r\n');
      expect(rows).toHaveLength(2);
      for (const row of rows) expect(row).toMatch(/,"Green Meadows","Launch"$/);
      expect((await admin.get('/api/payments/admin/export?project=99')).text.trim().split('\r\n')).toHaveLength(1);
      const selection = await admin.get(`/api/payments/admin/selection?action=export&project=${meadows}`);
      expect(selection.body.data.total).toBe(3);
    });
  });

  it('a seller of several events chooses one, and one of a single event has nothing to choose', async () => {
    const own = await propsOf(priya, `/dashboard?event=${river}`);
    expect(own.events.map(({ name }: { name: string }) => name)).toEqual(['Default event', 'Launch', 'River day']);
    expect(own.allCustomers.map(({ paymentId }: { paymentId: string }) => paymentId)).toEqual([atRiver.paymentId]);
    const money = await propsOf(priya, `/transactions?event=${launch}`);
    expect(money.rows.map(({ paymentId }: { paymentId: string }) => paymentId).sort()).toEqual(sorted(atLaunch, open));
    expect((await propsOf(rahul, '/dashboard')).events).toHaveLength(1);
    // Another seller's event has none of the own payments.
    expect((await propsOf(rahul, `/dashboard?event=${launch}`)).allCustomers).toEqual([]);
    expect((await propsOf(admin, '/transactions')).events).toHaveLength(3);
  });

  it('what was collected is of the event that is chosen, in every table of the page and for whoever looks', async () => {
    const net = ({ summary, money }: { summary: TransactionsSummary; money: SellerMoney }) => {
      const sums = [money.sold, [...money.days, ...(money.earlier ? [money.earlier] : [])]].map((rows) =>
        rows.reduce((sum, row) => sum + Math.round(row.net * 100), 0),
      );
      expect(sums).toEqual(Array(2).fill(Math.round(summary.totalAmount * 100)));
      return [summary.totalTransactions, summary.completedTransactions, summary.gross, summary.refunded];
    };
    for (const client of [priya, admin]) {
      expect(net(await propsOf(client, `/transactions?event=${launch}`))).toEqual([2, 1, 100, 10]);
      expect(net(await propsOf(client, `/transactions?event=${river}&status=failed`))).toEqual([1, 1, 100, 0]);
      expect(net(await propsOf(client, '/transactions?event=99'))).toEqual([0, 0, 0, 0]);
    }
    const of = async (client: Client, filter = '') => net(await propsOf(client, `/transactions${filter}`));
    const parts = [
      await of(admin, '?event=1'),
      await of(admin, `?event=${launch}`),
      await of(admin, `?event=${river}`),
    ];
    expect((await of(admin)).map((_, at) => parts.reduce((sum, each) => sum + (each[at] ?? 0), 0))).toEqual(
      await of(admin),
    );
    // Another seller has none of it.
    expect(await of(rahul, `?event=${launch}`)).toEqual([0, 0, 0, 0]);
    const own = await propsOf(priya, `/dashboard?event=${river}`);
    expect(own.tokenCounts).toEqual({ gold: 0, silver: 1, platinum: 0 });
  });

  it('the analysis reads both and says so', async () => {
    const { body } = await admin.get(`/api/payments/admin/analysis?project=${meadows}&event=${launch}`);
    expect(body.data.filters).toMatchObject({ project: meadows, event: launch });
    for (const filter of ['project=x', 'event=-1']) {
      const refused = await admin.get(`/api/payments/admin/analysis?${filter}`);
      expect([refused.status, refused.body.error]).toEqual([422, 'FILTER_INVALID']);
    }
    expect((await propsOf(admin, '/admin/transactions')).projects).toHaveLength(2);
  });

  describe('the day', () => {
    const sums = (rows: readonly Record<(typeof COUNTED)[number] | 'net', number>[]) =>
      [...COUNTED, 'net' as const].map((name) => rows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0));

    it('adds up by project and by event, to the paisa', async () => {
      const { total, rows, places = [] } = await dayOf();
      const isTotal = ({ eventId }: DayPlaceRow) => eventId === '';
      expect(sums(places.filter(isTotal))).toEqual(sums([total]));
      expect(sums(places.filter((row) => !isTotal(row)))).toEqual(sums([total]));
      expect(sums(rows)).toEqual(sums([total]));
      expect(places.map(({ project, event, made, paid, net }) => [project, event, made, paid, net])).toEqual([
        ['default', 'All events', total.made - 3, 1, 51_000],
        ['default', 'Default event', total.made - 3, 1, 51_000],
        ['Green Meadows', 'All events', 3, 2, 190],
        ['Green Meadows', 'Launch', 2, 1, 90],
        ['Green Meadows', 'River day', 1, 1, 100],
      ]);
    });

    it.each([
      ['the project', () => `&project=${meadows}`, 190],
      ['the event', () => `&event=${river}`, 100],
      ['the other project', () => '&project=1', 51_000],
      ['no such project', () => '&project=99', 0],
    ])('of %s alone', async (_, filter, net) => {
      const { total, rows, wholeNet, places = [] } = await dayOf(filter());
      expect([total.net, wholeNet]).toEqual([net, 51_190]);
      expect(sums(rows)).toEqual(sums([total]));
      expect(sums(places.filter(({ eventId }) => eventId === ''))).toEqual(sums([total]));
      const csv = (await admin.get(`/api/day-close/${day}.csv?${filter().slice(1)}`)).text.trim().split('\r\n');
      expect(csv[0]).toMatch(/Net \(INR\),Project,Event$/);
      expect(csv.at(-1)).toContain(`,${net}.00,,`);
    });

    it('is closed for all, keeps its figures by event, and tells later changes by event', async () => {
      expect((await admin.get(`/api/day-close?day=${day}&project=x`)).body.error).toBe('FILTER_INVALID');
      test.clock.advance(DAY);
      await signIn();
      const closed = await admin.post('/api/day-close', { day });
      expect(closed.status).toBe(200);
      const [stored] = await query<{ figures: string }>(test, 'SELECT figures FROM day_closes WHERE day = ?', [day]);
      expect(stored?.figures).toContain('tokendesk-day-2');
      const before = await dayOf();
      expect(before.closing).toMatchObject({ isIntact: true, changes: [] });
      await admin.post(`/api/payments/check-status/${open.paymentId}`);
      expect((await refund(admin, atRiver.paymentId, 20)).status).toBe(200);
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(60_000);
      await test.poll();
      await test.settle();
      await signIn();
      const after = await dayOf();
      expect([after.places, after.total]).toEqual([before.places, before.total]);
      expect(after.closing?.later).toMatchObject({ refunds: 1, refundedAmount: 20 });
      expect((await dayOf(`&event=${river}`)).closing).toMatchObject({ isIntact: true, later: { refundedAmount: 20 } });
      expect((await dayOf('&project=1')).closing).toMatchObject({ isIntact: true, later: { refundedAmount: 0 } });
      await query(test, 'UPDATE payments SET opened_at = NULL WHERE public_id = ?', [open.paymentId]);
      const changed = (await dayOf()).closing?.changes ?? [];
      expect(changed.find(({ figure }) => figure === 'opened')).toBeUndefined();
    });
  });

  it('exceptions of a settlement are those of the project; the comparison is of all', async () => {
    await forgetSettlements(test);
    const today = istDayOf(test.clock.now());
    const file = (invoice: string) =>
      `settlementID,settlementDate,txnID,merchantTxnNo,txnAmount,settledAmount\nS-${invoice},${today},X-${invoice},${invoice},1,1\n`;
    for (const [{ invoiceNo }, profile] of [
      [inDefault, ''],
      [atLaunch, '&profile=north'],
    ] as const) {
      const path = `/api/settlements/file?day=${today}&name=${invoiceNo}.csv${profile}`;
      const { status, text } = await admin.call('POST', path, {
        body: file(invoiceNo),
        headers: { 'content-type': 'text/csv' },
      });
      if (status !== 200) throw new Error(text);
    }
    const shown = async (filter = '') => {
      const props = await propsOf(admin, `/admin/reconciliation?${filter}`);
      const payments = props.exceptions.flatMap(({ paymentId }: { paymentId: string | null }) => paymentId ?? []);
      return {
        payments: [...new Set(payments as string[])].sort(),
        open: props.openExceptions as number,
        count: props.exceptions.length,
      };
    };
    const all = await shown();
    expect(all.payments).toEqual(sorted(inDefault, atLaunch));
    expect(all.open).toBe(all.count);
    for (const [filter, links] of [
      [`project=${meadows}`, [atLaunch]],
      [`event=${launch}`, [atLaunch]],
      ['project=1', [inDefault]],
      [`event=${river}`, []],
      ['project=99', []],
    ] as const) {
      const { payments, open: number, count } = await shown(filter);
      expect([filter, payments, number]).toEqual([filter, sorted(...links), count]);
    }
    const csv = (await admin.get(`/api/settlements/exceptions.csv?project=${meadows}`)).text.trim().split('\r\n');
    expect(csv[0]).toMatch(/What to do,Project,Event$/);
    for (const line of csv.slice(1)) expect(line).toMatch(/,Green Meadows,Launch$/);
  });

  it('audit entries are those about its payments, refunds, tokens and the project itself', async () => {
    const entries = async (filter: string) => {
      const { status, body, text } = await admin.get(`${AUDIT}?${filter}`);
      if (status !== 200) throw new Error(text);
      return body.data.rows as { action: string; subject: { type: string; id: string; paymentId: string | null } }[];
    };
    const paymentsOf = (rows: Awaited<ReturnType<typeof entries>>) =>
      [...new Set(rows.flatMap(({ subject }) => subject.paymentId ?? []))].sort();
    const ofProject = await entries(`project=${meadows}`);
    expect(paymentsOf(ofProject)).toEqual(expect.arrayContaining(sorted(atLaunch, atRiver)));
    expect(paymentsOf(ofProject)).not.toContain(inDefault.paymentId);
    expect(ofProject.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['project.created', 'event.created', 'refund.completed']),
    );
    expect(ofProject.map(({ subject }) => subject.type)).not.toContain('view');
    const ofRiver = await entries(`event=${river}`);
    expect(paymentsOf(ofRiver)).toEqual([atRiver.paymentId]);
    expect(ofRiver.map(({ action }) => action)).not.toContain('project.created');
    expect(paymentsOf(await entries('project=1&action=payment.completed'))).toEqual([inDefault.paymentId]);
    expect(await entries('project=99')).toEqual([]);
    expect((await admin.get(`${AUDIT}?project=x`)).status).toBe(422);
    const csv = (await admin.get(`${AUDIT}/export?event=${river}`)).text.trim().split('\r\n');
    expect(csv).toHaveLength((await entries(`event=${river}`)).length + 1);
  });
});
