import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffProjects, StaffService } from '../../src/modules/auth/index.js';
import { type InertiaPage, pageIn } from '../support/accounts.js';
import type { Client, Reply } from '../support/client.js';
import { correctContact, query } from '../support/links.js';
import { ANY_AMOUNT, payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { sellWithFault } from '../support/reviews.js';
import { createLink, type Link } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { PROJECT_MATRIX } from './project-matrix.js';

const LATA = { email: 'lata@tokendesk.test', password: 'quiet harbour lantern 7' };
/** Known in the default project alone, and twice, with two numbers. */
const ZUBIN = { name: 'Zubin Irani', email: 'zubin.irani@example.org', phone: '9111122223' };
const MEHER = { name: 'Meher Irani', email: 'meher.irani@example.org', phone: '9111122224' };
/** Known in both. */
const ASHA = { name: 'Asha Menon', email: 'asha.menon@example.com', phone: '9812345678' };
const RAVI = { name: 'Ravi Kumar', email: 'ravi.kumar@example.com', phone: '9222233334' };

/** Filters of the lists. */
const QUERIES = [
  '',
  'tokenType=gold',
  'status=completed',
  'status=pending&tokenType=silver',
  'search=menon',
  'search=irani',
  'search=9111122223',
  'needsReview=true',
  'salesManager=:rahul',
  'salesManager=:rahul&tokenType=gold',
  'startDate=2020-01-01&endDate=2090-01-01',
  'event=1',
  'event=:event',
];

/** What a request can carry to name something of another project. */
const WAYS_IN = [
  '',
  'project=1',
  'project=default',
  'project[]=1',
  'Project=1',
  'projectIds=1',
  'event=1',
  'event[]=1',
  'eventId=1',
  'search=irani',
  'search=9111122223&total=exact',
  'search=irani&project=1',
  'salesManager=:priya',
  'tokenType=gold&email=zubin.irani@example.org',
  'tokenType=silver&phone=9111122224',
  'action=check&ids=:foreign',
  'format=csv&ids=:own,:foreign',
  'limit=100&page=9',
];

const LAZY = 'exactTotal,views,sellers,projects,tabs,stats,money,events,deciders,merchantProfiles,unitsLeft,terms,auth';

describe('of another project an admin of one', () => {
  let test: TestApp;
  let admin: Client;
  let lata: Client;
  let own: Link;
  let foreign: Link;
  /** Texts that stand in the other project alone. */
  let secrets: string[];
  const names: Record<string, string> = {};

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    admin = await test.as(ADMIN);
    const [priya, rahul] = [await test.as(SALES), await test.as(OTHER_SALES)];
    const users = await query<{ id: number; email: string }>(test, 'SELECT id, email FROM users');
    const idOf = ({ email }: { email: string }) => String(users.find((user) => user.email === email)!.id);
    Object.assign(names, { priya: idOf(SALES), rahul: idOf(OTHER_SALES) });
    await done(admin.call('PUT', '/api/admin/projects/default', { body: { name: 'Hidden Heights' } }));
    const sellers = [names['priya'], names['rahul']];
    await done(admin.call('PUT', '/api/admin/events/1', { body: { name: 'Hidden Hall', sellers } }));
    await done(admin.post('/api/admin/projects', { code: 'lake-view', state: 'selling' }));
    const event = await done(
      admin.post('/api/admin/projects/lake-view/events', { name: 'Lake days', sellers: [names['rahul']] }),
    );
    names['event'] = event.body.data.id as string;
    const { id } = await test.get(StaffService).create({ ...LATA, name: 'Lata Rao', role: 'admin' });
    await test.get(StaffProjects).set(id, ['lake-view']);
    lata = await test.as(LATA);

    const hall = { eventId: '1', duplicateReason: 'A second unit for the family' };
    foreign = await paid(await createLink(rahul, 'gold', { ...hall, customerData: ZUBIN }));
    await done(refund(admin, foreign.paymentId, ANY_AMOUNT));
    const links = [
      await createLink(priya, 'silver', { ...hall, customerData: MEHER }),
      await paid(await createLink(rahul, 'gold', { ...hall, customerData: ASHA })),
    ];
    links.push(await sellWithFault(test, priya, 'wrong-merchant'));
    await test.bank.clearFaults();
    const lake = { ...hall, eventId: names['event'] };
    own = await paid(await createLink(rahul, 'gold', { ...lake, customerData: RAVI }));
    await createLink(rahul, 'silver', { ...lake, customerData: ASHA });
    await test.settle();
    const { tokenNumber } = (await admin.get(`/api/payments/${foreign.paymentId}/status`)).body.data;
    const ids = [foreign, ...links].flatMap(({ paymentId, invoiceNo }) => [paymentId, invoiceNo]);
    secrets = [...ids, tokenNumber as string, 'Irani', 'irani', ZUBIN.phone, MEHER.phone, 'Hidden'];
    Object.assign(names, { own: own.paymentId, foreign: foreign.paymentId, tokenNumber });
  });
  afterAll(() => test.close());

  const done = async (asked: Promise<Reply>): Promise<Reply> => {
    const reply = await asked;
    if (reply.status >= 300) throw new Error(`answered ${reply.status}: ${reply.text}`);
    return reply;
  };
  const paid = async (link: Link): Promise<Link> => {
    await payAsCustomer(test, link.paymentId);
    await test.settle();
    return link;
  };
  const filled = (text: string) => text.replaceAll(/:([a-z]+)/gi, (all, name: string) => names[name] ?? all);
  /** What an answer tells besides what was asked. */
  const told = ({ text, headers }: Reply, path: string) =>
    secrets.filter((secret) => !path.includes(secret) && `${text} ${headers.get('location')}`.includes(secret));
  const ask = async (path: string, headers = {}) => {
    const reply = await lata.get(path, { headers });
    if (reply.status !== 429) return reply;
    test.clock.advance(61_000);
    return lata.get(path, { headers });
  };

  const pages = Object.keys(PROJECT_MATRIX)
    .filter((name) => name.startsWith('GET ') && name !== 'GET /api/events' && PROJECT_MATRIX[name] !== 'all-projects')
    .map((name) => name.slice(4));

  it.each(pages)('is told nothing by GET %s, whatever the query', async (path) => {
    names['code'] = 'lake-view';
    for (const paymentId of path.includes(':paymentId') ? [own.paymentId, foreign.paymentId] : [own.paymentId]) {
      Object.assign(names, { paymentId, reviewId: paymentId });
      for (const way of WAYS_IN) {
        const asked = filled(`${path}?${way}`);
        const reply = await ask(asked);
        expect([asked, told(reply, asked), reply.status < 500]).toEqual([asked, [], true]);
      }
    }
  });

  it.each([
    '/admin/dashboard',
    '/admin/transactions',
    '/transactions',
    '/dashboard',
    '/admin/review',
    '/customer-form',
  ])('is told nothing by the parts of %s that come later, asked for one by one or together', async (path) => {
    const { component, version, props } = pageIn(await ask(path)) as InertiaPage & { version: string };
    const all = [...new Set([...Object.keys(props), ...LAZY.split(',')])];
    for (const way of ['', '?event=1', '?search=irani', '?project=1'])
      for (const part of [all.join(), ...all]) {
        const asked = `${path}${way}`;
        const partial = { 'x-inertia-partial-component': component, 'x-inertia-partial-data': part };
        const reply = await ask(asked, { 'x-inertia': 'true', 'x-inertia-version': version, ...partial });
        expect([asked, part, reply.status, told(reply, asked)]).toEqual([asked, part, reply.status, []]);
        expect(reply.status).toBeLessThan(409);
      }
  });

  describe('is shown figures of the own one alone, the same that its filter gives an admin of all', () => {
    const ofLake = async (client: Client, path: string, given: string) => {
      const asked = filled(`${path}?${given}`);
      const reply = await client.get(client === lata ? asked : `${asked}&project=2`);
      test.clock.advance(3000);
      return reply;
    };

    it.each(QUERIES)('%s', async (given) => {
      const both = async (path: string, of: (reply: Reply) => unknown) => {
        const [mine, filtered] = [await ofLake(lata, path, given), await ofLake(admin, path, given)];
        expect([path, mine.status, of(mine)]).toEqual([path, filtered.status, of(filtered)]);
      };
      await both('/api/payments/admin/all', ({ body }) => body.data);
      await both('/api/payments/admin/export', ({ text }) => text);
      await both('/admin/dashboard', (reply) => {
        const { payments, pagination, stats, tabs } = pageIn(reply).props;
        return { payments, pagination, stats, tabs };
      });
      if (/search|status|needsReview/.test(given)) return;
      await both('/api/payments/admin/analysis', ({ body }) => ({ ...body.data, filters: null }));
    });
  });

  it('corrects no number that payments of the other one show', async () => {
    const numberOf = async ({ email }: { email: string }) =>
      (
        await query<{ phone: string }>(
          test,
          'SELECT c.phone AS phone FROM payments p JOIN customers c ON c.id = p.customer_id WHERE c.email_key = ? AND p.project_id = 1',
          [email],
        )
      ).map(({ phone }) => phone);
    const rahul = await test.as(OTHER_SALES);
    const sell = () => createLink(rahul, 'silver', { eventId: names['event'] });
    const { paymentId } = await sell();
    for (const person of [ZUBIN, ASHA]) {
      const known = await numberOf(person);
      const wrong = await correctContact(lata, paymentId, { ...person, phone: '9000000001' });
      expect([wrong.status, wrong.body.error]).toEqual([403, 'FORBIDDEN']);
      expect(await numberOf(person)).toEqual(known);
    }
    // Nor does one come to show, left out.
    const shown = await correctContact(lata, paymentId, { name: ZUBIN.name, email: ZUBIN.email });
    expect([shown.status, shown.body.error]).toEqual([403, 'FORBIDDEN']);
    expect((await admin.get(`/api/payments/${paymentId}/status`)).body.data.status).toBe('pending');
    // The number of somebody who is known in the own project alone; then an admin of all, and the seller.
    await done(correctContact(lata, paymentId, { ...RAVI, phone: '9000000001' }));
    await done(correctContact(admin, (await sell()).paymentId, { ...ASHA, phone: '9000000002' }));
    await done(correctContact(rahul, (await sell()).paymentId, { ...ASHA, phone: '9000000003' }));
    expect(await numberOf(ASHA)).toEqual(['+919000000003']);
  });
});
