import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffProjects, StaffService } from '../../src/modules/auth/index.js';
import { LiveStreams } from '../../src/modules/live/live-streams.js';
import { pageIn } from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { EventReader } from '../support/event-reader.js';
import { expectInvariants } from '../support/invariants.js';
import { cancelLink, query } from '../support/links.js';
import { ANY_AMOUNT, payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { decide, sellWithFault } from '../support/reviews.js';
import { createLink, type Link, linkBody } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const LATA = { email: 'lata@tokendesk.test', password: 'quiet harbour lantern 7' };
const LAKE = '/api/admin/projects/lake-view';
/** The same person in both projects. */
const ASHA = { name: 'Asha Menon', email: 'asha.menon@example.com', phone: '9812345678' };

const bodyOf = (projects: string[] | null) => ({ all: projects === null, projects: projects ?? [] });

interface Payment {
  paymentId: string;
}

describe('an admin of one of two projects', () => {
  let test: TestApp;
  let admin: Client;
  /** Admin of lake-view. */
  let lata: Client;
  /** Sells in the default project. */
  let priya: Client;
  /** Sells in lake-view. */
  let rahul: Client;
  let own: Link;
  let foreign: Link;
  let lakeEvent: string;
  const ids: Record<string, number> = {};
  const readers: EventReader[] = [];

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    [admin, priya, rahul] = [await test.as(ADMIN), await test.as(SALES), await test.as(OTHER_SALES)];
    for (const { id, email } of await query<{ id: number; email: string }>(test, 'SELECT id, email FROM users'))
      ids[email] = Number(id);
    await expectStatus(admin.post('/api/admin/projects', { code: 'lake-view', state: 'selling' }), 201);
    const made = await admin.post(`${LAKE}/events`, { name: 'Lake days', sellers: [String(ids[OTHER_SALES.email])] });
    lakeEvent = made.body.data.id as string;
    const staff = test.get(StaffService);
    const { id } = await staff.create({ ...LATA, name: 'Lata Rao', role: 'admin' });
    ids[LATA.email] = id;
    await limit(['lake-view']);
    lata = await test.as(LATA);
    [foreign, own] = [await sold(priya), await sold(rahul)];
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await test.bank.clearFaults();
    await limit(['lake-view']);
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const expectStatus = async (reply: ReturnType<Client['get']>, status: number) => {
    const { status: found, text } = await reply;
    if (found !== status) throw new Error(`answered ${found}: ${text}`);
  };
  const limit = (projects: string[] | null) =>
    expectStatus(admin.call('PUT', `/api/admin/staff/${ids[LATA.email]}/projects`, { body: bodyOf(projects) }), 200);
  const sold = async (seller: Client): Promise<Link> => {
    const body = { customerData: ASHA, duplicateReason: 'A second unit for the family' };
    const link = await createLink(seller, 'gold', body);
    await payAsCustomer(test, link.paymentId);
    await test.settle();
    return link;
  };
  const tokenOf = async ({ paymentId }: Link) =>
    (await admin.get(`/api/payments/${paymentId}/status`)).body.data.tokenNumber as string;
  const listed = async (client: Client, path: string) =>
    ((await client.get(path)).body.data.payments as Payment[]).map(({ paymentId }) => paymentId);
  const listen = async (client: Client) => {
    const reader = await EventReader.open(client);
    readers.push(reader);
    return reader;
  };
  /** Its owner opens a link, which all who may see it hear of. */
  const opened = async (seller: Client) => {
    const { paymentId } = await createLink(seller, 'silver');
    await expectStatus(test.client().get(`/payment/${paymentId}`), 200);
    return paymentId;
  };

  it('lists, searches, exports and selects payments of that project alone', async () => {
    const all = '/api/payments/admin/all';
    const [ownToken, foreignToken] = [await tokenOf(own), await tokenOf(foreign)];
    expect(await listed(lata, all)).toEqual([own.paymentId]);
    expect((await lata.get(all)).body.data.pagination.totalPayments).toBe(1);
    for (const search of [foreign.paymentId, foreignToken, foreign.invoiceNo]) {
      expect(await listed(admin, `${all}?search=${search}`)).toEqual([foreign.paymentId]);
      expect(await listed(lata, `${all}?search=${search}`)).toEqual([]);
      expect((await lata.get(`/api/find?search=${search}`)).body.data).toMatchObject({ payments: [], customers: [] });
    }
    for (const search of [own.paymentId, ownToken, ASHA.email, 'menon'])
      expect(await listed(lata, `${all}?search=${search}`)).toEqual([own.paymentId]);
    expect((await lata.get('/api/find?search=menon')).body.data.payments).toEqual([
      expect.objectContaining({ paymentId: own.paymentId }),
    ]);
    expect(await listed(lata, `${all}?project=1`)).toEqual([]);
    expect(await listed(lata, `${all}?event=1`)).toEqual([]);
    expect(await listed(lata, `${all}?salesManager=${ids[SALES.email]}`)).toEqual([]);
    const page = await lata.get('/admin/dashboard');
    expect([page.text.includes(own.paymentId), page.text.includes(foreign.paymentId)]).toEqual([true, false]);

    const both = `ids=${own.paymentId},${foreign.paymentId}`;
    for (const given of [both, '', 'project=1&', `search=${ASHA.email}`]) {
      const csv = (await lata.get(`/api/payments/admin/export?${given}`)).text;
      expect([given, csv.includes(foreign.paymentId)]).toEqual([given, false]);
    }
    expect((await lata.get(`/api/payments/admin/export?${both}`)).text).toContain(own.paymentId);
    const { text } = await lata.get(`/api/payments/admin/selection?action=check&${both}`);
    expect([text.includes(own.paymentId), text.includes(foreign.paymentId)]).toEqual([true, false]);
    const { transactions } = (await lata.get('/api/payments/transactions/all')).body.data;
    expect((transactions as Payment[]).map(({ paymentId }) => paymentId)).toEqual([own.paymentId]);
  });

  it('has the figures of that project', async () => {
    const seen = async (client: Client, path: string) => pageIn(await client.get(path)).props;
    const stats = async (client: Client) => (await seen(client, '/admin/dashboard')).stats;
    expect([await stats(lata), await stats(admin)]).toMatchObject([{ gold: 1 }, { gold: 1 }]);
    const tabs = async (client: Client) => (await seen(client, '/admin/dashboard')).tabs;
    const revenueOf = async (client: Client, path: string) => (await client.get(path)).body.data;
    const transactions = '/api/payments/transactions/all';
    expect((await revenueOf(lata, transactions)).summary.totalAmount).toBe(51_000);
    expect((await revenueOf(admin, transactions)).summary.totalAmount).toBe(102_000);
    const analysis = '/api/payments/admin/analysis';
    expect((await revenueOf(lata, analysis)).keyMetrics).toMatchObject({ totalRevenue: 51_000, totalTransactions: 1 });
    const { hours } = (await revenueOf(lata, analysis)) as { hours: { created: number }[] };
    expect(hours.reduce((sum, { created }) => sum + created, 0)).toBe(1);
    expect((await revenueOf(lata, analysis)).funnel).toMatchObject({ created: 1, paid: 1 });
    expect((await revenueOf(lata, `${analysis}?salesManager=${ids[SALES.email]}`)).keyMetrics.totalRevenue).toBe(0);
    expect((await revenueOf(admin, analysis)).keyMetrics.totalRevenue).toBe(102_000);
    const history = await seen(lata, '/transactions');
    expect([history.summary.gross, history.money.sold]).toEqual([51_000, [expect.objectContaining({ gross: 51_000 })]]);
    const [some, all] = [await tabs(lata), await tabs(admin)];
    expect([some.completed, some.all, all.completed]).toEqual([1, 1, 2]);
    await limit([]);
    expect((await revenueOf(lata, analysis)).keyMetrics).toMatchObject({ totalRevenue: 0, totalTransactions: 0 });
    expect((await revenueOf(lata, transactions)).summary).toMatchObject({ totalAmount: 0, totalTransactions: 0 });
    expect(await stats(lata)).toMatchObject({ gold: 0, total: 0 });
  });

  it('works with payments of that project, and the others answer as unknown ones', async () => {
    const paths = (id: string) => [
      `/api/payments/admin/${id}/details`,
      `/api/payments/${id}/timeline`,
      `/api/payments/${id}/refunds`,
      `/api/payments/${id}/upgrade-tokens`,
    ];
    for (const path of paths(own.paymentId)) await expectStatus(lata.get(path), 200);
    for (const path of paths(foreign.paymentId)) await expectStatus(lata.get(path), 404);
    expect((await lata.get(`/api/payments/admin/${own.paymentId}/details`)).text).not.toContain(foreign.paymentId);
    const history = (number: string) => lata.get(`/api/payments/token/${number}/payment-history`);
    await expectStatus(history(await tokenOf(own)), 200);
    await expectStatus(history((await tokenOf(foreign)).toLowerCase()), 404);

    const sale = await sold(rahul);
    const upgrade = (id: string) =>
      lata.post(`/api/payments/${id}/create-upgrade-link`, { upgradeType: 'gold_to_platinum' });
    await expectStatus(upgrade(foreign.paymentId), 404);
    const link = await upgrade(sale.paymentId);
    expect(link.status).toBe(201);
    expect(await listed(lata, '/api/payments/admin/all?status=pending')).toHaveLength(1);
    await expectStatus(cancelLink(lata, link.body.data.upgradePaymentId ?? link.body.data.paymentId), 200);
    const key = 'd2d9d9e0-0000-4000-8000-000000000001';
    expect((await refund(lata, foreign.paymentId, ANY_AMOUNT, {}, key)).body.error).toBe('PAYMENT_NOT_FOUND');
    expect((await refund(lata, sale.paymentId, ANY_AMOUNT, {}, key)).status).toBe(200);
    await test.settle();
  });

  it('decides reviews of that project, and counts no others', async () => {
    const faulty = async (seller: Client) => {
      const { paymentId } = await sellWithFault(test, seller, 'wrong-merchant');
      await test.bank.clearFaults();
      test.clock.advance(11_000);
      return paymentId;
    };
    const [theirs, mine] = [await faulty(priya), await faulty(rahul)];
    const reviewsOf = async (client: Client) =>
      (await client.get('/api/admin/reviews')).body.data.reviews as { reviewId: string; paymentId: string }[];
    const all = await reviewsOf(admin);
    const reviewOf = (paymentId: string) => all.find((row) => row.paymentId === paymentId)!.reviewId;
    expect(await reviewsOf(lata)).toEqual([expect.objectContaining({ paymentId: mine })]);
    expect((await lata.get('/api/admin/reviews/count')).body.data.open).toBe(1);
    expect((await admin.get('/api/admin/reviews/count')).body.data.open).toBe(2);
    expect((await lata.get('/admin/review')).text).not.toContain(theirs);
    expect(await listed(lata, '/api/payments/admin/all?needsReview=true')).toEqual([mine]);
    expect((await decide(lata, reviewOf(theirs), 'dismiss')).body.error).toBe('REVIEW_NOT_FOUND');
    await limit([]);
    expect((await lata.get('/api/admin/reviews/count')).body.data.open).toBe(0);
    expect(await reviewsOf(lata)).toEqual([]);
    await limit(['lake-view']);
    await expectStatus(decide(lata, reviewOf(mine), 'dismiss'), 200);
    await expectStatus(decide(admin, reviewOf(theirs), 'dismiss'), 200);
  });

  it('manages that project, except for where its money goes', async () => {
    const codes = async () =>
      ((await lata.get('/api/admin/projects')).body.data as { code: string }[]).map(({ code }) => code);
    expect(await codes()).toEqual(['lake-view']);
    await expectStatus(lata.call('PUT', LAKE, { body: { name: 'Lake View', state: 'selling' } }), 200);
    const merchant = await lata.call('PUT', LAKE, { body: { name: 'Lake Side', merchantProfile: 'north' } });
    expect(merchant.body.error).toBe('FORBIDDEN');
    expect((await lata.get('/api/admin/projects')).body.data[0].name).toBe('Lake View');
    await expectStatus(lata.call('PUT', '/api/admin/projects/default', { body: { name: 'Mine' } }), 404);
    await expectStatus(lata.call('PUT', '/api/admin/events/1', { body: { place: 'Mine' } }), 404);
    await expectStatus(lata.call('PUT', `/api/admin/events/${lakeEvent}`, { body: { place: 'Pune' } }), 200);
    const quota = { body: { tokenType: 'platinum', limit: '40' } };
    await expectStatus(lata.call('PUT', `${LAKE}/quotas`, quota), 200);
    await expectStatus(lata.call('PUT', '/api/admin/projects/default/quotas', quota), 404);
    await expectStatus(lata.call('PUT', `${LAKE}/quotas`, { body: { tokenType: 'platinum', limit: '' } }), 200);
    for (const path of [
      '/admin/project',
      '/admin/project?none=lake-view',
      '/admin/catalogue',
      '/admin/projects/default',
    ])
      await expectStatus(lata.get(path), 404);
    for (const path of ['/admin/projects', '/admin/projects/lake-view', '/admin/catalogue?project=lake-view'])
      await expectStatus(lata.get(path), 200);
    const closed = await lata.get('/admin/audit');
    expect([closed.status, closed.headers.get('location')]).toEqual([302, '/admin/dashboard']);
  });

  it('sells in events of that project alone', async () => {
    const offered = async () =>
      ((await lata.get('/api/account/events')).body.data as { id: string }[]).map(({ id }) => id);
    expect(await offered()).toEqual([lakeEvent]);
    const wrong = await lata.post('/api/payments/create-link', linkBody('silver', { eventId: '1' }));
    expect(wrong.body.error).toBe('EVENT_NOT_FOUND');
    const { paymentId } = await createLink(lata, 'silver');
    expect(await listed(lata, `/api/payments/admin/all?event=${lakeEvent}&search=${paymentId}`)).toEqual([paymentId]);
    const look = `/api/payments/open-links?tokenType=gold&email=${ASHA.email}`;
    const held = (await lata.get(look)).body.data.heldTokens as { tokenNumber: string }[];
    expect(held.map(({ tokenNumber }) => tokenNumber)).not.toContain(await tokenOf(foreign));
    await limit([]);
    expect(await offered()).toEqual([]);
    expect((await lata.get(look)).body.data).toEqual({ openLinks: [], heldTokens: [] });
    expect((await lata.post('/api/payments/create-link', linkBody('silver'))).body.error).toBe('EVENT_OVER');
  });

  it('does not see shared views of other projects, and deletes own ones alone', async () => {
    const viewsOf = async (client: Client) =>
      (await client.get('/api/admin/views')).body.data.views as { id: string; name: string }[];
    for (const [name, text] of [
      ['Default', 'project=1'],
      ['Default hall', 'event=1'],
      ['Lake', `project=2&event=${lakeEvent}`],
      ['Failed', 'status=failed'],
    ])
      await expectStatus(admin.post('/api/admin/views', { name, query: text, isShared: true }), 201);
    const seen = await viewsOf(lata);
    expect(seen.map(({ name }) => name).sort()).toEqual(['Failed', 'Lake']);
    const hidden = (await viewsOf(admin)).find(({ name }) => name === 'Default')!;
    const remove = (id: string) => lata.post(`/api/admin/views/${id}/delete`);
    expect((await remove(hidden.id)).body.error).toBe('VIEW_NOT_FOUND');
    expect((await remove(seen[0]!.id)).body.error).toBe('VIEW_OF_ANOTHER');
    const kept = await lata.post('/api/admin/views', { name: 'Mine', query: 'project=1' });
    expect(kept.status).toBe(201);
    expect(await listed(lata, '/api/payments/admin/all?project=1')).toEqual([]);
    await expectStatus(remove((await viewsOf(lata)).find(({ name }) => name === 'Mine')!.id), 200);
  });

  it('hears of that project alone, from the moment of a change', async () => {
    const [ear, whole] = [await listen(lata), await listen(admin)];
    const [theirs, mine] = [await opened(priya), await opened(rahul)];
    await whole.until('both', () => whole.about(theirs).length > 0 && whole.about(mine).length > 0);
    await ear.until('the own one', () => ear.about(mine).length > 0);
    expect(ear.about(theirs)).toEqual([]);

    const hellos = ear.named('hello').length;
    await limit(['default']);
    await ear.until('a hello after the change', () => ear.named('hello').length > hellos);
    const [next, after] = [await opened(rahul), await opened(priya)];
    await ear.until('the default project', () => ear.about(after).length > 0);
    expect(ear.about(next)).toEqual([]);

    // What happens while the rights are being read is not sent.
    await test.get(LiveStreams).beat();
    await limit([]);
    const last = await opened(priya);
    await whole.until('the last', () => whole.about(last).length > 0);
    await test.get(LiveStreams).beat();
    expect(ear.about(last)).toEqual([]);
    expect(ear.ended).toBe(false);
  });

  it('is changed at once, by admins of all alone, with an audit entry that names the projects', async () => {
    expect(await listed(lata, '/api/payments/admin/all?search=menon')).not.toContain(foreign.paymentId);
    await limit(null);
    expect(await listed(lata, '/api/payments/admin/all?search=menon')).toContain(foreign.paymentId);
    expect((await lata.get('/api/auth/me')).body.data).not.toHaveProperty('limited');
    await limit(['lake-view', 'default']);
    expect((await lata.get('/api/auth/me')).body.data.limited).toBe(true);
    const change = (client: Client, id: number, projects: unknown) =>
      client.call('PUT', `/api/admin/staff/${id}/projects`, { body: projects });
    expect((await change(lata, ids[LATA.email]!, bodyOf(null))).body.error).toBe('FORBIDDEN');
    expect((await change(admin, ids[LATA.email]!, bodyOf(['no-project']))).body.error).toBe('PROJECT_NOT_FOUND');
    expect((await change(admin, ids[SALES.email]!, bodyOf(['default']))).body.error).toBe('STAFF_NOT_ADMIN');
    for (const wrong of [
      {},
      { projects: ['default'] },
      { all: 'true' },
      { all: false, projects: 'default' },
      { all: false, projects: [1] },
    ])
      expect((await change(admin, ids[LATA.email]!, wrong)).body.error).toMatch(/^(?:FIELD_ERRORS|VALIDATION_FAILED)$/);
    const entries = await query<{ before: string; after: string }>(
      test,
      "SELECT from_value AS 'before', to_value AS 'after' FROM audit_log WHERE action = 'staff.projects-changed' ORDER BY id DESC LIMIT 2",
    );
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      ['all', 'default, lake-view'],
      ['lake-view', 'all'],
    ]);
    const rows = (await admin.get('/api/admin/staff')).body.data.rows as { email: string; projects?: string[] }[];
    const projectsOf = (email: string) => rows.find((row) => row.email === email)?.projects;
    expect([projectsOf(LATA.email), projectsOf(ADMIN.email)]).toEqual([['default', 'lake-view'], undefined]);
  });

  it('the last admin of all projects stays one', async () => {
    const path = `/api/admin/staff/${ids[ADMIN.email]}`;
    const tries = () => [
      admin.call('PUT', `${path}/projects`, { body: bodyOf(['default']) }),
      admin.post(`${path}/disable`),
      admin.call('PUT', `${path}/role`, { body: { role: 'sales_manager' } }),
    ];
    for (const reply of tries()) expect((await reply).body.error).toBe('LAST_ACTIVE_ADMIN');
    await expectStatus(admin.get('/api/admin/staff'), 200);
    // A role lost takes the list along; the role given again is that of an admin of all.
    const role = (name: string) =>
      admin.call('PUT', `/api/admin/staff/${ids[LATA.email]}/role`, { body: { role: name } });
    await expectStatus(role('sales_manager'), 200);
    await expectStatus(role('admin'), 200);
    lata = await test.as(LATA);
    expect((await lata.get('/api/auth/me')).body.data).not.toHaveProperty('limited');
  });

  it('an invited admin is limited from the start', async () => {
    const invite = (more: object) =>
      admin.post('/api/admin/staff', { name: 'Mira Shah', email: 'mira@tokendesk.test', ...more });
    expect((await invite({ role: 'sales_manager', projects: ['default'] })).body.error).toBe('STAFF_NOT_ADMIN');
    expect((await invite({ role: 'admin', projects: ['no-project'] })).body.error).toBe('PROJECT_NOT_FOUND');
    const { status, body } = await invite({ role: 'admin', projects: ['lake-view'] });
    expect([status, body.data.staff.projects]).toEqual([201, ['lake-view']]);
  });

  it('of two changes at once neither leaves nobody in charge', async () => {
    const staff = test.get(StaffProjects);
    await limit(null);
    const results = await Promise.allSettled([
      staff.set(ids[ADMIN.email]!, ['default']),
      staff.set(ids[LATA.email]!, ['lake-view']),
    ]);
    const left = await query<{ n: number }>(
      test,
      "SELECT COUNT(*) AS n FROM users WHERE role = 'admin' AND project_ids IS NULL AND disabled_at IS NULL AND invited_at IS NULL",
    );
    expect(Number(left[0]?.n)).toBe(1);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await staff.set(ids[ADMIN.email]!, null);
  });

  it('a list that cannot be read means no project', async () => {
    await query(test, "UPDATE users SET project_ids = 'all' WHERE id = ?", [ids[LATA.email]]);
    expect(await listed(lata, '/api/payments/admin/all')).toEqual([]);
    await expectStatus(lata.get(`/api/payments/admin/${own.paymentId}/details`), 404);
    await expectStatus(lata.get('/api/admin/staff'), 403);
  });

  it('neither takes sellers out of the default event nor puts them back', async () => {
    const [mine, theirs] = [String(ids[OTHER_SALES.email]), String(ids[SALES.email])];
    const path = `/api/admin/events/${lakeEvent}`;
    const assign = async (client: Client, sellers: string[]) =>
      (await client.call('PUT', path, { body: { sellers } })).body as { error?: string; message: string };
    expect(await assign(lata, [mine, theirs])).toMatchObject({
      error: 'FORBIDDEN',
      message: expect.stringContaining('sells in a project that is not yours'),
    });
    const made = await lata.post(`${LAKE}/events`, { name: 'Boat days', sellers: [theirs] });
    expect(made.body.error).toBe('FORBIDDEN');
    expect(await assign(lata, [])).toMatchObject({
      error: 'FORBIDDEN',
      message: expect.stringContaining('would sell in a project that is not yours'),
    });
    expect((await lata.get(`${LAKE}/events`)).body.data).toMatchObject([{ id: lakeEvent, sellers: [{ id: mine }] }]);
    // Between events of the own project, and for an admin of all.
    const second = await lata.post(`${LAKE}/events`, { name: 'Boat days', sellers: [mine] });
    expect(second.status).toBe(201);
    expect((await assign(lata, [])).error).toBeUndefined();
    expect((await assign(lata, [mine])).error).toBeUndefined();
    expect((await assign(admin, [mine, theirs])).error).toBeUndefined();
    expect((await assign(admin, [mine])).error).toBeUndefined();
    await expectStatus(lata.call('PUT', `/api/admin/events/${second.body.data.id}`, { body: { sellers: [] } }), 200);
    // Nobody is taken out of a default event in which nothing is sold.
    await expectStatus(admin.call('PUT', '/api/admin/projects/default', { body: { state: 'closed' } }), 200);
    expect((await assign(lata, [mine, theirs])).error).toBeUndefined();
    expect((await assign(lata, [mine])).error).toBeUndefined();
    await expectStatus(admin.call('PUT', '/api/admin/projects/default', { body: { state: 'selling' } }), 200);
  });

  it('sellers keep own sales, and reach no other project', async () => {
    const sellers = (...emails: string[]) =>
      expectStatus(
        admin.call('PUT', `/api/admin/events/${lakeEvent}`, {
          body: { sellers: emails.map((email) => String(ids[email])) },
        }),
        200,
      );
    const sell = (client: Client, more: object) =>
      client.post('/api/payments/create-link', { ...linkBody('silver'), ...more });
    expect((await sell(rahul, { eventId: '1' })).body.error).toBe('EVENT_NOT_FOUND');
    expect((await sell(priya, { eventId: lakeEvent })).body.error).toBe('EVENT_NOT_FOUND');
    const limitTo = (units: string, path = LAKE) =>
      expectStatus(admin.call('PUT', `${path}/quotas`, { body: { tokenType: 'platinum', limit: units } }), 200);
    const [hers, his] = [await listen(priya), await listen(rahul)];
    await limitTo('7');
    await his.until('units of the own project', () => his.named('units').length > 0);
    await limitTo('9', '/api/admin/projects/default');
    await hers.until('units of the own project', () => hers.named('units').length > 0);
    const projectsIn = (reader: EventReader) => reader.named('units').map(({ data }) => data.projectId as number);
    expect([projectsIn(hers), projectsIn(his)]).toEqual([[1], [2]]);

    await sellers();
    await expectStatus(rahul.get(`/api/payments/${own.paymentId}/desk`), 200);
    expect(
      (await rahul.get(`/api/sales-manager/dashboard?search=${own.paymentId}`)).body.data.allCustomers,
    ).toHaveLength(1);
    expect((await sell(rahul, { eventId: lakeEvent })).body.error).toBe('EVENT_NOT_FOUND');
    await limitTo('8', '/api/admin/projects/default');
    await his.until('units of the project sold in now', () => projectsIn(his).includes(1));
    await sellers(OTHER_SALES.email);
    await limitTo('');
    await limitTo('', '/api/admin/projects/default');
  });
});
