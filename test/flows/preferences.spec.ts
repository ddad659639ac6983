import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Client } from '../support/client.js';
import { createLink } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const SOLD = 12;
/** The seller's links of the demo, and those of everybody. */
const DEMO = 3;
const ALL_DEMO = 5;

/** The props in the document, as the first answer brings them. */
async function propsOf(client: Client, path: string) {
  const { text } = await client.get(path);
  return JSON.parse(/<script data-page="app"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? 'null').props;
}

const sizes = async (client: Client) => {
  const dashboard = await propsOf(client, '/dashboard');
  const transactions = await propsOf(client, '/transactions');
  return [dashboard.pageSize, dashboard.allCustomers.length, transactions.pageSize, transactions.rows.length];
};

describe('how a person wants the staff pages', () => {
  let test: TestApp;
  let priya: Client;
  let rahul: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    [priya, rahul, admin] = [await test.as(SALES), await test.as(OTHER_SALES), await test.as(ADMIN)];
    for (let sold = 0; sold < SOLD; sold += 1) for (const seller of [priya, rahul]) await createLink(seller, 'silver');
  });
  afterAll(() => test.close());

  const choose = (client: Client, change: object) => client.post('/api/account/preferences', change);

  it('is 5, 10 and 10 rows until it is chosen', async () => {
    expect(await sizes(priya)).toEqual([5, 5, 10, 10]);
    expect((await propsOf(admin, '/admin/dashboard')).pageSize).toBe(10);
  });

  it('is kept for each list and person, and at the next sign-in', async () => {
    const { body } = await choose(priya, { list: 'dashboard', pageSize: 25 });
    expect(body.data).toEqual({ pageSizes: { dashboard: 25, admin: 10, transactions: 10 }, menuFolded: false });
    expect(await sizes(priya)).toEqual([25, SOLD + DEMO, 10, 10]);
    expect(await sizes(rahul)).toEqual([5, 5, 10, 10]);
    expect(await sizes(await test.staff(SALES))).toEqual([25, SOLD + DEMO, 10, 10]);
    await choose(admin, { list: 'admin', pageSize: 100 });
    const { pageSize, payments } = await propsOf(admin, '/admin/dashboard');
    expect([pageSize, payments.length]).toEqual([100, 2 * SOLD + ALL_DEMO]);
  });

  it('changes nothing for a program, which names its own limit', async () => {
    const list = async (query = '') => (await priya.get(`/api/sales-manager/dashboard${query}`)).body.data.allCustomers;
    expect(await list()).toHaveLength(5);
    expect(await list('?limit=7')).toHaveLength(7);
  });

  it('is back at the default when that is chosen', async () => {
    await choose(priya, { list: 'dashboard', pageSize: 5 });
    expect(await sizes(priya)).toEqual([5, 5, 10, 10]);
  });

  it('folds the menu of one person alone, in the document already', async () => {
    await choose(priya, { menuFolded: true });
    const folded = async (client: Client) => {
      const { text } = await client.get('/dashboard');
      return {
        html: /<div class="[^"]*shell[^"]*" data-folded="true"/.test(text),
        props: (await propsOf(client, '/dashboard')).auth.menuFolded,
      };
    };
    expect(await folded(priya)).toEqual({ html: true, props: true });
    expect(await folded(rahul)).toEqual({ html: false, props: false });
    // A change of one thing leaves the others.
    await choose(priya, { list: 'transactions', pageSize: 50 });
    expect((await propsOf(priya, '/transactions')).auth.menuFolded).toBe(true);
  });

  it('stays as it is where a field is null', async () => {
    const { body } = await choose(priya, { list: 'transactions', pageSize: 25, menuFolded: null });
    for (const change of [
      { list: 'transactions', pageSize: null },
      { list: null, pageSize: 50 },
      { list: null, pageSize: null, menuFolded: null },
    ])
      expect((await choose(priya, change)).body.data).toEqual(body.data);
    const [row] = await test
      .get(DataSource)
      .query('SELECT preferences FROM users WHERE email_key = ?', [SALES.email])
      .then((rows) => rows as { preferences: string }[]);
    expect(JSON.parse(row!.preferences)).toEqual({ rows: { transactions: 25 }, menu: 'folded' });
    await choose(priya, { list: 'transactions', pageSize: 10 });
  });

  it.each([
    [{ list: 'dashboard', pageSize: 7 }],
    [{ list: 'dashboard', pageSize: 1_000_000 }],
    [{ list: 'everything', pageSize: 10 }],
    [{ menuFolded: 'yes' }],
    [{ theme: 'dark' }],
  ])('%j is refused', async (change) => {
    expect((await choose(rahul, change)).status).toBe(400);
    expect(await sizes(rahul)).toEqual([5, 5, 10, 10]);
  });

  it('keeps two changes of one moment', async () => {
    await Promise.all([choose(rahul, { list: 'dashboard', pageSize: 10 }), choose(rahul, { menuFolded: true })]);
    const { pageSize, auth } = await propsOf(rahul, '/dashboard');
    expect([pageSize, auth.menuFolded]).toEqual([10, true]);
  });
});
